import { answerAsset, answerPage } from './answers.ts';
import { kindOfRequest } from './kind-of-request.ts';
import { Shelf } from './shelf.ts';

declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: the paths of the page and of what it needs, and a name for just these. */
declare const BUILD: { readonly version: string; readonly paths: readonly string[] };

/*
 * Keeps the product's own files, so that it opens at once and without a network. What it answers is the same in every
 * version; a new one takes over as soon as it has its files, and no tab has to be closed for it.
 */
const shelf = new Shelf(caches, BUILD.version);

self.addEventListener('install', (event) => {
  event.waitUntil(shelf.stock(BUILD.paths).then(async () => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    await shelf.forgetOldBuilds();
    // The page is on its way while the worker starts.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isPartial = request.headers.has('range');
  const kind = kindOfRequest({ ...factsOf(request), isPartial }, self.location.origin);
  if (kind === 'other') return;
  const later = (work: Promise<unknown>): void => event.waitUntil(work);
  event.respondWith(
    kind === 'asset'
      ? answerAsset(request, shelf, later)
      : answerPage(request, shelf, Promise.resolve(preloaded(event)), later),
  );
});

const factsOf = ({ method, destination, url }: Request) => ({ method, destination, url });

/** What navigation preload has begun to fetch; its type knows nothing of it. */
const preloaded = async (event: FetchEvent): Promise<Response | undefined> => {
  const begun: unknown = await event.preloadResponse;
  return begun instanceof Response ? begun : undefined;
};
