/**
 * The database cannot do a statement now: it does not respond, it is overloaded, or a lock did not come in time. The same
 * request may succeed a moment later. `cause` has the reason.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** Fastify sends this status if a route has no error handler of its own. */
  readonly statusCode = 503;
  /** True if the connection was lost during a commit, so that nobody knows whether the data were stored. */
  readonly mayBeStored: boolean;

  constructor(cause?: unknown, mayBeStored = false) {
    super('The database cannot be used at the moment. Try again in a few seconds.', { cause });
    this.mayBeStored = mayBeStored;
  }
}

/** A statement took longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${Math.round(milliseconds)} ms.`);
  }
}

/** What an error of the driver means for its connection and for the caller. */
export interface Failure {
  /** The connection is lost, or its state is not known. It must not be used again. */
  readonly isLost: boolean;
  /** The statement waited too long, for a lock or for the server. */
  readonly isSlow: boolean;
}

/**
 * The codes after which a later attempt can succeed: a connection that failed (08), deadlocks and conflicts of
 * transactions (40), too few resources (53), a server that stops or a statement that was cancelled (57), a lock that did
 * not come in time (55P03), and a server that became a read-only copy (25006).
 */
const TRANSIENT = /^(?:08|40|53|57)|^(?:55P03|25006)$/;
const LOST = /^(?:08|57P)|^25006$/;
const SLOW = /^(?:55P03|57014)$/;
/** The code of an error that the server reported. It contains a digit, unlike those of the operating system. */
const SQLSTATE = /^(?=.*\d)[\dA-Z]{5}$/;

/** @returns null for an error of the statement itself, which a later attempt would meet again */
export function failureOf(error: unknown): Failure | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // An error without a code of the server comes from the connection.
  if (!SQLSTATE.test(code)) return { isLost: true, isSlow: error instanceof TimeLimitError };
  return TRANSIENT.test(code) ? { isLost: LOST.test(code), isSlow: SLOW.test(code) } : null;
}

/** The database cannot be used as it is, or its server does not respond. The message has the reason and what to do. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
}

/** True if the database can store a text. It cannot store the character NUL or half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
