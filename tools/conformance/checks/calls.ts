import { contentId, topicId } from '../../../src/domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../../src/domain/catalogue/limits.ts';
import type { ApiResult, ContentApi } from '../../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import { type Samples, playableUrl } from '../samples.ts';
import type { Target } from '../target.ts';

type Call = {
  readonly id: string;
  readonly title: string;
  readonly notices: string;
  /** The call of the app, or what the catalogue lacks for it. */
  readonly make: (known: Samples, target: Target) => CallOf | Promise<CallOf>;
};

type CallOf = ((api: ContentApi) => Promise<ApiResult<unknown>>) | string;

const call = (
  id: string,
  title: string,
  notices: string,
  make: (api: ContentApi) => Promise<ApiResult<unknown>>,
): Call => ({ id, title, notices, make: () => make });

/** A call for one sample. */
const callOf = <Sample>(
  id: string,
  title: string,
  notices: string,
  sample: (known: Samples) => Sample | undefined,
  what: string,
  make: (api: ContentApi, sample: Sample) => Promise<ApiResult<unknown>>,
): Call => ({
  id,
  title,
  notices,
  make: (known) => {
    const found = sample(known);
    return found === undefined ? `The lists name no ${what}.` : async (api) => make(api, found);
  },
});

const CALLS: readonly Call[] = [
  call('browse', 'The shelves of the home page', 'The home page shows an error.', async ({ catalogue }) =>
    catalogue.browse(),
  ),
  call(
    'for-you',
    'Recommendations for the home page',
    '"Your Next Listen" is missing at home.',
    async (api) => api.catalogue.forYou(),
  ),
  call('recommended', 'The list of recommendations', 'The page Recommended shows an error.', async (api) =>
    api.catalogue.recommended(null),
  ),
  call('new-releases', 'The list of new releases', 'The page New Releases shows an error.', async (api) =>
    api.catalogue.newReleases(null),
  ),
  call('trending', 'The list of what is trending', 'The page Trending shows an error.', async (api) =>
    api.catalogue.trending(null),
  ),
  call('discounted', 'The list of discounted titles', 'The page Discounted shows an error.', async (api) =>
    api.catalogue.discounted(null),
  ),
  call('quick-listens', 'The list of quick listens', 'The page Quick Listens shows an error.', async (api) =>
    api.catalogue.quickListens(null),
  ),
  call(
    'collections',
    'The list of collections',
    'The page Curated Collections shows an error.',
    async (api) => api.catalogue.curatedCollections(null),
  ),
  callOf(
    'content',
    'One title',
    'The page of a title shows an error.',
    ({ items }) => items[0]?.id,
    'title',
    async ({ catalogue }, id) => catalogue.content(id),
  ),
  callOf(
    'content-of-category',
    'The titles of a category',
    'The page of a category shows no titles.',
    ({ category }) => category,
    'category',
    async ({ catalogue }, id) => catalogue.contentOfCategory(id, null),
  ),
  callOf(
    'content-of-category-and-topic',
    'The titles of a category and a topic',
    'The page of a category and a topic shows an error.',
    ({ pair }) => pair,
    'category with a topic',
    async ({ catalogue }, { category, topic }) =>
      catalogue.contentOfCategoryAndTopic(category, topicId(topic), null),
  ),
  callOf(
    'groups-of-category',
    'The titles of a category by topic',
    'The page of a category shows an error.',
    ({ category }) => category,
    'category',
    async ({ catalogue }, id) => catalogue.groupsOfCategory(id),
  ),
  callOf(
    'groups-of-topic',
    'The titles of a topic by category',
    'The page of a topic shows an error.',
    ({ topic }) => topic,
    'topic',
    async ({ catalogue }, id) => catalogue.groupsOfTopic(id),
  ),
  call('random', 'A random title', '"Ask the Universe" does nothing.', async (api) => api.catalogue.random()),
  callOf(
    'collection-tracks',
    'The tracks of a collection',
    'A collection cannot be played.',
    ({ collection }) => collection?.id,
    'collection',
    async ({ catalogue }, id) => catalogue.collectionTracks(id),
  ),
  callOf(
    'podcast-episodes',
    'The episodes of a podcast',
    'A podcast cannot be played.',
    ({ podcast }) => podcast?.id,
    'podcast',
    async ({ catalogue }, id) => catalogue.podcastEpisodes(id, null),
  ),
  call('categories', 'The categories', 'The page Categories shows an error.', async (api) =>
    api.catalogue.categories(),
  ),
  callOf(
    'category',
    'One category',
    'The page of a category shows an error.',
    ({ category }) => category,
    'category',
    async ({ catalogue }, id) => catalogue.category(id),
  ),
  call('topics', 'The topics', 'The page Topics shows an error.', async ({ catalogue }) =>
    catalogue.topics(PAGE_SIZES.topics),
  ),
  callOf(
    'topic',
    'One topic',
    'The page of a topic shows an error.',
    ({ topic }) => topic,
    'topic',
    async ({ catalogue }, id) => catalogue.topic(id),
  ),
  call('authors', 'The authors', 'The page Authors shows an error.', async ({ catalogue }) =>
    catalogue.authors(null),
  ),
  callOf(
    'author',
    'One author, with the titles',
    'The page of an author shows an error.',
    ({ author }) => author,
    'author',
    async ({ catalogue }, id) => catalogue.author(id),
  ),
  callOf(
    'narrator',
    'One narrator, with the titles',
    'The page of a narrator shows an error.',
    ({ narrator }) => narrator,
    'narrator',
    async ({ catalogue }, id) => catalogue.narrator(id),
  ),
  callOf(
    'series',
    'One series, with its titles',
    'The page of a series shows an error.',
    ({ series }) => series,
    'series',
    async ({ catalogue }, id) => catalogue.series(id),
  ),
  callOf(
    'search',
    'Search',
    'The search shows an error.',
    ({ items }) => items[0]?.title,
    'title',
    async ({ catalogue }, term) => catalogue.search({ term, category: null }, null),
  ),
  call('library', 'The library', 'The page Library shows an error.', async (api) =>
    api.catalogue.library(null),
  ),
  {
    id: 'tokenize',
    title: 'The address of a sound',
    notices: 'Nothing can be played.',
    make: async (_known, target) => {
      const url = await playableUrl(target);
      return url.ok ? async ({ playback }) => playback.tokenize(url.value) : url.why;
    },
  },
  callOf(
    'playing-data',
    'Where the listener is in a title',
    'A title always starts at its beginning.',
    ({ items }) => items[0]?.id,
    'title',
    async ({ playback }, id) => playback.playbackRecord(contentId(id)),
  ),
  call('active-content', 'The titles in progress', '"Recently Listened" is missing.', async ({ playback }) =>
    playback.activeContent(null),
  ),
  call(
    'user',
    'The listener and the membership',
    'Play says that the membership could not be checked.',
    async (api) => api.users.me(),
  ),
  call('purchased', 'The purchased titles', 'The page Purchased shows an error.', async (api) =>
    api.users.purchased(null),
  ),
  call('favorites', 'The favorite titles', 'The page Favorites shows an error.', async ({ favorites }) =>
    favorites.contents({ podcasts: false }, null),
  ),
  call(
    'favorite-podcasts',
    'The favorite podcasts',
    'The page Favorite Podcasts shows an error.',
    async ({ favorites }) => favorites.contents({ podcasts: true }, null),
  ),
  call(
    'favorite-authors',
    'The followed authors',
    'The page Favorite Authors shows an error.',
    async ({ favorites }) => favorites.authors(null),
  ),
];

/** How much of what is lost is named. */
const MOST_NAMED = 3;

/** One check for each call that reads: the app's own decoder accepts the answer, and leaves nothing out. */
export const callChecks: readonly Check[] = CALLS.map(({ id, title, notices, make }) => ({
  id,
  title,
  notices,
  needs: ['api', 'session'],
  run: async (target) => {
    const made = await make(await target.known(), target);
    return typeof made === 'string' ? notTried(made) : accepted(target, made);
  },
}));

/** The download of the data is offered only to listeners whose `can_export` is set. */
export const exportCheck: Check = {
  id: 'export',
  title: "The download of the listener's data",
  notices: 'The download on the account page fails.',
  needs: ['api', 'session'],
  run: async (target) => {
    const me = await target.ask(async ({ users }) => users.me());
    if (!me.ok) return notTried('The listener could not be read; see "user".');
    if (me.value.value.canExport !== true) return notTried('The provider does not offer it: no can_export.');
    return accepted(target, async ({ users }) => users.exportData());
  },
};

/** Passes if the app's own decoder uses the whole answer. */
async function accepted(
  target: Target,
  make: (api: ContentApi) => Promise<ApiResult<unknown>>,
): Promise<Outcome> {
  const asked = await target.ask(make);
  if (!asked.ok) return asked.outcome;
  const { answer, lost } = asked.value;
  if (lost.length === 0) return passed;
  const named = lost.slice(0, MOST_NAMED).join('; ');
  const more = lost.length > MOST_NAMED ? `; and ${lost.length - MOST_NAMED} more` : '';
  return differs(
    answer.sent,
    `The app cannot read all of it. ${named}${more}.`,
    'The app works, and shows the rest: what it cannot read is missing.',
  );
}
