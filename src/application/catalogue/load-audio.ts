import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import { formatTracks, trackSource } from '../../domain/playback/track-list.ts';
import type { Track } from '../../domain/playback/track.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Catalogue } from '../../ports/content-api.ts';
import { type ListSource, type OpenedList, OpenList } from './open-list.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The page of a title: the item, and its tracks as a list that grows. */
export type AudioDetail = { readonly item: ContentItem; readonly tracks: OpenedList<Track> };

/**
 * Loads an item and opens the list of its tracks. The first episodes of a podcast load at once, the others page by
 * page on request. A cancellation also cancels the tracks.
 */
export class LoadAudio {
  static readonly inject: Inject<typeof LoadAudio> = [PORTS.catalogue, OpenList];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly openList: OpenList,
  ) {}

  async load(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<AudioDetail>> {
    const found = await this.catalogue.content(id, cancellation);
    if (!found.ok) return found;
    const item = found.value;
    return ok({ item, tracks: this.openList.open(this.tracksOf(item, cancellation)) });
  }

  private tracksOf(item: ContentItem, cancellation?: Cancellation): ListSource<Track> {
    switch (trackSource(item)) {
      case 'episodes':
        return async (page) => {
          const episodes = await this.catalogue.podcastEpisodes(item.id, page, cancellation);
          if (!episodes.ok) return episodes;
          return ok({ items: formatTracks(item, episodes.value.items), next: episodes.value.next });
        };
      case 'collection-tracks':
        return async () => {
          const children = await this.catalogue.collectionTracks(item.id, cancellation);
          return children.ok ? ok({ items: formatTracks(item, children.value.items), next: null }) : children;
        };
      case 'chapters':
      case 'own-tracks':
      case 'self':
        return async () => ok({ items: formatTracks(item, []), next: null });
    }
  }
}
