import * as v from 'valibot';
import type { OfferedArrangement } from '../../../domain/catalogue/arrangement.ts';
import type { Page, PageKey } from '../../../ports/content-api.ts';
import type { Log } from '../../../ports/platform.ts';
import { isNothing, requiredWords } from './scalars.ts';
import { failed, ok, type Result } from '../../../domain/result.ts';

// not translated: a text of the log
const LEFT_OUT = 'Entries of a response could not be read and were left out';

/** Reads one entry of a list. Returns null if it cannot be read. */
export type ReadEntry<Value> = (entry: unknown, log: Log) => Value | null;

/** Makes a reader of one entry from a schema. */
export const entryOf =
  <Value>(schema: v.GenericSchema<unknown, Value>): ReadEntry<Value> =>
  (entry) => {
    const parsed = v.safeParse(schema, entry, { abortEarly: true });
    return parsed.success ? parsed.output : null;
  };

/**
 * Returns every entry that can be read, in order. Leaves out the others and logs their number under the list's name
 * (CAT-49). Returns null if `entries` is no list.
 */
export const readList = <Value>(
  input: unknown,
  name: string,
  read: ReadEntry<Value>,
  log: Log,
): readonly Value[] | null => {
  if (!Array.isArray(input)) {
    if (!isNothing(input)) log.warn(LEFT_OUT, { list: name, dropped: 1 });
    return null;
  }
  const values: Value[] = [];
  for (const entry of input as readonly unknown[]) {
    const value = read(entry, log);
    if (value !== null) values.push(value);
  }
  const dropped = input.length - values.length;
  if (dropped > 0) log.warn(LEFT_OUT, { list: name, dropped });
  return values;
};

const page = v.object({ results: v.unknown(), next_page_key: v.optional(v.unknown()) });

/** The largest number of sorts, of filters, and of values of a filter, so that a huge response does not block the page. */
const MOST_OFFERED = 2000;

const names = (sent: unknown): readonly string[] =>
  Array.isArray(sent)
    ? [
        ...new Set(
          sent.slice(0, MOST_OFFERED).flatMap((name) => {
            const read = v.safeParse(requiredWords, name);
            return read.success ? [read.output] : [];
          }),
        ),
      ]
    : [];

/** Reads how a list can be sorted and filtered (CAT-233). A name without values is left out. */
export const readOffered = (body: unknown): { readonly offered?: OfferedArrangement } => {
  const parsed = v.safeParse(offer, body);
  if (!parsed.success) return {};
  const sorts = names(parsed.output.sorts);
  const filters = Object.entries(parsed.output.filters ?? {})
    .slice(0, MOST_OFFERED)
    .flatMap(([name, sent]) => {
      const values = names(sent);
      return values.length === 0 ? [] : [[name, values] as const];
    });
  return sorts.length === 0 && filters.length === 0
    ? {}
    : { offered: { sorts, filters: Object.fromEntries(filters) } };
};

const offer = v.object({
  sorts: v.optional(v.unknown()),
  filters: v.optional(v.fallback(v.nullable(v.record(v.string(), v.unknown())), null), null),
});

/** Returns the key of the next page; null for every form that means the end of the list (CAT-21). */
const readPageKey = (sent: unknown): PageKey | null => {
  if (typeof sent === 'string') return sent === '' ? null : sent;
  if (typeof sent === 'number') return sent === 0 || !Number.isFinite(sent) ? null : sent;
  return null;
};

/** Decodes `{ results, next_page_key }`. */
export const pageOf = <Item>(name: string, read: ReadEntry<Item>): Decoder<Page<Item>> =>
  decoder((body, log) => {
    const parsed = v.safeParse(page, body);
    if (!parsed.success) return null;
    const items = readList(parsed.output.results, name, read, log);
    if (items === null) return null;
    return { items, next: readPageKey(parsed.output.next_page_key), ...readOffered(body) };
  });

/** Decodes the `results` of a list that has one page. */
export const resultsOf = <Item>(name: string, read: ReadEntry<Item>): Decoder<readonly Item[]> =>
  decoder((body, log) => {
    const parsed = v.safeParse(page, body);
    return parsed.success ? readList(parsed.output.results, name, read, log) : null;
  });

/** A response that cannot be read. */
export type Malformed = { readonly kind: 'malformed' };

/**
 * Reads untrusted parsed JSON as a domain value. Never throws. Logs dropped parts by name, never by content (CAT-50).
 */
export type Decoder<Value> = (body: unknown, log: Log) => Result<Value, Malformed>;

export const malformed = failed<Malformed>({ kind: 'malformed' });

/**
 * Decodes each parsed body once, so that a repeated cached response is not decoded again. Relies on bodies that are
 * never mutated.
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
