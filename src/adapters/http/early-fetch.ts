/** `arrivedAt` is in milliseconds since the page started to load. */
type EarlyResponse = { readonly response: Response; readonly arrivedAt: number };

declare global {
  interface Window {
    /**
     * Set by the start script: returns a call to the product API that was already sent, once (CAT-68).
     *
     * @param url the absolute address
     * @param authorization the `Authorization` header of the call
     */
    readonly takeEarlyCall?: (url: string, authorization: string) => Promise<EarlyResponse> | undefined;
  }
}

/**
 * The browser's `fetch`. It first uses the response that the start script has requested, if address and listener are
 * the same (CAT-68). Each such response is used once.
 */
export const earlyFetch: typeof fetch = async (input, init) => {
  // not translated: the name of a header
  const authorization = new Headers(init?.headers).get('Authorization');
  const isQuestion = typeof input === 'string' && (init?.method ?? 'GET') === 'GET';
  const early =
    isQuestion && authorization !== null ? window.takeEarlyCall?.(input, authorization) : undefined;
  return early === undefined ? fetch(input, init) : timedNow(await early);
};

/**
 * Adds the time that the response has waited to its date, so that the app reads the current time of the provider
 * (APP-56).
 */
const timedNow = ({ response, arrivedAt }: EarlyResponse): Response => {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  const waited = performance.now() - arrivedAt;
  // not translated: the name of a header
  headers.set('Date', new Date(Date.parse(headers.get('Date') ?? '') + waited).toUTCString());
  return new Response(body, { status, statusText, headers });
};
