import { isHtml, PAGE, type BuildFiles } from './build-files.ts';

/** After this time without a response, the stored page is used (APP-48). */
const SILENCE_MS = 10_000;

/**
 * Serves the product's page from the network first, so that a changed configuration counts at once (APP-20). If the
 * network fails, responds with a 5xx, or is silent for ten seconds, serves the stored page (APP-48).
 *
 * @param network the response that the browser itself has started to fetch; undefined if it has not
 * @param later keeps the worker alive until a background task is done
 */
export async function respondWithPage(
  request: Request,
  files: BuildFiles,
  network: Promise<Response | undefined>,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  try {
    const started = await withDeadline(network.then(async (begun) => begun ?? fetch(request)));
    const response = isRefusedAsCall(started) ? await withDeadline(fetchHtml(request)) : started;
    if (response.ok && !response.redirected && isHtml(response))
      later(files.storePage(response.clone()).catch(() => undefined));
    return response.status >= 500 ? ((await files.find(PAGE)) ?? response) : response;
  } catch (error) {
    const stored = await files.find(PAGE);
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Some browsers request a page without naming HTML. A host may take this for a call that does not exist (APP-65). */
const isRefusedAsCall = (response: Response): boolean => response.status === 404 && !isHtml(response);

async function fetchHtml(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('accept', 'text/html');
  return fetch(new Request(request, { headers }));
}

/** Serves a file of the build from the storage, else from the network once (APP-49). Its name changes with its contents. */
export async function respondWithAsset(
  request: Request,
  files: BuildFiles,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  // If the storage is full, only the next build is in English without a network.
  later(files.noteLanguage(new URL(request.url).pathname).catch(() => undefined));
  const stored = await files.find(request);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  // Some hosts send their page instead of a missing file. It must not be stored as that file.
  if (response.ok && response.type === 'basic' && !isHtml(response)) {
    // If the storage is full, only the next visit is slower.
    later(files.store(request, response.clone()).catch(() => undefined));
  }
  return response;
}

async function withDeadline(response: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TypeError('No response arrived.')), SILENCE_MS);
  });
  try {
    return await Promise.race([response, silence]);
  } finally {
    clearTimeout(timer);
  }
}

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
