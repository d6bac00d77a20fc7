import { createRoot } from 'react-dom/client';
import { startStudio } from './composition/start-studio.ts';
import { mountConfigurationError } from 'audio-streaming-components/configuration-error';
import { openLanguage } from 'audio-streaming-translations/page';
import { openStudio } from './ui/studio.tsx';

/** The studio is a document and a build of its own (STU-4). */
const root = document.getElementById('root');
if (root !== null) void show(root);

async function show(root: HTMLElement): Promise<void> {
  // The texts are under way since the start script. No module asks for one before.
  const [studio] = await Promise.all([startStudio(), openLanguage()]);
  if (!studio.ok) mountConfigurationError(root, studio.error);
  else createRoot(root).render(openStudio(studio.value));
}
