import { setTimeout as wait } from 'node:timers/promises';

/** A fault that a test requests: for which requests, and what happens to them. */
export interface Fault {
  readonly match: {
    readonly method?: string | undefined;
    /** The start of path and query. It is a regular expression if it contains a special character of one. */
    readonly path?: string | undefined;
  };
  readonly status?: number | undefined;
  /** Text is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the request waits first. */
  readonly delay_ms?: number | undefined;
  /** The request waits until the faults are cleared. */
  readonly hold?: boolean | undefined;
  /** Closes the connection without a response. */
  readonly drop?: boolean | undefined;
  /** Responds 200 with bytes that are not JSON. */
  readonly garbage?: boolean | undefined;
  /** The number of requests. Without it, the fault is valid until the faults are cleared. */
  readonly times?: number | undefined;
}

interface Armed {
  readonly fault: Fault;
  readonly matches: (url: string) => boolean;
  left: number;
}

/** The requested faults, in the order in which they were added. */
export class Faults {
  private armed: Armed[] = [];
  private held: (() => void)[] = [];

  add(fault: Fault): void {
    this.armed.push({
      fault,
      matches: matcher(fault.match.path ?? ''),
      left: fault.times ?? Number.POSITIVE_INFINITY,
    });
  }

  /** Removes all faults. The requests that are held go on. */
  clear(): void {
    this.armed = [];
    for (const release of this.held) release();
    this.held = [];
  }

  /** Finds the fault for a request, by its path and query, and counts it. A preflight gets only a fault for its method. */
  take(method: string, url: string): Fault | undefined {
    const found = this.armed.find(({ fault, matches, left }) => {
      const wanted = fault.match.method?.toUpperCase();
      const isWanted = wanted === undefined ? method !== 'OPTIONS' : wanted === method;
      return left > 0 && isWanted && matches(url);
    });
    if (found === undefined) return undefined;
    found.left -= 1;
    this.armed = this.armed.filter(({ left }) => left > 0);
    return found.fault;
  }

  /** Resolves when a request with this fault may go on. */
  async delay({ delay_ms: delay = 0, hold = false }: Fault): Promise<void> {
    if (hold) await new Promise<void>((release) => this.held.push(release));
    await wait(delay);
  }
}

/** True for a start of a path, and for a valid regular expression. */
export function isPattern(pattern: string): boolean {
  try {
    matcher(pattern);
    return true;
  } catch {
    return false;
  }
}

/** @throws {SyntaxError} for an invalid expression */
function matcher(pattern: string): (url: string) => boolean {
  if (!/[\\^$*+()[\]{}|]/.test(pattern)) return (url) => url.startsWith(pattern);
  const expression = new RegExp(pattern);
  return (url) => expression.test(url);
}

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
