import { createRoute } from '@tanstack/react-router';
import { readArrangement } from '../../../../domain/catalogue/arrangement.ts';
import { authorId, narratorId, seriesId } from '../../../../domain/catalogue/content.ts';
import { Resource, loadedSoon } from '../../../components/resource/resource.ts';
import { entryKey } from '../../../navigation/entry.ts';
import { ARRANGED } from '../../../routes/arranged.ts';
import { lazyComponent } from '../../../routes/lazy-screen.tsx';
import { signalOf } from '../../../routes/loading.ts';
import { membersRoute } from '../../../routes/parents.ts';
import type { Services } from '../../../services.ts';

const browseScreens = async () => import('./browse-screens.tsx');
const authorScreens = async () => import('./author-screens.tsx');

/** Which lists of people and series have entries, for the tabs of these pages. */
const browsableSoon = (services: Services, abortController: AbortController) =>
  loadedSoon({ browsable: new Resource(services.loadPages.browsable(signalOf(abortController))) });

const authorsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/authors',
  loader: async ({ context: { services, authorHistory }, location, abortController }) => ({
    opened: authorHistory.open(entryKey(location), () => services.lists.open(services.lists.authors)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await browseScreens()).AuthorsScreen,
    (AuthorsScreen) => <AuthorsScreen data={authorsRoute.useLoaderData()} />,
  ),
});

const narratorsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/narrators',
  loader: async ({ context: { services, narratorHistory }, location, abortController }) => ({
    opened: narratorHistory.open(entryKey(location), () => services.lists.open(services.lists.narrators)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await browseScreens()).NarratorsScreen,
    (NarratorsScreen) => <NarratorsScreen data={narratorsRoute.useLoaderData()} />,
  ),
});

const allSeriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/series',
  loader: async ({ context: { services, seriesHistory }, location, abortController }) => ({
    opened: seriesHistory.open(entryKey(location), () => services.lists.open(services.lists.allSeries)),
    ...(await browsableSoon(services, abortController)),
  }),
  component: lazyComponent(
    async () => (await browseScreens()).AllSeriesScreen,
    (AllSeriesScreen) => <AllSeriesScreen data={allSeriesRoute.useLoaderData()} />,
  ),
});

const authorRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/authors/$id',
  ...ARRANGED,
  loader: ({ context: { services }, params: { id }, deps: { arrangement }, abortController }) =>
    loadedSoon({
      author: new Resource(services.loadPages.author(authorId(id), arrangement, signalOf(abortController))),
    }),
  component: lazyComponent(
    async () => (await authorScreens()).AuthorScreen,
    (AuthorScreen) => (
      <AuthorScreen
        data={authorRoute.useLoaderData()}
        arrangement={readArrangement(authorRoute.useSearch())}
      />
    ),
  ),
});

const narratorRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/narrators/$id',
  ...ARRANGED,
  loader: ({ context: { services }, params: { id }, deps: { arrangement }, abortController }) =>
    loadedSoon({
      narrator: new Resource(
        services.loadPages.narrator(narratorId(id), arrangement, signalOf(abortController)),
      ),
    }),
  component: lazyComponent(
    async () => (await authorScreens()).NarratorScreen,
    (NarratorScreen) => (
      <NarratorScreen
        data={narratorRoute.useLoaderData()}
        arrangement={readArrangement(narratorRoute.useSearch())}
      />
    ),
  ),
});

const seriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/series/$id',
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon({ series: new Resource(services.loadPages.series(seriesId(id), signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await authorScreens()).SeriesScreen,
    (SeriesScreen) => <SeriesScreen data={seriesRoute.useLoaderData()} />,
  ),
});

/** The authors, the narrators and the series: all of them, and one each. */
export const peopleRoutes = [
  authorsRoute,
  narratorsRoute,
  allSeriesRoute,
  authorRoute,
  narratorRoute,
  seriesRoute,
] as const;
