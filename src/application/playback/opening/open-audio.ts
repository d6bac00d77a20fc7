import type { ContentItem, PlaybackRecord } from '../../../domain/catalogue/content.ts';
import { isSpeedElsewhere, rewindAfter } from '../../../domain/playback/rewind.ts';
import { linkedTrackPosition, type LinkedPosition } from '../../../domain/playback/share-link.ts';
import { asSpeed, type Speed } from '../../../domain/playback/player.ts';
import type { Track, TrackId } from '../../../domain/playback/track.ts';
import { milliseconds, seconds } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { FavoritesState } from '../../favorites/favorites-state.ts';
import type { FoundPosition } from '../../progress/find-resume-position.ts';
import {
  isAtEnd,
  startOfNextTrack,
  type DatedTrackPosition,
  type TrackPosition,
} from '../../progress/track-position.ts';
import { ReportPlayback, SavePosition } from '../../progress/report-playback.ts';
import { UserState } from '../../session/user-state.ts';
import type { LoadedPlayback } from './load-playback.ts';
import { PlaybackSettingsState } from '../playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { UpNextState } from '../up-next/up-next-state.ts';

/**
 * - `opened`: the title is in the player, and playback may start
 * - `question`: the title is in the player, and the listener has to choose one of two positions (PROG-19)
 * - `nothing`: there is no such track, and nothing has changed
 */
export type OpenOutcome =
  | { readonly kind: 'opened' }
  | { readonly kind: 'question'; readonly here: DatedTrackPosition; readonly elsewhere: DatedTrackPosition }
  | { readonly kind: 'nothing' };

/** Puts a loaded title into the player, at the position and the speed at which it is to start. */
export class OpenAudio {
  static readonly inject: Inject<typeof OpenAudio> = [
    ReportPlayback,
    SavePosition,
    PlayerState,
    FavoritesState,
    UserState,
    PlaybackSettingsState,
    UpNextState,
    PORTS.clock,
  ];

  constructor(
    private readonly reportPlayback: ReportPlayback,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
    private readonly user: UserState,
    private readonly settings: PlaybackSettingsState,
    private readonly upNext: UpNextState,
    private readonly clock: Clock,
  ) {}

  /**
   * @param trackId one track, from its start or from the position that the listener left it at
   * @param linked the position that the address names, or the second in `trackId`
   */
  open(
    item: ContentItem,
    { playlist, isOnlyTrack, recorded, found }: LoadedPlayback,
    trackId: TrackId | null,
    linked: LinkedPosition | null,
  ): OpenOutcome {
    const { record } = recorded;
    const requested = linked === null ? null : linkedTrackPosition(playlist, linked, trackId);
    const start =
      requested ?? this.rewound(startPosition(playlist, found?.trackPosition ?? null, trackId), record);
    if (start === null) return { kind: 'nothing' };
    void this.reportPlayback.reportBeforeChange();
    this.player.openAudio({
      audio: this.favorites.upToDate(item),
      tracks: playlist,
      index: start.index,
      isOnlyTrack,
      position: start.position,
      isResumed: requested === null && trackId === null,
      speed: this.speedOf(item, record, found) ?? this.player.speed,
      userId: this.user.user.id,
    });
    this.upNext.started(item.id, trackId);
    this.savePosition.markIntent();
    if (recorded.kind === 'loaded') {
      this.savePosition.contentOpened(recorded.content, record, recorded.asked);
    }
    if (requested !== null || trackId !== null || found === null) return { kind: 'opened' };
    if (found.other !== null) {
      return { kind: 'question', here: found.trackPosition, elsewhere: found.other };
    }
    if (found.from !== 'here' && start.position > 0) this.player.noteOrigin(found.from);
    return { kind: 'opened' };
  }

  /** Goes back a little after a while away, perhaps on another device, if the listener turned that on. */
  private rewound(start: TrackPosition | null, record: PlaybackRecord | null): TrackPosition | null {
    if (!this.settings.rewindsOnResume || start === null || start.position === 0) return start;
    const updatedAt = record?.updatedAt ?? null;
    if (updatedAt === null || record?.position !== start.position) return start;
    const away = milliseconds(this.clock.now() - updatedAt);
    return { ...start, position: seconds(Math.max(start.position - rewindAfter(away), 0)) };
  }

  /** The title's own speed, else null. The speed that was chosen last counts, here or on another device (PLAY-30). */
  private speedOf(
    item: ContentItem,
    record: PlaybackRecord | null,
    found: FoundPosition | null,
  ): Speed | null {
    // The player already shows the title's own speed.
    if (this.isOpen(item)) return null;
    const chosen = this.settings.speedOf(item.id);
    const recorded = asSpeed(record?.speed ?? Number.NaN);
    if (record === null || recorded === null || chosen === null) return chosen?.speed ?? recorded;
    const isElsewhere = isSpeedElsewhere(record.updatedAt, chosen.at, (found?.from ?? 'here') !== 'here');
    return isElsewhere ? recorded : chosen.speed;
  }

  private isOpen(item: ContentItem): boolean {
    return this.player.isCurrentAudio(item) && this.player.userId === this.user.user.id;
  }
}

/** Null if the playlist is empty or does not contain the track. */
const startPosition = (
  playlist: readonly Track[],
  resumeAt: TrackPosition | null,
  trackId: TrackId | null,
): TrackPosition | null => {
  if (playlist.length === 0) return null;
  if (trackId !== null) {
    const index = playlist.findIndex((track) => track.id === trackId);
    if (index === -1) return null;
    const isHere = resumeAt?.index === index && !isAtEnd(playlist, resumeAt);
    return { index, position: isHere ? resumeAt.position : seconds(0) };
  }
  if (resumeAt === null) return { index: 0, position: seconds(0) };
  return isAtEnd(playlist, resumeAt) ? startOfNextTrack(playlist, resumeAt) : resumeAt;
};
