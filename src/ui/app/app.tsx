import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import '../styles/global.css';
import { createAppRouter } from './router.tsx';
import { askAgain, refreshScreen } from './ask-again.ts';
import { ServicesProvider, type Services } from './services.ts';

/** What the outside may ask of the application on the screen. */
export type MountedApp = {
  /** Asks the guard of the route that is shown again: a session may have ended (contract 3.16). */
  recheckRoute(): void;
  /** What is on the screen may be outdated: asks for it again. */
  refreshScreen(): void;
};

/** The application, to be drawn. */
export type OpenedApp = MountedApp & { readonly screens: ReactNode };

/**
 * Opens the route that the address names, which asks for what it shows before anything can be drawn; called once, with
 * everything composed.
 */
export function openApp(services: Services): OpenedApp {
  const router = createAppRouter(services);
  // What fails is shown by its route.
  router.load({ sync: true }).catch(() => undefined);
  return {
    screens: (
      <StrictMode>
        <ServicesProvider value={services}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </StrictMode>
    ),
    recheckRoute: () => void askAgain(router),
    refreshScreen: () => void refreshScreen(router),
  };
}
