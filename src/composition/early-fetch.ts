declare global {
  interface Window {
    /**
     * Left by the start script: a call to the product API that is on its way already, handed out once.
     *
     * @param url the absolute address
     * @param authorization the header that the call would carry
     */
    readonly takeEarlyCall?: (url: string, authorization: string) => Promise<Response> | undefined;
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
  return early ?? fetch(input, init);
};
