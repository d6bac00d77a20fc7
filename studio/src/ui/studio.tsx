import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import type { StudioServices } from '../application/services.ts';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { InPageLanguage } from 'audio-streaming-components/in-page-language';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { t } from 'audio-streaming-translations/translate';
import 'audio-streaming-components/styles/global.css';
import 'audio-streaming-components/styles/late.css';
import { CatalogueSection } from './catalogue/catalogue-section.tsx';
import { StudioLink, useIdOfPath } from './navigation.tsx';
import { EditorScreen } from './editor/editor-screen.tsx';
import { CalendarScreen } from './overviews/calendar-screen.tsx';
import { SubjectsScreen } from './overviews/subjects-screen.tsx';
import { MemberScreen } from './people/member-screen.tsx';
import { MembersScreen } from './people/members-screen.tsx';
import { StatementsScreen } from './people/statements-screen.tsx';
import { StudioProvider, useStudio } from './services.ts';
import { Shell, StudioPage } from './shell/shell.tsx';
import { FeedsSection, ImportsSection } from './sources/sources-sections.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const pageAt = <Path extends string>(path: Path, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

function MemberPage() {
  return <MemberScreen id={useIdOfPath()} />;
}

function TitlePage() {
  return <EditorScreen id={useIdOfPath()} />;
}

const createStudioRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: rootRoute.addChildren([
      pageAt('/', HomeScreen),
      pageAt('/titles/$id', TitlePage),
      pageAt('/calendar', CalendarScreen),
      pageAt('/subjects', SubjectsScreen),
      pageAt('/members', MembersScreen),
      pageAt('/members/$id', MemberPage),
      pageAt('/statements', StatementsScreen),
    ]),
    basepath: '/studio',
    ...(history && { history }),
    scrollRestoration: false,
    notFoundMode: 'root',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStudioRouter>;
  }
}

/**
 * The studio, ready to be rendered.
 *
 * @param history the browser's history if absent
 */
export function openStudio(services: StudioServices, history?: RouterHistory): ReactNode {
  const router = createStudioRouter(history);
  return (
    <StrictMode>
      <StudioProvider value={services}>
        <InPageLanguage>
          <RouterProvider router={router} />
        </InPageLanguage>
      </StudioProvider>
    </StrictMode>
  );
}

/** The first page: the catalogue, the imports and the feeds. */
function HomeScreen() {
  const { brand } = useStudio();
  return (
    <StudioPage
      title={t('{brand} Studio', { brand })}
      lead={t('What your listeners find, where it comes from, and when it is open to whom.')}
    >
      <CatalogueSection />
      <ImportsSection />
      <FeedsSection />
    </StudioPage>
  );
}

function NotFoundScreen() {
  return (
    <StudioPage title={t('Page not found')}>
      <EmptyState text={t('There is nothing at this address of the studio.')}>
        <StudioLink to="/studio" className={buttonClass('primary')}>
          {t('To the catalogue')}
        </StudioLink>
      </EmptyState>
    </StudioPage>
  );
}
