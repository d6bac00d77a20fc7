import { PAGE_SIZES } from '../../../src/domain/catalogue/limits.ts';
import type { ApiResult, ContentApi } from '../../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import { playableUrl, type Samples } from '../samples.ts';
import type { Target } from '../target.ts';
import { LISTS } from './pages.ts';

type Call = (api: ContentApi) => Promise<ApiResult<unknown>>;

type NamedCall = {
  readonly id: string;
  readonly title: string;
  readonly notices: string;
  /** Undefined if the catalogue lacks a sample for the call. */
  readonly make: (known: Samples) => Call | undefined;
};

const call = (id: string, title: string, notices: string, make: Call): NamedCall => ({
  id,
  title,
  notices,
  make: () => make,
});

/** A call for one sample. */
const callOf = <Sample>(
  id: string,
  title: string,
  notices: string,
  sample: (known: Samples) => Sample | undefined,
  make: (api: ContentApi, sample: Sample) => Promise<ApiResult<unknown>>,
): NamedCall => ({
  id,
  title,
  notices,
  make: (known) => {
    const found = sample(known);
    return found === undefined ? undefined : async (api) => make(api, found);
  },
});

const page = (of: string): string => `The page of ${of} shows an error.`;

const CALLS: readonly NamedCall[] = [
  call('browse', 'The shelves of the home page', 'The home page shows an error.', async ({ catalogue }) =>
    catalogue.browse(),
  ),
  call(
    'for-you',
    'Recommendations for the home page',
    '"Your Next Listen" is missing at home.',
    async (api) => api.catalogue.forYou(),
  ),
  ...LISTS.map(({ id, title, notices, pages }) => ({
    id,
    title,
    notices,
    make: (known: Samples): Call | undefined => {
      const read = pages(known);
      return read === null ? undefined : async (api) => read(api, null);
    },
  })),
  callOf(
    'content',
    'One title',
    page('a title'),
    ({ items }) => items[0]?.id,
    async ({ catalogue }, id) => catalogue.content(id),
  ),
  callOf(
    'content-of-category',
    'The titles of a category',
    page('a category'),
    ({ category }) => category,
    async ({ catalogue }, id) => catalogue.contentOfCategory(id, null),
  ),
  callOf(
    'groups-of-category',
    'The titles of a category by topic',
    page('a category'),
    ({ category }) => category,
    async ({ catalogue }, id) => catalogue.groupsOfCategory(id),
  ),
  callOf(
    'groups-of-topic',
    'The titles of a topic by category',
    page('a topic'),
    ({ topic }) => topic,
    async ({ catalogue }, id) => catalogue.groupsOfTopic(id),
  ),
  call('random', 'A random title', '"Ask the Universe" does nothing.', async (api) => api.catalogue.random()),
  callOf(
    'collection-tracks',
    'The tracks of a collection',
    'A collection cannot be played.',
    ({ collection }) => collection?.id,
    async ({ catalogue }, id) => catalogue.collectionTracks(id),
  ),
  call('categories', 'The categories', 'The page Categories shows an error.', async ({ catalogue }) =>
    catalogue.categories(),
  ),
  callOf(
    'category',
    'One category',
    page('a category'),
    ({ category }) => category,
    async ({ catalogue }, id) => catalogue.category(id),
  ),
  call('topics', 'The topics', 'The page Topics shows an error.', async ({ catalogue }) =>
    catalogue.topics(PAGE_SIZES.topics),
  ),
  callOf(
    'topic',
    'One topic',
    page('a topic'),
    ({ topic }) => topic,
    async ({ catalogue }, id) => catalogue.topic(id),
  ),
  callOf(
    'author',
    'One author, with the titles',
    page('an author'),
    ({ author }) => author,
    async ({ catalogue }, id) => catalogue.author(id),
  ),
  callOf(
    'narrator',
    'One narrator, with the titles',
    page('a narrator'),
    ({ narrator }) => narrator,
    async ({ catalogue }, id) => catalogue.narrator(id),
  ),
  callOf(
    'series',
    'One series, with its titles',
    page('a series'),
    ({ series }) => series,
    async ({ catalogue }, id) => catalogue.series(id),
  ),
  callOf(
    'playing-data',
    'Where the listener is in a title',
    'A title always starts at its beginning.',
    ({ items }) => items[0]?.id,
    async ({ playback }, id) => playback.playbackRecord(id),
  ),
  call(
    'user',
    'The listener and the membership',
    'Play says that the membership could not be checked.',
    async (api) => api.users.me(),
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
    const made = make(await target.known());
    return made === undefined ? notTried('The lists name no sample for it.') : accepted(target, made);
  },
}));

export const tokenizeCheck: Check = {
  id: 'tokenize',
  title: 'The address of a sound',
  notices: 'Nothing can be played.',
  needs: ['api', 'session'],
  run: async (target) => {
    const url = await playableUrl(target);
    return url.ok
      ? accepted(target, async ({ playback }) => playback.tokenize(url.value))
      : notTried(url.why);
  },
};

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
async function accepted(target: Target, make: Call): Promise<Outcome> {
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
