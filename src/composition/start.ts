import type { Container } from 'inversify';
import { asksNotToBeTracked } from '../adapters/system/do-not-track.ts';
import { mountApp } from '../ui/app.tsx';
import { begin } from './begin.ts';
import { chooseAdapters } from './chosen-adapters.ts';
import { comesFromHostedLogin } from './comes-from-hosted-login.ts';
import { decodeConfiguration } from './configuration.ts';
import { createContainer } from './container.ts';
import { importLateRooms } from './import-late-rooms.ts';
import { LateRoom } from './late-room.ts';
import type { PageRecording } from './recording/record-page.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { resolveServices } from './services.ts';
import { TOKENS } from './tokens.ts';

/** Reads the page's configuration document and brings the application up on `root`. */
export async function startApplication(root: HTMLElement): Promise<void> {
  const text = document.getElementById('configuration')?.textContent ?? '';
  const configuration = decodeConfiguration(text, window.location.origin);
  if (!configuration.ok) {
    const { mountConfigurationError } = await import('../ui/configuration-error.tsx');
    mountConfigurationError(root, configuration.error);
    return;
  }
  await nextTask();
  const container = createContainer(configuration.value);
  await chooseAdapters(container);
  await nextTask();
  const recording = asksToBeRecorded() ? await recordingOf(container) : null;
  begin(container, asksNotToBeTracked(navigator));
  await nextTask();
  const late = new LateRoom(async () => importLateRooms(container));
  const analytics = container.get(TOKENS.analytics);
  window.addEventListener('pagehide', () => {
    analytics.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') analytics.flush();
  });

  // A listener on the way in is not shown the door.
  if (comesFromHostedLogin(window.location)) await late.open();
  const resolved = resolveServices(container, late);
  // A recording names whatever is called: nothing stands in for it.
  const services =
    recording === null ? resolved : recording.services({ ...resolved, ...(await late.open()) });
  await nextTask();
  const app = mountApp(root, services);
  container.get(TOKENS.auth).ended.subscribe(() => {
    // The guard of the route that is shown leads to the sign-in screen, and knows the way back.
    app.recheckRoute();
  });
  registerServiceWorker(container.get(TOKENS.log));
}

/** Starting takes long on a slow machine: between its steps the browser paints, and the listener is heard. */
const nextTask = async (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** `?record` in the address takes the run down, to be attached to a report of what went wrong. */
const asksToBeRecorded = (): boolean => new URLSearchParams(window.location.search).has('record');

async function recordingOf(container: Container): Promise<PageRecording> {
  const { recordPage } = await import('./recording/record-page.ts');
  return recordPage(container);
}
