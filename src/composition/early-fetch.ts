/** `arrivedAt` is in milliseconds since the page began. */
type EarlyAnswer = { readonly response: Response; readonly arrivedAt: number };

declare global {
  interface Window {
    /**
     * Left by the start script: a call to the product API that is on its way already, handed out once.
     *
     * @param url the absolute address
     * @param authorization the header that the call would carry
     */
    readonly takeEarlyCall?: (url: string, authorization: string) => Promise<EarlyAnswer> | undefined;
  }
}

/**
 * The browser's `fetch`, which takes up what the start script has asked for already: the same question by the same
 * listener, once.
 */
export const earlyFetch: typeof fetch = async (input, init) => {
  const authorization = new Headers(init?.headers).get('Authorization');
  const isQuestion = typeof input === 'string' && (init?.method ?? 'GET') === 'GET';
  const early =
    isQuestion && authorization !== null ? window.takeEarlyCall?.(input, authorization) : undefined;
  return early === undefined ? fetch(input, init) : timedNow(await early);
};

/** An answer that has waited for the app names the time at which it is taken, like any other. */
const timedNow = ({ response, arrivedAt }: EarlyAnswer): Response => {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  const waited = performance.now() - arrivedAt;
  headers.set('Date', new Date(Date.parse(headers.get('Date') ?? '') + waited).toUTCString());
  return new Response(body, { status, statusText, headers });
};
