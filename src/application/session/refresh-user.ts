import type { ContentCache } from '../../ports/content-cache.ts';
import type { ApiFailure, UserApi } from '../../ports/content-api.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Log } from '../../ports/log.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Listener } from '../../domain/account/user.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { PlayerState } from '../playback/player-state.ts';
import { PlaybackSettingsState } from '../playback/playback-settings-state.ts';
import { UserState } from './user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Answers that say there is no such listener. Every other failure says nothing: what is held stays held. */
const REFUSALS: ReadonlySet<ApiFailure['kind']> = new Set(['unauthorized', 'forbidden', 'not-found']);

/**
 * Fetches the listener and tells the messaging service who listens. What
 * another listener left behind in this browser is discarded.
 */
export class RefreshUser {
  static readonly inject: Inject<typeof RefreshUser> = [
    PORTS.userApi,
    PORTS.messaging,
    PORTS.analytics,
    PORTS.cache,
    UserState,
    PlayerState,
    FavoritesState,
    PORTS.journal,
    ListeningTally,
    PlaybackSettingsState,
    PORTS.log,
  ];
  /** The question that is on its way, if any. */
  private asking: Promise<unknown> | null = null;
  /** Counts the sessions that have ended: what was asked under one is nothing to the next. */
  private ended = 0;

  constructor(
    private readonly users: UserApi,
    private readonly messaging: Messaging,
    private readonly analytics: Analytics,
    private readonly cache: ContentCache,
    private readonly user: UserState,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
    private readonly journal: PlaybackJournal,
    private readonly tally: ListeningTally,
    private readonly settings: PlaybackSettingsState,
    private readonly log: Log,
  ) {}

  /** On a change to a route that needs a session, whatever came of the last time. */
  async refreshOnRouteChange(): Promise<void> {
    await this.refresh();
  }

  /** Who listens, for those who decide by it: waits for an answer that is on its way, else asks for one. */
  async known(): Promise<Listener> {
    if (!this.user.isSignedIn) await (this.asking ?? this.refresh());
    return this.user.listener;
  }

  /** The session has ended: whoever comes next is asked for anew. */
  reset(): void {
    this.ended += 1;
    this.asking = null;
  }

  async refresh(): Promise<Result<void, ApiFailure>> {
    const asking = this.ask();
    this.asking = asking;
    const answer = await asking;
    if (this.asking === asking) this.asking = null;
    return answer;
  }

  private async ask(): Promise<Result<void, ApiFailure>> {
    const { ended } = this;
    const before = this.user.user.id;
    const fetched = await this.users.me();
    // Signed out, or somebody else's turn, while the answer was on its way.
    if (ended !== this.ended || this.user.user.id !== before) return ok(undefined);
    if (!fetched.ok) {
      this.log.warn('The listener could not be fetched', { kind: fetched.error.kind });
      if (REFUSALS.has(fetched.error.kind)) this.user.clearUser();
      return fetched;
    }
    const { id } = fetched.value;
    if (this.player.userId !== '' && this.player.userId !== id) {
      this.player.reset();
      this.tally.reset();
      this.settings.reset();
    }
    this.player.listenerNamed(id);
    this.journal.deleteOthers(id);
    if (before !== '' && before !== id) {
      this.cache.clear();
      this.favorites.reset();
    }
    this.user.setUser(fetched.value);
    this.messaging.identify(id);
    this.analytics.identify(this.user.user);
    return ok(undefined);
  }
}
