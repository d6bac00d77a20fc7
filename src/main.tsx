import { started } from './composition/start.ts';
import { openApp } from './ui/app/app.tsx';

const drawing = import('./ui/app/react-dom.ts');

async function show(root: HTMLElement): Promise<void> {
  const application = await started;
  if (!application.ok) {
    const { mountConfigurationError } = await import('./ui/app/configuration-error.tsx');
    mountConfigurationError(root, application.error);
    return;
  }
  const { services, shownBy } = application.value;
  const app = openApp(services);
  const { createRoot } = await drawing;
  createRoot(root).render(app.screens);
  shownBy(app);
}

const root = document.getElementById('root');
if (root !== null) void show(root);
