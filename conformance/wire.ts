/** How long and how much the command reads of one response. */
export type Limits = {
  /** Milliseconds until the whole response has to be there. */
  readonly responseTime: number;
  /** Bytes of the longest body that is read. */
  readonly bodyBytes: number;
};

/** One request and what came of it. */
export type Exchange = {
  /** Method and address without a token, such as `GET /api/v2/browse`. */
  readonly sent: string;
  readonly url: URL;
} & (
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly headers: Headers;
      readonly text: string;
      readonly length: number;
    }
  | { readonly kind: 'failed'; readonly why: string }
);

export type ReadResponse = Extract<Exchange, { readonly kind: 'responded' }>;

/** The body is longer than the limit. */
class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** Sends requests with limits on time and size, and keeps what was sent and what came. */
export class Wire {
  exchanges: readonly Exchange[] = [];

  constructor(private readonly limits: Limits) {}

  /** A `fetch` for the app's own adapters. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const sent = `${request.method} ${addressOf(url)}`;
    try {
      const time = AbortSignal.timeout(this.limits.responseTime);
      const response = await fetch(request, { signal: AbortSignal.any([request.signal, time]) });
      const bytes = await readBytes(response, this.limits.bodyBytes);
      const text = bytes.toString('utf8');
      const { status, headers } = response;
      this.exchanges = [
        ...this.exchanges,
        { kind: 'responded', sent, url, status, headers, text, length: bytes.length },
      ];
      // The body was decompressed, so its old length and coding no longer hold.
      const kept = [...headers].filter(([name]) => !['content-encoding', 'content-length'].includes(name));
      const body = [204, 205, 304].includes(status) ? null : text;
      return new Response(body, { status, headers: kept });
    } catch (error) {
      if (!request.signal.aborted || isTimeout(error)) {
        const why = whyFailed(error, this.limits);
        this.exchanges = [...this.exchanges, { kind: 'failed', sent, url, why }];
      }
      throw error;
    }
  };

  /** Sends a request as it is. A failure is a value. */
  async send(url: URL, init: RequestInit = {}): Promise<Exchange> {
    try {
      await this.fetch(url, init);
    } catch {
      // The last exchange says why.
    }
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error('A request was sent without being kept.');
    return last;
  }
}

/** The parameters of the product API. Anything else in a query may be a token. */
const PARAMETERS = new Set(
  'active category cid limit next_page pid podcast random skip term tid url'.split(' '),
);

/** An address without what a token may stand in. */
function addressOf({ origin, pathname, searchParams }: URL): string {
  const shown = [...searchParams].flatMap(([name, value]) =>
    PARAMETERS.has(name) ? [[name, name === 'url' ? value.replace(/\?.*/s, '') : value]] : [],
  );
  const path = pathname.includes('/api/v2/') ? pathname : origin + pathname;
  return path + (shown.length === 0 ? '' : `?${new URLSearchParams(shown).toString()}`);
}

async function readBytes(response: Response, longest: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > longest) throw new TooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this address.',
  ECONNRESET: 'The connection was cut.',
  ENOTFOUND: 'This host name is not known.',
  EAI_AGAIN: 'The host name could not be looked up.',
  UND_ERR_SOCKET: 'The connection was cut.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself, so browsers refuse it.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by an authority that browsers do not know.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by an authority that is not known here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is signed by an authority that is not known here.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
};

/** Says in a sentence why no response came. */
function whyFailed(error: unknown, { responseTime, bodyBytes }: Limits): string {
  if (isTimeout(error)) return `No complete answer within ${responseTime / 1000} s.`;
  if (error instanceof TooLongError) return `The answer is longer than ${Math.round(bodyBytes / 1e6)} MB.`;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = Reflect.get(cause, 'code');
    if (typeof code === 'string' && CODES[code] !== undefined) return CODES[code];
    if (cause.message === 'redirect count exceeded') return 'It redirects without end.';
    if (!(cause.cause instanceof Error)) return `No answer: ${cause.message}.`;
  }
  return 'No answer.';
}
