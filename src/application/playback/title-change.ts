import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { Log } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { PlayerState } from '../player-state.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { PlayingTime } from './playing-time.ts';

/** What a change of the title in the player brings with it, beside the sound. */
export class TitleChange {
  static readonly inject: Inject<typeof TitleChange> = [
    ReportPlayback,
    PlayingTime,
    PlayerState,
    FavoritesState,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly reportPlayback: ReportPlayback,
    private readonly playingTime: PlayingTime,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Reports what was heard of the title in the player. Call this before another one replaces it. */
  leave(): void {
    void this.reportPlayback.reportBeforeChange();
    this.playingTime.stop();
  }

  /** Call this when the sound was asked for. The item may be older than the listener's last save of it. */
  started(item: ContentItem): void {
    const isFavorite = this.favorites.isFavorite(item);
    if (isFavorite !== item.isFavorite) this.player.favoriteSaved(item.id, isFavorite);
  }

  /** The tracks of a title could not be loaded. The player keeps what it has. */
  notLoaded(item: ContentItem, { kind }: ApiFailure): void {
    this.log.warn('The tracks could not be loaded', { kind, content: item.id });
  }

  /** Tells the listener that a title that they asked for does not play. */
  tellFailure(): void {
    this.notices.post(MESSAGES.playFailed);
  }
}
