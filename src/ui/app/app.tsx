import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { StrictMode, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import '../styles/global.css';
import { createAppRouter } from './router.tsx';
import { openQuietly, reloadPage, refreshScreen } from './reload-page.ts';
import { ServicesProvider, type Services } from './services.ts';

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

/** How long the first page waits for its data while the document shows a first frame, in milliseconds. */
const MOST_WAIT = 1000;

/**
 * Opens the route of the current address, so that its data loads before the first render. Call it once, when all
 * services exist.
 *
 * @param history the browser's history if absent
 * @param onShown called when the first page is in the document; the returned function is called when its controls work
 */
export function openApp(
  services: Services,
  { history, onShown }: { readonly history?: RouterHistory; readonly onShown?: () => () => void } = {},
): OpenedApp {
  const router = createAppRouter(services, history);
  const opening = onShown === undefined ? router.load({ sync: true }) : openQuietly(router, MOST_WAIT);
  // The route itself shows the failure.
  const loaded = opening.catch(() => undefined);
  return {
    loaded,
    screens: (
      <StrictMode>
        <ServicesProvider value={services}>
          <FirstShown onShown={onShown}>
            <RouterProvider router={router} />
          </FirstShown>
        </ServicesProvider>
      </StrictMode>
    ),
    recheckRoute: () => void reloadPage(router),
    refreshScreen: () => void refreshScreen(router),
  };
}

type FirstShownProps = { readonly onShown: (() => () => void) | undefined; readonly children: ReactNode };

/** Calls back when its content is in the document, before the browser paints it, and when the effects of it have run. */
function FirstShown({ onShown, children }: FirstShownProps) {
  const onWorking = useRef<() => void>(undefined);
  const shown = useEffectEvent(() => {
    onWorking.current = onShown?.();
  });
  useLayoutEffect(() => shown(), []);
  useEffect(() => onWorking.current?.(), []);
  return children;
}
