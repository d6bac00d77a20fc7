import type { Shelf } from './shelf.ts';

/** The one page behind every route. */
const PAGE = '/';

/** Contract 3.10: how long a call may be silent. */
const SILENCE_MS = 10_000;

/** What only the product's own page holds, among all that an origin may serve as HTML. */
const MARK = 'id="configuration"';

/**
 * The product's page, from the network: a document that was rewritten counts at once (contract 2). Where the network
 * fails, its host is out of order, or nobody says anything for ten seconds, the page that came last; its assets are
 * there with it.
 *
 * @param network what the browser began to fetch by itself; undefined where it did not
 * @param later keeps the worker alive until something is done that nobody waits for
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

/** A file whose name changes with its contents: from the shelf for good, else from the network, once. */
export async function answerAsset(
  request: Request,
  shelf: Shelf,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const kept = await shelf.find(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  // A host that answers with its page instead of a file that is gone must not have it kept for good.
  if (response.ok && response.type === 'basic' && !isHtml(response)) {
    // A full storage costs nothing but the next visit's speed.
    later(shelf.keep(request, response.clone()).catch(() => undefined));
  }
  return response;
}

async function keepPage(response: Response, shelf: Shelf): Promise<void> {
  const text = await response.text();
  if (!text.includes(MARK)) return;
  const headers = new Headers(response.headers);
  // What is kept is the text itself, as it came out of its encoding.
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
