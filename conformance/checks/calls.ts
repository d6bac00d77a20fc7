import { PAGE_SIZES } from '../../src/domain/catalogue/page-sizes.ts';
import type { ApiResult, ContentApi } from '../../src/ports/content-api.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import { playable, type Samples } from '../samples.ts';
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

const page = (of: string): string => `The page of ${of} shows an error.`;

/** A call for a sample of the catalogue, with a page of its own. */
const callOf = <Name extends keyof Samples>(
  id: string,
  title: string,
  of: string,
  name: Name,
  make: (api: ContentApi, sample: NonNullable<Samples[Name]>) => Promise<ApiResult<unknown>>,
): NamedCall => ({
  id,
  title,
  notices: of.endsWith('.') ? of : page(of),
  make: (known) => {
    const sample = known[name];
    return sample === undefined || sample === null ? undefined : async (api) => make(api, sample);
  },
});

const CALLS: readonly NamedCall[] = [
  call('browse', 'The shelves of the home page', 'The home page shows an error.', (api) =>
    api.catalogue.browse(),
  ),
  call('for-you', 'Recommendations for the home page', '"Your Next Listen" is missing at home.', (api) =>
    api.catalogue.forYou(),
  ),
  ...LISTS.map(({ id, title, notices, pages }) => ({
    id,
    title,
    notices,
    make: (known: Samples): Call | undefined => {
      const read = pages(known);
      return read === null ? undefined : async (api: ContentApi) => read(api, null);
    },
  })),
  callOf('content', 'One title', 'a title', 'first', (api, { id }) => api.catalogue.content(id)),
  callOf('content-of-category', 'The titles of a category', 'a category', 'category', (api, id) =>
    api.catalogue.contentOfCategory(id, null),
  ),
  callOf('groups-of-category', 'The titles of a category by topic', 'a category', 'category', (api, id) =>
    api.catalogue.groupsOfCategory(id),
  ),
  callOf('groups-of-topic', 'The titles of a topic by category', 'a topic', 'topic', (api, id) =>
    api.catalogue.groupsOfTopic(id),
  ),
  call('random', 'A random title', '"Ask the Universe" does nothing.', (api) => api.catalogue.random()),
  callOf(
    'collection-tracks',
    'The tracks of a collection',
    'A collection cannot be played.',
    'collection',
    (api, { id }) => api.catalogue.collectionTracks(id),
  ),
  call('categories', 'The categories', 'The page Categories shows an error.', (api) =>
    api.catalogue.categories(),
  ),
  callOf('category', 'One category', 'a category', 'category', (api, id) => api.catalogue.category(id)),
  call('topics', 'The topics', 'The page Topics shows an error.', (api) =>
    api.catalogue.topics(PAGE_SIZES.topics),
  ),
  callOf('topic', 'One topic', 'a topic', 'topic', (api, id) => api.catalogue.topic(id)),
  callOf('author', 'One author, with the titles', 'an author', 'author', (api, id) =>
    api.catalogue.author(id),
  ),
  callOf('narrator', 'One narrator, with the titles', 'a narrator', 'narrator', (api, id) =>
    api.catalogue.narrator(id),
  ),
  callOf('series', 'One series, with its titles', 'a series', 'series', (api, id) =>
    api.catalogue.series(id),
  ),
  callOf(
    'playing-data',
    'Where the listener is in a title',
    'A title always starts at its beginning.',
    'first',
    (api, { id }) => api.playback.playbackRecord(id),
  ),
  call(
    'user',
    'The listener and the membership',
    'Play says that the membership could not be checked.',
    (api) => api.users.me(),
  ),
];

/** How much of what is lost is named. */
const MOST_NAMED = 3;

/** One check for each call that reads: the app's own decoder accepts the response, and leaves nothing out. */
export const callChecks: readonly Check[] = CALLS.map(({ id, title, notices, make }) => ({
  id,
  title,
  notices,
  run: async (target) => {
    const made = make(await target.known());
    return made === undefined ? notTried('The lists name no sample for it.') : accepted(target, made);
  },
}));

export const tokenizeCheck: Check = {
  id: 'tokenize',
  title: 'The address of a sound',
  notices: 'Nothing can be played.',
  run: async (target) => {
    const { url } = await playable(target);
    return accepted(target, async ({ playback }) => playback.tokenize(url));
  },
};

/** The download of the data is offered only to listeners whose `can_export` is set. */
export const exportCheck: Check = {
  id: 'export',
  title: "The download of the listener's data",
  notices: 'The download on the account page fails.',
  run: async (target) => {
    const me = await target.me();
    if (me.value.canExport !== true) return notTried('The provider does not offer it: no can_export.');
    return accepted(target, async ({ users }) => users.exportData());
  },
};

/** Passes if the app's own decoder uses the whole response. */
async function accepted(target: Target, make: Call): Promise<Outcome> {
  const asked = await target.ask(make);
  const { response, lost } = asked;
  if (lost.length === 0) return passed;
  const named = lost.slice(0, MOST_NAMED).join('; ');
  const more = lost.length > MOST_NAMED ? `; and ${lost.length - MOST_NAMED} more` : '';
  return differs(
    response.sent,
    `The app cannot read all of it. ${named}${more}.`,
    'The app works, and shows the rest: what it cannot read is missing.',
  );
}
