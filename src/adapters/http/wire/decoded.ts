import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { Log } from '../../../ports/log.ts';

/** An answer that cannot be read at all. */
export type Malformed = { readonly kind: 'malformed' };

/**
 * Reads parsed JSON that nobody vouches for as a domain value. Never throws; what it drops or doubts it
 * logs by name and never by content.
 */
export type Decoder<Value> = (body: unknown, log: Log) => Result<Value, Malformed>;

export const malformed = failed<Malformed>({ kind: 'malformed' });

/**
 * Decodes the same parsed body once, so that an answer served again from the cache costs a look-up.
 * Bodies are never changed in place; a mended one is a new object.
 */
export const decodedOnce = <Value>(decode: Decoder<Value>): Decoder<Value> => {
  const known = new WeakMap<object, Result<Value, Malformed>>();
  return (body, log) => {
    if (typeof body !== 'object' || body === null) return decode(body, log);
    const before = known.get(body);
    if (before !== undefined) return before;
    const decoded = decode(body, log);
    known.set(body, decoded);
    return decoded;
  };
};

/** A decoder that reads a value, or null when there is none to be read. */
export const decoder =
  <Value>(read: (body: unknown, log: Log) => Value | null): Decoder<Value> =>
  (body, log) => {
    const value = read(body, log);
    return value === null ? malformed : ok(value);
  };
