/** The parts of a request that the service worker reads. */
export type RequestFacts = {
  readonly method: string;
  /** The kind of resource; `document` is a page. */
  readonly destination: string;
  readonly url: string;
  /** True for a range request, as media make it. */
  readonly isPartial: boolean;
};

/** The product's page, a file of the build, or any other request. */
export type RequestKind = 'page' | 'asset' | 'other';

const ASSETS = '/assets/';

/** The embedded provider's own paths and the studio's page. They are on the same origin as the product. */
const PROVIDERS_OWN = /^\/(?:api|billing|media|pages|pool|studio|__[^/]*)(?:\/|$)/;

/**
 * Decides how the worker handles a request. Only pages and files of the build are handled; every other request is left
 * to the browser (APP-50).
 *
 * @param origin of the page
 */
export function kindOfRequest(
  { method, destination, url, isPartial }: RequestFacts,
  origin: string,
): RequestKind {
  if (method !== 'GET' || isPartial) return 'other';
  const { origin: requested, pathname } = new URL(url);
  if (requested !== origin || PROVIDERS_OWN.test(pathname)) return 'other';
  if (destination === 'document') return 'page';
  return pathname.startsWith(ASSETS) ? 'asset' : 'other';
}
