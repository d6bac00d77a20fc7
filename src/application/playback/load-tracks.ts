import type { ContentItem } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import { formatTracks, trackSource } from '../../domain/playback/track-list.ts';
import type { Track } from '../../domain/playback/track.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Catalogue } from '../../ports/content-api.ts';
import { allPages } from '../catalogue/all-pages.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Loads the tracks of an item, with a request if its type needs one. */
export class LoadTracks {
  static readonly inject: Inject<typeof LoadTracks> = [PORTS.catalogue];

  constructor(private readonly catalogue: Catalogue) {}

  async load(item: ContentItem, cancellation?: Cancellation): Promise<ApiResult<readonly Track[]>> {
    const fetched = await this.fetch(item, cancellation);
    if (!fetched.ok) return fetched;
    return ok(formatTracks(item, fetched.value));
  }

  private async fetch(
    item: ContentItem,
    cancellation?: Cancellation,
  ): Promise<ApiResult<readonly ContentItem[]>> {
    switch (trackSource(item)) {
      case 'episodes':
        return allPages((page) => this.catalogue.podcastEpisodes(item.id, page, cancellation));
      case 'collection-tracks': {
        const tracks = await this.catalogue.collectionTracks(item.id, cancellation);
        return tracks.ok ? ok(tracks.value.items) : tracks;
      }
      case 'chapters':
      case 'own-tracks':
      case 'self':
        return ok([]);
    }
  }
}
