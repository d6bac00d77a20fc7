import { type ContentItem, ContentType } from '../../domain/catalogue/content.ts';
import { formatTracks } from '../../domain/playback/track.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { FinishedState } from '../progress/finished-state.ts';

/** How many podcasts are asked for, and how many of them at once. */
const MOST_PODCASTS = 25;
const AT_ONCE = 5;
const MOST_SHOWN = 12;
const MOST_PAGES = 10;

const isNewestFirst = (episodes: readonly ContentItem[]): boolean =>
  (episodes[0]?.publishedAt ?? 0) >= (episodes.at(-1)?.publishedAt ?? 0);

/** Finds the newest unheard episodes of the podcasts that the listener follows (PROG-90). */
export class NewEpisodes {
  static readonly inject: Inject<typeof NewEpisodes> = [PORTS.catalogue, FinishedState];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly finished: FinishedState,
  ) {}

  /** An episode without a day is left out, and so is a podcast that cannot be loaded. */
  async load(favorites: readonly ContentItem[]): Promise<readonly ContentItem[]> {
    const podcasts = favorites.filter(({ type }) => type === ContentType.PODCAST).slice(0, MOST_PODCASTS);
    const waiting = podcasts.values();
    const found: ContentItem[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const podcast of waiting) {
          const episodes = await this.newestOf(podcast);
          found.push(...episodes.filter((each) => this.isNew(podcast, each)));
        }
      }),
    );
    return found
      .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0))
      .slice(0, MOST_SHOWN);
  }

  /** A provider may send the oldest first. Then the last page has the newest episodes. */
  private async newestOf(podcast: ContentItem): Promise<readonly ContentItem[]> {
    let page = await this.catalogue.podcastEpisodes(podcast.id, null);
    for (let pages = 1; pages < MOST_PAGES; pages += 1) {
      if (!page.ok || page.value.next === null || isNewestFirst(page.value.items)) break;
      page = await this.catalogue.podcastEpisodes(podcast.id, page.value.next);
    }
    return page.ok ? page.value.items : [];
  }

  private isNew(podcast: ContentItem, episode: ContentItem): boolean {
    const [track] = formatTracks(podcast, [episode]);
    return episode.publishedAt !== null && track !== undefined && !this.finished.isHeard(track);
  }
}
