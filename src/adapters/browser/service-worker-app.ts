import type { AppFailure } from '../../domain/downloads/download.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { OfflineApp } from '../../ports/platform.ts';
import { SERVICE_WORKER, trustedScript } from './register-service-worker.ts';

/** Milliseconds. A worker that has not responded until then is asked again later. A worker of an older build never responds. */
const LONGEST_WAIT = 30_000;

/** What the worker responds if its files are not all stored. Anything else counts as a lost network. */
const FAILURES: ReadonlyMap<unknown, AppFailure> = new Map([
  ['full', 'app-full'],
  ['blocked', 'app-blocked'],
]);

type Stored = Result<void, { readonly kind: AppFailure }>;

/** The files that the service worker stores. They are complete when an active worker says so (DOWN-90). */
export class ServiceWorkerApp implements OfflineApp {
  /** @param container absent if the page is not served securely, and in some private windows */
  constructor(private readonly container: ServiceWorkerContainer | undefined) {}

  isStored(): boolean {
    return (this.container?.controller ?? null) !== null;
  }

  async store(): Promise<Stored> {
    try {
      const registration: ServiceWorkerRegistration | undefined = await this.container?.register(
        trustedScript(SERVICE_WORKER),
        { updateViaCache: 'none' },
      );
      const worker = registration?.active ?? registration?.waiting ?? registration?.installing ?? null;
      return worker === null ? failed({ kind: 'app-blocked' }) : await storedBy(worker);
    } catch (error) {
      // A browser that refuses service workers names another error.
      const isLost = error instanceof TypeError;
      return failed({ kind: isLost ? 'unreachable' : 'app-blocked' });
    }
  }
}

/** Asks a worker to store what is missing, and waits until it is active. */
async function storedBy(worker: ServiceWorker): Promise<Stored> {
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const responded = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data));
    port1.start();
    timer = setTimeout(() => resolve(null), LONGEST_WAIT);
  });
  worker.postMessage('store', [port2]);
  const response = await responded;
  clearTimeout(timer);
  port1.close();
  if (response !== 'stored') return failed({ kind: FAILURES.get(response) ?? 'unreachable' });
  return (await hasActivated(worker)) ? ok(undefined) : failed({ kind: 'unreachable' });
}

/** False if the worker was replaced, or could not be installed. */
const hasActivated = async (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve(worker.state === 'activated');
    };
    worker.addEventListener('statechange', look);
    look();
  });
