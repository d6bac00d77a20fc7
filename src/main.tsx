import { started } from './composition/start.ts';
import { openApp } from './ui/app/app.tsx';

const renderer = import('./ui/app/react-dom.ts');

async function show(root: HTMLElement): Promise<void> {
  const application = await started;
  if (!application.ok) {
    const { mountConfigurationError } = await import('./ui/app/configuration-error.tsx');
    mountConfigurationError(root, application.error);
    return;
  }
  const { services, connectScreens } = application.value;
  const app = openApp(services);
  const { createRoot } = await renderer;
  createRoot(root).render(app.screens);
  connectScreens(app);
}

const root = document.getElementById('root');
if (root !== null) void show(root);
