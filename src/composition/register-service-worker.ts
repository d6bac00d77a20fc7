import { whenIdle } from '../adapters/system/when-idle.ts';
import type { Log } from '../ports/log.ts';

const ADDRESS = '/service-worker.js';

declare global {
  interface Window {
    /** Trusted Types, as far as they are used here: what they make passes for text. Not every browser has them. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(input: string): string };
    };
  }
}

/** The page's policy lets one script be loaded by its address, and it is this one, whatever anybody asks for. */
const trustedAddress = (): string =>
  window.trustedTypes
    ?.createPolicy('service-worker', { createScriptURL: () => ADDRESS })
    .createScriptURL(ADDRESS) ?? ADDRESS;

/**
 * Lets the service worker in, once the page has all it needs: files of the product then come from this browser, and
 * the page opens without a network. Without one everything works, too.
 */
export function registerServiceWorker(log: Log): void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  // Absent where the page is not served securely.
  if (container === undefined || !import.meta.env.PROD) return;
  const register = (): void => {
    whenIdle(() => {
      // The address never changes, and the browser asks its host each time.
      container.register(trustedAddress(), { updateViaCache: 'none' }).catch((error: unknown) => {
        log.warn('The service worker could not be registered', { reason: String(error) });
      });
    });
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
