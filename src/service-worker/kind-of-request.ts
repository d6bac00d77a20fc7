/** What the service worker reads of a request. */
export type Asked = {
  readonly method: string;
  /** What it is for; `document` is a page in a window of its own. */
  readonly destination: string;
  readonly url: string;
  /** Whether it asks for a part of something, as media do. */
  readonly isPartial: boolean;
};

/**
 * What a request is to the service worker: the page of the product, one of its own files, whose names change with
 * their contents, or nothing that is its business.
 */
export type RequestKind = 'page' | 'asset' | 'other';

const ASSETS = '/assets/';

/** The embedded provider's own paths. They are on the same origin as the product. */
const PROVIDERS_OWN = /^\/(?:api|media|pages|pool|__[^/]*)(?:\/|$)/;

/**
 * Decides how the worker handles a request. Only pages and files of the build are handled; every other request is left
 * to the browser (APP-50).
 *
 * @param origin of the page
 */
export function kindOfRequest({ method, destination, url, isPartial }: Asked, origin: string): RequestKind {
  if (method !== 'GET' || isPartial) return 'other';
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin || PROVIDERS_OWN.test(pathname)) return 'other';
  if (destination === 'document') return 'page';
  return pathname.startsWith(ASSETS) ? 'asset' : 'other';
}
