import type { UserId } from '../../domain/account/user.ts';
import type { ContentCache } from '../../ports/content-api.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import type { Subscription } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { UnreportedTime } from '../progress/unreported-time.ts';
import { ListenerData } from '../session/listener-data.ts';
import { UserState } from '../session/user-state.ts';

/** Removes what another listener left in this browser: player, settings, journal, favorites, cached responses. */
export class DiscardOtherListener {
  static readonly inject: Inject<typeof DiscardOtherListener> = [
    ListenerData,
    UserState,
    PlayerState,
    UnreportedTime,
    PlaybackSettingsState,
    FavoritesState,
    PORTS.journal,
    PORTS.cache,
  ];

  constructor(
    private readonly listenerData: ListenerData,
    private readonly user: UserState,
    private readonly player: PlayerState,
    private readonly tally: UnreportedTime,
    private readonly settings: PlaybackSettingsState,
    private readonly favorites: FavoritesState,
    private readonly journal: PlaybackJournal,
    private readonly cache: ContentCache,
  ) {}

  start(): Subscription {
    return this.listenerData.follow((id) => this.discard(id));
  }

  private discard(id: UserId): void {
    if (this.player.userId !== '' && this.player.userId !== id) {
      this.player.reset();
      this.tally.reset();
      this.settings.reset();
    }
    this.player.listenerNamed(id);
    this.journal.deleteOthers(id);
    const before = this.user.user.id;
    if (before !== '' && before !== id) {
      this.cache.clear();
      this.favorites.reset();
    }
  }
}
