import { topicId } from '../../../src/domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../../src/domain/catalogue/limits.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import type { Samples } from '../samples.ts';
import type { Target } from '../target.ts';

type AnyPage = Page<{ readonly id: string }>;
type List = (api: ContentApi, page: PageKey | null, known: Samples) => Promise<ApiResult<AnyPage>> | null;

const list = (id: string, title: string, size: number | null, pages: List) => ({ id, title, size, pages });

/** The paged lists, with the page size that the app asks for. */
const LISTS = [
  list('recommended', 'Recommendations', PAGE_SIZES.recommended, async ({ catalogue }, page) =>
    catalogue.recommended(page),
  ),
  list('new-releases', 'New releases', PAGE_SIZES.trending, async ({ catalogue }, page) =>
    catalogue.newReleases(page),
  ),
  list('trending', 'Trending', PAGE_SIZES.trending, async ({ catalogue }, page) => catalogue.trending(page)),
  list('discounted', 'Discounted titles', PAGE_SIZES.trending, async ({ catalogue }, page) =>
    catalogue.discounted(page),
  ),
  list('quick-listens', 'Quick listens', PAGE_SIZES.trending, async ({ catalogue }, page) =>
    catalogue.quickListens(page),
  ),
  list('collections', 'Collections', PAGE_SIZES.trending, async ({ catalogue }, page) =>
    catalogue.curatedCollections(page),
  ),
  list('authors', 'Authors', PAGE_SIZES.authors, async ({ catalogue }, page) => catalogue.authors(page)),
  list('library', 'The library', null, async ({ catalogue }, page) => catalogue.library(page)),
  list('active-content', 'Titles in progress', PAGE_SIZES.activeContent, async ({ playback }, page) =>
    playback.activeContent(page),
  ),
  list('purchased', 'Purchased titles', PAGE_SIZES.purchases, async ({ users }, page) =>
    users.purchased(page),
  ),
  list('favorites', 'Favorite titles', PAGE_SIZES.favorites, async ({ favorites }, page) =>
    favorites.contents({ podcasts: false }, page),
  ),
  list('favorite-podcasts', 'Favorite podcasts', PAGE_SIZES.favorites, async ({ favorites }, page) =>
    favorites.contents({ podcasts: true }, page),
  ),
  list('favorite-authors', 'Followed authors', PAGE_SIZES.favorites, async ({ favorites }, page) =>
    favorites.authors(page),
  ),
  list('podcast-episodes', 'Episodes', PAGE_SIZES.podcastEpisodes, ({ catalogue }, page, { podcast }) =>
    podcast === undefined ? null : catalogue.podcastEpisodes(podcast.id, page),
  ),
  list(
    'content-of-category-and-topic',
    'Titles of a category and a topic',
    PAGE_SIZES.trending,
    ({ catalogue }, page, { pair }) =>
      pair === undefined
        ? null
        : catalogue.contentOfCategoryAndTopic(pair.category, topicId(pair.topic), page),
  ),
  list('search', 'Search results', PAGE_SIZES.search, ({ catalogue }, page, { items }) => {
    const term = items[0]?.title.split(/\s+/).toSorted((one, other) => other.length - one.length)[0];
    return term === undefined ? null : catalogue.search({ term, category: null }, page);
  }),
];

/** One check for each paged list: every page can be read, and the list ends. */
export const pageChecks: readonly Check[] = LISTS.map(({ id, title, pages }) => ({
  id: `${id}-pages`,
  title: `${title}, page by page to the end`,
  notices: 'The list misses titles, or loads again and again.',
  needs: ['api', 'session'],
  run: async (target) => readToTheEnd(target, id, pages),
}));

async function readToTheEnd(target: Target, id: string, pages: List): Promise<Outcome> {
  const known = await target.known();
  const keys = new Set<PageKey>();
  const seen = new Set<string>();
  let key: PageKey | null = null;
  for (let page = 1; page <= target.settings.pages; page += 1) {
    const from: PageKey | null = key;
    const missing = { ok: false, error: { kind: 'cancelled' } } as const;
    let isMissing = false;
    const asked = await target.ask(async (api) => {
      const answer = pages(api, from, known);
      isMissing = answer === null;
      return answer ?? missing;
    });
    if (isMissing) return notTried('The lists name no sample for it.');
    if (!asked.ok) {
      return page === 1 ? notTried(`The first page could not be read; see "${id}".`) : asked.outcome;
    }
    const { answer, value } = asked.value;
    const before = seen.size;
    for (const item of value.items) seen.add(item.id);
    if (value.next === null) return passed;
    if (keys.has(value.next)) return differs(answer.sent, `The key ${value.next} came before.`);
    if (seen.size === before) {
      return differs(answer.sent, `Page ${page} holds nothing new, and names another page: ${value.next}.`);
    }
    keys.add(value.next);
    key = value.next;
  }
  return notTried(`After ${target.settings.pages} pages there was more. --pages N reads more pages.`);
}

/** The provider honours the page size. */
export const pageSizeCheck: Check = {
  id: 'page-size',
  title: 'Pages are not longer than asked for',
  notices: 'Pages load slowly.',
  needs: ['api', 'session'],
  run: async (target) => {
    const known = await target.known();
    for (const { size, pages } of LISTS) {
      if (size === null) continue;
      const asked = await target.ask(
        async (api) => pages(api, null, known) ?? { ok: false, error: { kind: 'cancelled' } },
      );
      // A list that cannot be read is found by its own check.
      if (!asked.ok) continue;
      const { answer, value } = asked.value;
      if (value.items.length > size)
        return differs(answer.sent, `${value.items.length} entries, not ${size}.`);
    }
    return passed;
  },
};
