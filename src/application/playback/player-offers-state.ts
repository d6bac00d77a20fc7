import type { Seconds } from '../../domain/time.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { ContentId, ContentItem, SeriesReference } from '../../domain/catalogue/content.ts';

/** The position before a jump within a track. */
export type JumpOrigin = { readonly track: TrackId; readonly position: Seconds };

/** How to undo a seek that may have been a mistake. */
export class LastJumpState {
  origin: JumpOrigin | null = null;

  /** After several jumps in a row, undo returns to the position before the first. */
  remember(origin: JumpOrigin): void {
    if (this.origin?.track !== origin.track) this.origin = origin;
  }

  forget(): void {
    this.origin = null;
  }

  reset(): void {
    this.origin = null;
  }
}

/** The next title of a series, offered after the end of the title `after`. */
export type OfferedVolume = {
  readonly after: ContentId;
  readonly item: ContentItem;
  readonly series: SeriesReference;
};

/** The volume that the player offers (PLAY-115). */
export class NextVolumeState {
  private offered: OfferedVolume | null = null;

  /** The volume that is offered after a title. Null if there is none. */
  after(ended: ContentId | undefined): OfferedVolume | null {
    return this.offered?.after === ended ? this.offered : null;
  }

  show(volume: OfferedVolume): void {
    this.offered = volume;
  }

  reset(): void {
    this.offered = null;
  }
}
