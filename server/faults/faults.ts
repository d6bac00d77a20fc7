import { setTimeout as wait } from 'node:timers/promises';

/** What a test asks for: which requests, and what becomes of them. */
export interface Fault {
  readonly match: {
    readonly method?: string | undefined;
    /** The beginning of path and query; or a regular expression, as soon as it holds a sign that makes it one. */
    readonly path?: string | undefined;
  };
  readonly status?: number | undefined;
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the request waits before anything else happens to it. */
  readonly delay_ms?: number | undefined;
  /** Cuts the connection without an answer. */
  readonly drop?: boolean | undefined;
  /** Answers 200 with bytes that are no JSON. */
  readonly garbage?: boolean | undefined;
  /** How many requests it is for; without it, all until the faults are cleared. */
  readonly times?: number | undefined;
}

interface Armed {
  readonly fault: Fault;
  readonly matches: (url: string) => boolean;
  left: number;
}

/** The faults that are armed, the first that was added first. */
export class Faults {
  private armed: Armed[] = [];

  add(fault: Fault): void {
    this.armed.push({
      fault,
      matches: matcher(fault.match.path ?? ''),
      left: fault.times ?? Number.POSITIVE_INFINITY,
    });
  }

  clear(): void {
    this.armed = [];
  }

  /** The fault for a request (its path and query), counted down; a preflight meets only a fault that names its method. */
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
}

export const delayOf = (fault: Fault): Promise<void> => wait(fault.delay_ms ?? 0);

/** Whether a path can be matched: a beginning always, an expression when it can be read. */
export function isPattern(pattern: string): boolean {
  try {
    matcher(pattern);
    return true;
  } catch {
    return false;
  }
}

/** @throws {SyntaxError} for an expression that cannot be read */
function matcher(pattern: string): (url: string) => boolean {
  if (!/[\\^$*+()[\]{}|]/.test(pattern)) return (url) => url.startsWith(pattern);
  const expression = new RegExp(pattern);
  return (url) => expression.test(url);
}
