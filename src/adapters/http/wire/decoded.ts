import { failed, ok, type Result } from '../../../domain/result.ts';
import type { Log } from '../../../ports/platform.ts';

/** A response that cannot be read. */
export type Malformed = { readonly kind: 'malformed' };

/**
 * Reads untrusted parsed JSON as a domain value. Never throws. Logs dropped parts by name, never by content (CAT-50).
 */
export type Decoder<Value> = (body: unknown, log: Log) => Result<Value, Malformed>;

export const malformed = failed<Malformed>({ kind: 'malformed' });

/**
 * Decodes each parsed body once, so that a repeated cached response is not decoded again. Relies on bodies that are
 * never changed in place.
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

/** Makes a decoder from a function that returns null for a body that cannot be read. */
export const decoder =
  <Value>(read: (body: unknown, log: Log) => Value | null): Decoder<Value> =>
  (body, log) => {
    const value = read(body, log);
    return value === null ? malformed : ok(value);
  };
