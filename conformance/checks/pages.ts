import { type Arrangement, AS_SENT } from '../../src/domain/catalogue/arrangement.ts';
import { type ContentItem, topicId } from '../../src/domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../src/domain/catalogue/page-sizes.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../src/ports/content-api.ts';
import { type Check, differs, notTried, orNull, type Outcome, passed } from '../check.ts';
import type { Samples } from '../samples.ts';
import type { Asked, Target } from '../target.ts';

type AnyPage = Page<{ readonly id: string }>;
type ReadPage = (api: ContentApi, page: PageKey | null) => Promise<ApiResult<AnyPage>>;
/** How a page of a list is read; null if the catalogue lacks a sample for it. */
type List = (known: Samples) => ReadPage | null;

const listOf = (id: string, title: string, size: number | null, notices: string, pages: List) => ({
  id,
  title,
  size,
  notices,
  pages,
});

/** A list that needs no sample, with a page of its own. */
const list = (id: string, title: string, screen: string, size: number | null, page: ReadPage) =>
  listOf(id, title, size, `The page ${screen} shows an error.`, () => page);

const S = PAGE_SIZES;

/** The paged lists, with the page size that the app asks for, and what a listener notices if a list cannot be read. */
export const LISTS = [
  list('recommended', 'Recommendations', 'Recommended', S.recommended, (api, page) =>
    api.catalogue.recommended(page),
  ),
  list('new-releases', 'New releases', 'New Releases', S.trending, (api, page) =>
    api.catalogue.newReleases(page),
  ),
  list('trending', 'Trending', 'Trending', S.trending, (api, page) => api.catalogue.trending(page)),
  list('discounted', 'Discounted titles', 'Discounted', S.trending, (api, page) =>
    api.catalogue.discounted(page),
  ),
  list('quick-listens', 'Quick listens', 'Quick Listens', S.trending, (api, page) =>
    api.catalogue.quickListens(page),
  ),
  list('collections', 'Collections', 'Curated Collections', S.trending, (api, page) =>
    api.catalogue.curatedCollections(page),
  ),
  list('authors', 'Authors', 'Authors', S.authors, (api, page) => api.catalogue.authors(page)),
  listOf(
    'all-narrators',
    'Narrators',
    S.authors,
    'The page Narrators shows an error.',
    ({ listsNarrators }) =>
      listsNarrators ? async ({ catalogue }, page) => catalogue.narrators(page) : null,
  ),
  listOf('all-series', 'Series', S.authors, 'The page Series shows an error.', ({ listsSeries }) =>
    listsSeries ? async ({ catalogue }, page) => catalogue.allSeries(page) : null,
  ),
  list('library', 'The library', 'Library', null, (api, page) => api.catalogue.library(page)),
  listOf(
    'active-content',
    'Titles in progress',
    S.activeContent,
    '"Recently Listened" is missing.',
    () => (api, page) => api.playback.activeContent(page),
  ),
  list('purchased', 'Purchased titles', 'Purchased', S.purchases, (api, page) => api.users.purchased(page)),
  list('favorites', 'Favorite titles', 'Favorites', S.favorites, ({ favorites }, page) =>
    favorites.contents({ podcasts: false }, page),
  ),
  list('favorite-podcasts', 'Favorite podcasts', 'Favorite Podcasts', S.favorites, ({ favorites }, page) =>
    favorites.contents({ podcasts: true }, page),
  ),
  list('favorite-authors', 'Followed authors', 'Favorite Authors', S.favorites, (api, page) =>
    api.favorites.authors(page),
  ),
  listOf('podcast-episodes', 'Episodes', S.podcastEpisodes, 'A podcast cannot be played.', ({ podcast }) =>
    podcast === undefined ? null : async ({ catalogue }, page) => catalogue.podcastEpisodes(podcast.id, page),
  ),
  listOf(
    'content-of-category-and-topic',
    'Titles of a category and a topic',
    S.trending,
    'The page of a category and a topic shows an error.',
    ({ pair }) =>
      pair === undefined
        ? null
        : async ({ catalogue }, page) =>
            catalogue.contentOfCategoryAndTopic(pair.category, topicId(pair.topic), page),
  ),
  listOf('search', 'Search results', S.search, 'The search shows an error.', ({ items }) => {
    const term = items[0]?.title.split(/\s+/).toSorted((one, other) => other.length - one.length)[0];
    return term === undefined
      ? null
      : async ({ catalogue }, page) => catalogue.search({ term, category: null }, page);
  }),
];

/** A provider that filters its pages may send some without an entry. The app goes on to the next. */
const MOST_EMPTY = 2;

/** One check for each paged list: every page can be read, and the list ends. */
export const pageChecks: readonly Check[] = LISTS.map(({ id, title, pages }) => ({
  id: `${id}-pages`,
  title: `${title}, page by page to the end`,
  notices: 'The list misses titles, or loads again and again.',
  run: async (target) => readToTheEnd(target, id, pages),
}));

async function readToTheEnd(target: Target, id: string, pages: List): Promise<Outcome> {
  const readPage = pages(await target.known());
  if (readPage === null) return notTried('The lists name no sample for it.');
  const askFor = async (from: PageKey | null, whyNot?: string): Promise<Asked<AnyPage>> =>
    target.ask(async (api) => readPage(api, from), whyNot);
  const keys = new Set<PageKey>();
  const seen = new Set<string>();
  let key: PageKey | null = null;
  let empty = 0;
  for (let page = 1; page <= target.settings.pages; page += 1) {
    const whyNot = page === 1 ? `The first page could not be read; see "${id}".` : undefined;
    const { response, value } = await askFor(key, whyNot);
    const before = seen.size;
    for (const item of value.items) seen.add(item.id);
    if (value.next === null) return passed;
    // A key that came before ends the list, as in the app. So nothing may follow.
    if (keys.has(value.next)) {
      const beyond = await orNull(askFor(page + 1));
      const missed = (beyond?.value.items ?? []).filter(({ id: missing }) => !seen.has(missing));
      return missed.length === 0
        ? passed
        : differs(
            response.sent,
            `The key ${value.next} came before, and page ${page + 1} holds ${missed.length} more.`,
            'The end of the list is missing.',
          );
    }
    empty = seen.size === before ? empty + 1 : 0;
    if (empty > MOST_EMPTY) {
      return differs(
        response.sent,
        `Page ${page} holds nothing new, as ${MOST_EMPTY} before it, and names another page: ${value.next}.`,
        'The list loads again and again.',
      );
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
  run: async (target) => {
    const known = await target.known();
    let isTried = false;
    for (const { size, pages } of LISTS) {
      if (size === null) continue;
      const readPage = pages(known);
      if (readPage === null) continue;
      const asked = await target.tryAsk(async (api) => readPage(api, null));
      // A list that cannot be read is found by its own check.
      if (asked === null) continue;
      const { response, value } = asked;
      if (value.items.length > size) {
        return differs(response.sent, `${value.items.length} entries, not ${size}.`);
      }
      isTried = true;
    }
    return isTried ? passed : notTried('No list could be read.');
  },
};

/** How a title shows that it has a value of a filter. Other filters depend on the listener. */
const HAS: Readonly<Record<string, (item: ContentItem, value: string) => boolean>> = {
  language: ({ language }, value) => language === value,
  narrator: ({ narrators }, value) => narrators.some(({ name }) => name === value),
  series: ({ series }, value) => series.some(({ name }) => name === value),
};

/** What a provider offers to sort and filter by has an effect, and every offered name is understood (CAT-233). */
export const arrangementCheck: Check = {
  id: 'sorts-and-filters',
  title: 'Lists are sorted and filtered by what the provider offers',
  notices: 'Sort and Filter show an error, or titles that were not asked for.',
  run: async (target) => {
    const read = async (arrangement: Arrangement, whyNot?: string) =>
      target.ask(async ({ catalogue }) => catalogue.trending(null, arrangement), whyNot);
    const plain = await read(AS_SENT, 'The first page could not be read; see "trending".');
    const { offered } = plain.value;
    if (offered === undefined) return notTried('The provider offers neither sorts nor filters.');
    for (const sort of offered.sorts.flatMap((name) => [name, `-${name}`])) {
      const sorted = await read({ sort, filters: {} });
      const { response, value } = sorted;
      const lengths = value.items.map(({ runTime }) => runTime ?? 0);
      const inOrder = lengths.toSorted((one, other) => (sort === 'length' ? one - other : other - one));
      if (/^-?length$/u.test(sort) && lengths.join() !== inOrder.join())
        return differs(response.sent, `Sorted by ${sort}, the lengths are ${lengths.join(', ')}.`);
    }
    for (const [name, [value = '']] of Object.entries(offered.filters)) {
      const filtered = await read({ sort: null, filters: { [name]: [value] } });
      const { response, value: page } = filtered;
      const other = page.items.find((item) => !(HAS[name]?.(item, value) ?? true));
      if (other !== undefined)
        return differs(response.sent, `"${other.title}" does not have the ${name} ${value}.`);
    }
    return passed;
  },
};
