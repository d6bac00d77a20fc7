import type { KeyValueStore } from '../../ports/key-value-store.ts';

const KEY = 'analytics.early';

/** The largest number of calls that are kept. */
const MOST_EARLY = 1000;

/** A call that was made before the vendor's library was loaded. */
export type EarlyCall =
  | {
      readonly kind: 'record';
      readonly name: string;
      readonly properties: Readonly<Record<string, unknown>>;
      /** Epoch milliseconds by this machine's clock. */
      readonly at: number;
      /** Null if the listener was not known. */
      readonly userId: string | null;
    }
  | { readonly kind: 'reset' };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEarlyCall = (value: unknown): value is EarlyCall =>
  isObject(value) &&
  (value['kind'] === 'reset' ||
    (value['kind'] === 'record' &&
      typeof value['name'] === 'string' &&
      isObject(value['properties']) &&
      typeof value['at'] === 'number' &&
      (value['userId'] === null || typeof value['userId'] === 'string')));

function read(store: KeyValueStore): readonly EarlyCall[] {
  try {
    const parsed: unknown = JSON.parse(store.get(KEY) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isEarlyCall) : [];
  } catch {
    return [];
  }
}

/** Deletes the stored calls. */
const forgetEarlyCalls = (store: KeyValueStore): void => store.delete(KEY);

/** Returns the stored calls in their order, and deletes them. */
export function takeEarlyCalls(store: KeyValueStore): readonly EarlyCall[] {
  const calls = read(store);
  forgetEarlyCalls(store);
  return calls;
}

/** The calls of this page that the library has not received yet. */
export class EarlyCalls {
  private readonly calls = new Set<EarlyCall>();

  constructor(private readonly store: KeyValueStore) {}

  add(call: EarlyCall): void {
    if (this.calls.size < MOST_EARLY) this.calls.add(call);
  }

  /** Removes a call. Returns false if the call was stored or deleted before. */
  take(call: EarlyCall): boolean {
    return this.calls.delete(call);
  }

  /** Stores the calls for the page that loads the library next, because this page may end now (ANA-38). */
  storeAll(): void {
    if (this.calls.size === 0) return;
    const all = [...read(this.store), ...this.calls];
    this.calls.clear();
    this.store.set(KEY, JSON.stringify(all.slice(0, MOST_EARLY)));
  }

  /** Deletes all calls: those of this page, and those in the store. */
  forget(): void {
    this.calls.clear();
    forgetEarlyCalls(this.store);
  }
}
