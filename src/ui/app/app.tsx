import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { InPageLanguage } from 'audio-streaming-components/in-page-language';
import 'audio-streaming-components/styles/global.css';
import { createAppRouter } from './router.tsx';
import { reloadPage, refreshScreen } from '../navigation/reload-page.ts';
import { ServicesProvider, type Services } from '../services.ts';

/** The functions of the mounted application that code outside the views may call. */
export type MountedApp = {
  /** Runs the guard of the current route again, because a session may have ended (SES-36). */
  recheckRoute(): void;
  /** Reloads what is on the screen, because it may be outdated. */
  refreshScreen(): void;
};

/** The application, ready to be rendered. */
export type OpenedApp = MountedApp & {
  readonly screens: ReactNode;
  /** Resolves when the first page has its code and its data, or can show why not. */
  readonly loaded: Promise<void>;
};

/**
 * Opens the route of the current address, so that its data loads before the first render. Call it once, when all
 * services exist.
 *
 * @param history the browser's history if absent
 */
export function openApp(
  services: Services,
  { history }: { readonly history?: RouterHistory } = {},
): OpenedApp {
  const router = createAppRouter(services, history);
  // The route itself shows the failure.
  const loaded = router.load({ sync: true }).catch(() => undefined);
  return {
    loaded,
    screens: (
      <StrictMode>
        <ServicesProvider value={services}>
          <InPageLanguage>
            <RouterProvider router={router} />
          </InPageLanguage>
        </ServicesProvider>
      </StrictMode>
    ),
    recheckRoute: () => void reloadPage(router),
    refreshScreen: () => void refreshScreen(router),
  };
}
