import { asksNotToBeTracked } from '../adapters/browser/browser-platform.ts';
import { nextTask, onReturn } from '../adapters/browser/scheduling.ts';
import { registerServiceWorker } from '../adapters/browser/register-service-worker.ts';
import { comesFromHostedLogin } from '../application/session/session.ts';
import type { Result } from '../domain/result.ts';
import type { MountedApp } from '../ui/app/app.tsx';
import type { Services } from '../ui/services.ts';
import { chooseStores } from './chosen-stores.ts';
import {
  decodeConfiguration,
  missingLinks,
  type ConfigurationFailure,
} from './configuration/configuration.ts';
import { createContainer } from './adapters.ts';
import type { Container } from './container.ts';
import { importLazyServices } from './import-lazy-services.ts';
import { LazyServices } from './lazy-services.ts';
import { resolveServices } from './services.ts';
import { startStates } from './start-states.ts';
import { TOKENS } from './tokens.ts';

/** The application before anything of it is rendered. */
export type Started = {
  readonly services: Services;
  /** Connects the mounted screens to events of the application. */
  readonly connectScreens: (app: MountedApp) => void;
};

/** Reads the configuration document of the page and starts everything that needs no screen. */
export async function startApplication(): Promise<Result<Started, ConfigurationFailure>> {
  const text = document.getElementById('configuration')?.textContent ?? '';
  const configuration = decodeConfiguration(text, window.location.origin);
  if (!configuration.ok) return configuration;
  await nextTask();
  const container = createContainer(configuration.value);
  warnOfMissingLinks(container);
  await chooseStores(container);
  await nextTask();
  startStates(container, asksNotToBeTracked(navigator));
  await nextTask();
  const lazyServices = new LazyServices(async () => importLazyServices(container));
  const analytics = container.get(TOKENS.analytics);
  window.addEventListener('pagehide', () => {
    analytics.flush();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') analytics.flush();
  });

  // The result of the hosted login is processed before the first guard checks the session (SES-49).
  if (comesFromHostedLogin(window.location)) await lazyServices.load();
  const services = resolveServices(container, lazyServices);
  const connectScreens = (app: MountedApp): void => {
    container.get(TOKENS.auth).ended.subscribe(() => {
      // The guard of the current route redirects to the sign-in screen and passes on the current address.
      app.recheckRoute();
    });
    onReturn(() => {
      services.followTime.move();
      void services.followMembership.returned(() => app.refreshScreen());
    });
    if (import.meta.env.PROD) registerServiceWorker(container.get(TOKENS.log));
  };
  await nextTask();
  return { ok: true, value: { services, connectScreens } };
}

/** Controls without a link are not shown, so the log names the missing links (APP-31). */
function warnOfMissingLinks(container: Container): void {
  const links = missingLinks(container.get(TOKENS.configuration)).join(', ');
  if (links !== '')
    container.get(TOKENS.log).warn('The configuration names no address for these links', { links });
}
