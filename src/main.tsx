import { started } from './composition/started.ts';
import { mountApp } from './ui/app.tsx';

async function show(root: HTMLElement): Promise<void> {
  const application = await started;
  if (!application.ok) {
    const { mountConfigurationError } = await import('./ui/configuration-error.tsx');
    mountConfigurationError(root, application.error);
    return;
  }
  const { services, shownBy } = application.value;
  shownBy(mountApp(root, services));
}

const root = document.getElementById('root');
if (root !== null) void show(root);
