import { startApplication } from './composition/start.ts';
import { openApp } from './ui/app/app.tsx';
import { openLanguage } from 'audio-streaming-translations/page';
import './ui/app/page-skeleton.css';

/** The largest library. While it arrives, the application starts and reads its first responses. */
const renderer = import('react-dom/client');
// `show` handles the failure when it needs the library.
renderer.catch(() => undefined);

/** The page of the document becomes React's with its first render. */
async function show(root: HTMLElement): Promise<void> {
  // The texts are under way since the start script. No module asks for one before.
  const [application] = await Promise.all([startApplication(), openLanguage()]);
  if (!application.ok) {
    const { mountConfigurationError } = await import('audio-streaming-components/configuration-error');
    mountConfigurationError(root, application.error);
    return;
  }
  const { services, connectScreens } = application.value;
  const app = openApp(services);
  // The session may end while the first page loads.
  connectScreens(app);
  const [{ createRoot }] = await Promise.all([renderer, app.loaded]);
  createRoot(root).render(app.screens);
}

const root = document.getElementById('root');
if (root !== null) void show(root);
