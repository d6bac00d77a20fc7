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
}

export const delayOf = (fault: Fault): Promise<void> => wait(fault.delay_ms ?? 0);

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
