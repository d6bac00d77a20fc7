import type { ContentCache } from '../ports/content-cache.ts';
import type { ApiFailure, UserApi } from '../ports/content-api.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { Messaging } from '../ports/messaging.ts';
import type { Log } from '../ports/log.ts';
import { ok, type Result } from '../domain/result.ts';
import type { PlaybackJournal } from '../ports/playback-journal.ts';
import type { FavoritesState } from './state/favorites-state.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { PlayerState } from './state/player-state.ts';
import type { SettingsState } from './state/settings-state.ts';
import type { UserState } from './state/user-state.ts';

/** Failures that say nothing about the listener: what is held stays held (contract 3.16). */
const LEAVES_USER: readonly ApiFailure['kind'][] = [
  'unreachable',
  'timeout',
  'server',
  'rate-limited',
  'rejected',
  'cancelled',
  'no-session',
];

/**
 * Fetches the listener and tells the messaging service who listens (section 4, user refresh). What
 * another listener left behind in this browser is discarded (contract 3.16).
 */
export class RefreshUser {
  /** The provider has said who listens, or that there is no such listener. */
  private isAnswered = false;
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
    private readonly settings: SettingsState,
    private readonly log: Log,
  ) {}

  /**
   * On a change to a route that needs a session: when a listener is held, or none was told of yet
   * because the provider could not be asked at sign-in.
   */
  async onRouteChange(): Promise<void> {
    if (this.user.isSignedIn || !this.isAnswered) await this.run();
  }

  /** The session has ended: whoever comes next is asked for anew. */
  reset(): void {
    this.isAnswered = false;
    this.ended += 1;
  }

  async run(): Promise<Result<void, ApiFailure>> {
    const { ended } = this;
    const before = this.user.user.id;
    const fetched = await this.users.me();
    // Signed out, or somebody else's turn, while the answer was on its way.
    if (ended !== this.ended || this.user.user.id !== before) return ok(undefined);
    if (!fetched.ok) {
      this.log.warn('The listener could not be fetched', { kind: fetched.error.kind });
      if (!LEAVES_USER.includes(fetched.error.kind)) {
        this.isAnswered = true;
        this.user.reset();
      }
      return fetched;
    }
    this.isAnswered = true;
    const { id } = fetched.value;
    if (this.player.userId !== '' && this.player.userId !== id) {
      this.player.reset();
      this.tally.reset();
      this.settings.reset();
    }
    this.journal.keepOnly(id);
    if (before !== '' && before !== id) {
      this.cache.clear();
      this.favorites.reset();
    }
    this.user.userFetched(fetched.value);
    this.messaging.identify(id);
    this.analytics.identify(fetched.value);
    return ok(undefined);
  }
}
