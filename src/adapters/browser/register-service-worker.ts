import type { Log } from '../../ports/platform.ts';
import { whenQuiet } from './scheduling.ts';

/** The address of the service worker. It controls only pages below its own folder. */
export const SERVICE_WORKER = '/service-worker.js';

/** How long a warning waits, in milliseconds. */
const WARNING_DELAY = 10_000;

/**
 * Registers the service worker once the page is quiet (APP-47): then files of the product come from this browser, and
 * the page opens without a network. The product also works without it (APP-52).
 */
export function registerServiceWorker(log: Log): void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Absent if the page is not served securely.
  if (container !== undefined) whenQuiet(() => void register(container, log));
}

/** Writes a warning if the registration fails, unless the listener is leaving the page (APP-66). */
async function register(container: ServiceWorkerContainer, log: Log): Promise<void> {
  try {
    // The address never changes, so the browser must not use its HTTP cache for updates.
    await container.register(trustedScript(SERVICE_WORKER), { updateViaCache: 'none' });
  } catch (error) {
    // WebKit also rejects the registration if the listener leaves the page. Then the page ends before the warning.
    setTimeout(
      () => log.warn('The service worker could not be registered', { reason: String(error) }),
      WARNING_DELAY,
    );
  }
}

declare global {
  interface Window {
    /** The part of Trusted Types that is used here. Not every browser has it. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

/**
 * The addresses that may become workers: the service worker, the files of the build, and the sources in development.
 */
const OWN_SCRIPT = /^\/(?:service-worker\.js$|assets\/|src\/)/;

/** The policy is created once, because a page may not create it again. */
let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** The address of a worker, in the form that the page's policy demands (APP-37). */
export function trustedScript(address: string): string {
  policy ??= window.trustedTypes?.createPolicy('workers', {
    createScriptURL: (wanted) => (OWN_SCRIPT.test(wanted) ? wanted : ''),
  });
  return policy?.createScriptURL(address) ?? address;
}
