/** What a Range header requests of a body of known size. The bounds are byte positions, both included. */
export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly from: number; readonly to: number }
  | { readonly kind: 'unsatisfiable' };

/** Each part of the pattern ends before the next one can begin, so it takes linear time. */
const BYTES = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i;

/** A single range is never longer. */
const LONGEST = 100;

/**
 * Reads a Range header (RFC 9110). The whole body answers a header that is absent, malformed, in another unit, or that
 * asks for several ranges, or is very long. The standard allows that.
 */
export function readRange(header = '', size: number): RequestedRange {
  const match = header.length <= LONGEST ? BYTES.exec(header) : null;
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return { kind: 'whole' };
  return from >= size ? { kind: 'unsatisfiable' } : { kind: 'part', from, to };
}
