import type { Shelf } from './shelf.ts';

/** The page that serves every route. */
const PAGE = '/';

/** After this time without a response, the stored page is used (APP-48). */
const SILENCE_MS = 10_000;

/** Only the product's own page contains this, of all HTML that its origin may serve. */
const MARK = 'id="configuration"';

/**
 * Serves the product's page from the network first, so that a changed configuration counts at once (APP-20). If the
 * network fails, answers with a 5xx, or is silent for ten seconds, serves the stored page (APP-48).
 *
 * @param network the response that the browser itself has started to fetch; undefined if it has not
 * @param later keeps the worker alive until a background task is done
 */
export async function answerPage(
  request: Request,
  shelf: Shelf,
  network: Promise<Response | undefined>,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  try {
    const response = await soon(network.then(async (begun) => begun ?? fetch(request)));
    if (response.ok && !response.redirected && isHtml(response)) later(keepPage(response.clone(), shelf));
    return response.status >= 500 ? ((await shelf.find(PAGE)) ?? response) : response;
  } catch (error) {
    const kept = await shelf.find(PAGE);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Serves a file of the build from the storage, else from the network once (APP-49). Its name changes with its contents. */
export async function answerAsset(
  request: Request,
  shelf: Shelf,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const kept = await shelf.find(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  // Some hosts send their page instead of a missing file. It must not be stored as that file.
  if (response.ok && response.type === 'basic' && !isHtml(response)) {
    // If the storage is full, only the next visit is slower.
    later(shelf.keep(request, response.clone()).catch(() => undefined));
  }
  return response;
}

async function keepPage(response: Response, shelf: Shelf): Promise<void> {
  const text = await response.text();
  if (!text.includes(MARK)) return;
  const headers = new Headers(response.headers);
  // The stored text is already decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  await shelf.keep(PAGE, new Response(text, { status: response.status, headers })).catch(() => undefined);
}

function isHtml(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('text/html');
}

async function soon(answer: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TypeError('No answer came.')), SILENCE_MS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
