import { createRoute } from '@tanstack/react-router';
import { categoryId, topicId } from '../../../../domain/catalogue/content.ts';
import { Resource, loadedSoon } from '../../../components/resource/resource.ts';
import { entryKey } from '../../../navigation/entry.ts';
import { ARRANGED } from '../../../routes/arranged.ts';
import { lazyComponent } from '../../../routes/lazy-screen.tsx';
import { signalOf } from '../../../routes/loading.ts';
import { membersRoute } from '../../../routes/parents.ts';
import { groupsResources, namesResource } from './subject-resources.ts';

const subjectScreens = async () => import('./subject-screens.tsx');

const categoriesRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories',
  loader: ({ context: { services }, abortController }) =>
    loadedSoon({ categories: new Resource(services.loadPages.categories(signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await subjectScreens()).CategoriesScreen,
    (CategoriesScreen) => <CategoriesScreen data={categoriesRoute.useLoaderData()} />,
  ),
});

const categoryRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories/$id',
  ...ARRANGED,
  loader: async ({
    context: { services, audioHistory },
    location,
    params: { id },
    deps: { arrangement },
    abortController,
  }) => ({
    opened: audioHistory.open(entryKey(location), () =>
      services.lists.open(services.lists.category(categoryId(id)), arrangement),
    ),
    groups: await loadedSoon(
      groupsResources(services.loadPages.category(categoryId(id), signalOf(abortController))),
    ),
  }),
  component: lazyComponent(
    async () => (await subjectScreens()).CategoryScreen,
    (CategoryScreen) => (
      <CategoryScreen id={categoryRoute.useParams().id} data={categoryRoute.useLoaderData()} />
    ),
  ),
});

const categoryTopicRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/categories-topics/$cid/$tid',
  ...ARRANGED,
  loader: async ({
    context: { services, audioHistory },
    location,
    params: { cid, tid },
    deps: { arrangement },
    abortController,
  }) => ({
    opened: audioHistory.open(entryKey(location), () =>
      services.lists.open(services.lists.categoryTopic(categoryId(cid), topicId(tid)), arrangement),
    ),
    names: await loadedSoon(
      namesResource(
        services.loadPages.categoryTopicNames(categoryId(cid), topicId(tid), signalOf(abortController)),
      ),
    ),
  }),
  component: lazyComponent(
    async () => (await subjectScreens()).CategoryTopicScreen,
    (CategoryTopicScreen) => <CategoryTopicScreen data={categoryTopicRoute.useLoaderData()} />,
  ),
});

const topicsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/topics',
  loader: ({ context: { services }, abortController }) =>
    loadedSoon({ topics: new Resource(services.loadPages.topics(signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await subjectScreens()).TopicsScreen,
    (TopicsScreen) => <TopicsScreen data={topicsRoute.useLoaderData()} />,
  ),
});

const topicRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/topics/$id',
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon(groupsResources(services.loadPages.topic(topicId(id), signalOf(abortController)))),
  component: lazyComponent(
    async () => (await subjectScreens()).TopicScreen,
    (TopicScreen) => <TopicScreen id={topicRoute.useParams().id} data={topicRoute.useLoaderData()} />,
  ),
});

/** The categories and the topics: all of them, and one each. */
export const subjectRoutes = [
  categoriesRoute,
  categoryRoute,
  categoryTopicRoute,
  topicsRoute,
  topicRoute,
] as const;
