import { whenQuiet } from './when-quiet.ts';
import type { Log } from '../../ports/log.ts';

const ADDRESS = '/service-worker.js';

declare global {
  interface Window {
    /** The part of Trusted Types that is used here. Not every browser has it. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(input: string): string };
    };
  }
}

/** The page's policy allows one script address, and returns it for every input (APP-37). */
const trustedAddress = (): string =>
  window.trustedTypes
    ?.createPolicy('service-worker', { createScriptURL: () => ADDRESS })
    .createScriptURL(ADDRESS) ?? ADDRESS;

/**
 * Registers the service worker once the page is quiet (APP-47): then files of the product come from this browser, and
 * the page opens without a network. The product also works without it.
 */
export function registerServiceWorker(log: Log): void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Absent if the page is not served securely.
  if (container === undefined) return;
  whenQuiet(() => {
    // The address never changes, so the browser must not use its HTTP cache for updates.
    container.register(trustedAddress(), { updateViaCache: 'none' }).catch((error: unknown) => {
      log.warn('The service worker could not be registered', { reason: String(error) });
    });
  });
}
