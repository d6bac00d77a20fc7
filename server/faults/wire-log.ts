/** One received request. */
export interface WireEntry {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch milliseconds of the machine's clock. */
  readonly at: number;
  /** The parsed JSON, else the text; null if it is empty. */
  body: unknown;
  /** 0 until the response, and for a closed connection. */
  status: number;
}

const MOST_ENTRIES = 5000;
const HEADERS = [
  'authorization',
  'content-type',
  'x-client-version',
  'x-amz-target',
  'origin',
  'accept',
  'range',
  'if-range',
  'if-none-match',
];

/** The latest requests, the oldest first. */
export class WireLog {
  private stored: WireEntry[] = [];

  get entries(): readonly WireEntry[] {
    return this.stored;
  }

  clear(): void {
    this.stored = [];
  }

  open(method: string, url: string, headers: Readonly<Record<string, unknown>>): WireEntry {
    const { pathname, searchParams } = new URL(url, 'http://own.invalid');
    const entry: WireEntry = {
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(
        HEADERS.flatMap((name) => {
          const value = headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
      at: Date.now(),
      body: null,
      status: 0,
    };
    this.stored.push(entry);
    if (this.stored.length > MOST_ENTRIES) this.stored.shift();
    return entry;
  }
}

/** The content of a body: JSON if it can be parsed, else text; null if it is empty. */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  const text = bytes.toString('utf8');
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}
