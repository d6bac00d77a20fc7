import {
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
  type RouterHistory,
} from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import '../styles/global.css';
import type { StudioServices } from '../../application/studio/services.ts';
import { EditorScreen } from './editor/editor-screen.tsx';
import { HomeScreen } from './home-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { CalendarScreen } from './overviews/calendar-screen.tsx';
import { SubjectsScreen } from './overviews/subjects-screen.tsx';
import { MemberScreen } from './people/member-screen.tsx';
import { MembersScreen } from './people/members-screen.tsx';
import { StatementsScreen } from './people/statements-screen.tsx';
import { StudioProvider } from './services.ts';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen });

const titleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/titles/$id',
  component: TitlePage,
});

const calendarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar',
  component: CalendarScreen,
});

const subjectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subjects',
  component: SubjectsScreen,
});

const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  component: MembersScreen,
});

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members/$id',
  component: MemberPage,
});

const statementsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statements',
  component: StatementsScreen,
});

function MemberPage() {
  const { id = '' } = useParams({ strict: false });
  return <MemberScreen id={id} />;
}

function TitlePage() {
  const { id = '' } = useParams({ strict: false });
  return <EditorScreen id={id} />;
}

/**
 * The studio, ready to be rendered.
 *
 * @param history the browser's history if absent
 */
export function openStudio(services: StudioServices, history?: RouterHistory): ReactNode {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      homeRoute,
      titleRoute,
      calendarRoute,
      subjectsRoute,
      membersRoute,
      memberRoute,
      statementsRoute,
    ]),
    basepath: '/studio',
    ...(history && { history }),
    scrollRestoration: false,
    notFoundMode: 'root',
  });
  return (
    <StrictMode>
      <StudioProvider value={services}>
        <RouterProvider router={router} />
      </StudioProvider>
    </StrictMode>
  );
}
