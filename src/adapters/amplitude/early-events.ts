import type { KeyValueStore } from '../../ports/key-value-store.ts';

const KEY = 'analytics.early';

/** The largest number of stored events. */
const MOST = 1000;

/** An event that was recorded before the vendor's library was loaded. */
export type EarlyEvent = {
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds by this machine's clock. */
  readonly at: number;
  /** Null if the listener was not known. */
  readonly userId: string | null;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEarlyEvent = (value: unknown): value is EarlyEvent =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  isObject(value['properties']) &&
  typeof value['at'] === 'number' &&
  (value['userId'] === null || typeof value['userId'] === 'string');

const read = (store: KeyValueStore): readonly EarlyEvent[] => {
  try {
    const parsed: unknown = JSON.parse(store.get(KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isEarlyEvent) : [];
  } catch {
    return [];
  }
};

/** Stores events of a page that goes away before the library is loaded (ANA-38). */
export const storeEarly = (store: KeyValueStore, events: ReadonlySet<EarlyEvent>): void => {
  if (events.size > 0) store.set(KEY, JSON.stringify([...read(store), ...events].slice(0, MOST)));
};

/** Returns the stored events, and deletes them. */
export const takeEarly = (store: KeyValueStore): readonly EarlyEvent[] => {
  const events = read(store);
  forgetEarly(store);
  return events;
};

/** Deletes the stored events. */
export const forgetEarly = (store: KeyValueStore): void => store.delete(KEY);
