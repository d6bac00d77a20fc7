/** One received request, as it came over the wire. */
export interface WireEntry {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch milliseconds, by the machine's clock. */
  readonly at: number;
  /** Parsed where it is JSON; null where there was none. */
  body: unknown;
  /** 0 until it is answered, and for a connection that was cut. */
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
  private kept: WireEntry[] = [];

  get entries(): readonly WireEntry[] {
    return this.kept;
  }

  clear(): void {
    this.kept = [];
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
    this.kept.push(entry);
    if (this.kept.length > MOST_ENTRIES) this.kept.shift();
    return entry;
  }
}

/** What a body holds: JSON where it can be read as such, else its text; null where it is empty. */
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
