import type { ContentId, ContentItem, SeriesReference } from '../../domain/catalogue/content.ts';

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
