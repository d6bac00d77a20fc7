import { respondWithAsset, respondWithPage, kindOfRequest } from './responses.ts';
import { BuildFiles, type Build } from './build-files.ts';

declare const self: ServiceWorkerGlobalScope;

declare const BUILD: Build;

declare global {
  /** Static routing. Not all browsers have it, and the type library does not declare it. */
  interface ExtendableEvent {
    addRoutes?(rule: {
      readonly condition: { readonly or: readonly { readonly requestMethod: string }[] };
      readonly source: 'network';
    }): Promise<void>;
  }
}

/**
 * Requests that change data. Without this rule the browser asks the worker about each of them, and a request that a
 * page makes while it ends is often lost meanwhile (APP-50).
 */
const CHANGES = { or: [{ requestMethod: 'POST' }, { requestMethod: 'PUT' }] };

/**
 * With navigation preload, the browser fetches a page while the worker starts. Firefox does not show what the worker responds
 * if that fetch fails, so without a network there would be no page (APP-63).
 */
const hasPreload = !navigator.userAgent.includes('Firefox/');

/*
 * Stores the product's own files, so that it opens quickly and without a network (APP-47). A new version takes over as
 * soon as its files are stored. No tab has to be closed for it.
 */
const files = new BuildFiles(caches, BUILD);

self.addEventListener('install', (event) => {
  // A browser that refuses the rule still gets the worker.
  event.addRoutes?.({ condition: CHANGES, source: 'network' }).catch(() => undefined);
  event.waitUntil(files.storeAll().then(async () => self.skipWaiting()));
});

// A page asks whether it opens without a network (DOWN-90). What is missing is stored first.
self.addEventListener('message', (event) => {
  const [page] = event.ports;
  if (page === undefined) return;
  const outcome = files.storeAll().then(() => 'stored', reasonOf);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has only one receiver
  event.waitUntil(outcome.then((stored) => page.postMessage(stored)));
});

/** Why files could not be stored. */
const reasonOf = (error: unknown): 'full' | 'blocked' | 'unreachable' => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  return name === 'SecurityError' ? 'blocked' : 'unreachable';
};

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    await files.deleteOldBuilds();
    const { navigationPreload } = self.registration;
    if (hasPreload) await navigationPreload?.enable();
    else await navigationPreload?.disable();
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isPartial = request.headers.has('range');
  const kind = kindOfRequest({ ...factsOf(request), isPartial }, self.location.origin);
  if (kind === 'other') {
    // The browser has begun to fetch this page. Without a response it would fetch the page again, and a code in the
    // address would be used twice.
    if (hasPreload && request.mode === 'navigate' && request.method === 'GET') {
      event.respondWith(preloaded(event).then((response) => response ?? fetch(request)));
    }
    return;
  }
  const later = (work: Promise<unknown>): void => event.waitUntil(work);
  event.respondWith(
    kind === 'asset'
      ? respondWithAsset(request, files, later)
      : respondWithPage(request, files, Promise.resolve(preloaded(event)), later),
  );
});

const factsOf = ({ method, destination, url }: Request) => ({ method, destination, url });

/** Returns the response of navigation preload. Its declared type is `any`. */
const preloaded = async (event: FetchEvent): Promise<Response | undefined> => {
  const started: unknown = await event.preloadResponse;
  return started instanceof Response ? started : undefined;
};
