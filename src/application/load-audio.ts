import type { ContentId, ContentItem } from '../domain/content.ts';
import type { Cancellation } from '../ports/cancellation.ts';
import type { Answer, Catalogue } from '../ports/content-api.ts';
import type { Track } from '../domain/track.ts';
import type { LoadTracks } from './load-tracks.ts';

/** A title's page: the item, and behind it its tracks. */
export type AudioDetail = {
  readonly item: Answer<ContentItem>;
  readonly tracks: Answer<readonly Track[]>;
};

/** Asks for an item and its tracks; the item does not wait for the tracks. */
export class LoadAudio {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly loadTracks: LoadTracks,
  ) {}

  run(id: ContentId, cancellation?: Cancellation): AudioDetail {
    const item = this.catalogue.content(id, cancellation);
    const tracks = item.then((found) => (found.ok ? this.loadTracks.run(found.value, cancellation) : found));
    return { item, tracks };
  }
}
