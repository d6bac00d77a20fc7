import type { Container } from 'inversify';
import type { HostedSignIn } from '../application/hosted-sign-in.ts';
import { LeavePage } from '../application/leave-page.ts';
import { asksNotToBeTracked } from '../adapters/system/do-not-track.ts';
import { mountApp } from '../ui/app.tsx';
import { mountConfigurationError } from '../ui/configuration-error.tsx';
import { begin } from './begin.ts';
import { chooseAdapters } from './chosen-adapters.ts';
import { decodeConfiguration } from './configuration.ts';
import { createContainer } from './container.ts';
import type { PageRecording } from './recording/record-page.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { resolveServices } from './services.ts';
import { TOKENS } from './tokens.ts';

/** Reads the page's configuration document and brings the application up on `root`. */
export async function startApplication(root: HTMLElement): Promise<void> {
  const text = document.getElementById('configuration')?.textContent ?? '';
  const configuration = decodeConfiguration(text, window.location.origin);
  if (!configuration.ok) {
    mountConfigurationError(root, configuration.error);
    return;
  }
  const container = createContainer(configuration.value);
  await chooseAdapters(container);
  const recording = asksToBeRecorded() ? await recordingOf(container) : null;
  begin(container, asksNotToBeTracked(navigator));
  const leavePage = container.get(LeavePage);
  const analytics = container.get(TOKENS.analytics);
  window.addEventListener('pagehide', () => {
    void leavePage.run();
    analytics.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    leavePage.hidden();
    analytics.flush();
  });

  const resolved = resolveServices(container);
  const services = recording?.services(resolved) ?? resolved;
  arriveFromHostedLogin(services.hostedSignIn);
  const app = mountApp(root, services);
  container.get(TOKENS.auth).ended.subscribe(() => {
    // The guard of the route that is shown leads to the sign-in screen, and knows the way back.
    app.recheckRoute();
  });
  registerServiceWorker(container.get(TOKENS.log));
}

/** `?record` in the address takes the run down, to be attached to a report of what went wrong. */
const asksToBeRecorded = (): boolean => new URLSearchParams(window.location.search).has('record');

async function recordingOf(container: Container): Promise<PageRecording> {
  const { recordPage } = await import('./recording/record-page.ts');
  return recordPage(container);
}

/** A listener who comes back from the hosted login; what the address held is taken out of it before anything else. */
function arriveFromHostedLogin(hostedSignIn: HostedSignIn): void {
  const { pathname, search } = window.location;
  if (pathname !== '/login') return;
  const arrival = hostedSignIn.arrive(search);
  if (arrival === null) return;
  const from =
    arrival.onwards === null ? '' : `?${new URLSearchParams({ from: arrival.onwards }).toString()}`;
  window.history.replaceState(null, '', `/login${from}`);
}
