import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './global.css';
import { createAppRouter } from './router.tsx';
import { ServicesProvider, type Services } from './services.ts';

/** Shows the application in `root`; called once, with everything composed. */
export function mountApp(root: HTMLElement, services: Services): void {
  const router = createAppRouter(services);
  createRoot(root).render(
    <StrictMode>
      <ServicesProvider value={services}>
        <RouterProvider router={router} />
      </ServicesProvider>
    </StrictMode>,
  );
}
