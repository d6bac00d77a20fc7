import { startTransition } from 'react';
import { started } from './composition/start.ts';
import { openApp } from './ui/app/app.tsx';

const renderer = import('./ui/app/react-dom.ts');

async function show(root: HTMLElement): Promise<void> {
  const application = await started;
  if (!application.ok) {
    const { mountConfigurationError } = await import('./ui/app/configuration-error.tsx');
    window.endFirstFrame?.();
    mountConfigurationError(root, application.error);
    return;
  }
  const { services, connectScreens } = application.value;
  const { endFirstFrame } = window;
  const app = openApp(services, endFirstFrame && { onShown: endFirstFrame });
  // The session may end while the first page loads.
  connectScreens(app);
  const [{ createRoot }] = await Promise.all([renderer, endFirstFrame && app.loaded]);
  // React renders a transition in small slices, so the page reacts meanwhile.
  startTransition(() => createRoot(root).render(app.screens));
}

const root = document.getElementById('root');
if (root !== null) void show(root);
