import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './global.css';
import { createAppRouter } from './router.tsx';
import { ServicesProvider, type Services } from './services.ts';

/** What the outside may ask of the application on the screen. */
export type MountedApp = {
  /** Asks the guard of the route that is shown again: a session may have ended (contract 3.16). */
  recheckRoute(): void;
};

/** Shows the application in `root`; called once, with everything composed. */
export function mountApp(root: HTMLElement, services: Services): MountedApp {
  const router = createAppRouter(services);
  createRoot(root).render(
    <StrictMode>
      <ServicesProvider value={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </StrictMode>,
  );
  return { recheckRoute: () => void router.invalidate() };
}
