import type { BeforePlugin, Event, Storage } from '@amplitude/analytics-core';
import type { Log, KeyValueStore } from '../../ports/platform.ts';

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

const UNSENT_EVENTS_KEY = 'analytics.unsent';

/** The largest number of stored events (ANA-37). */
const MOST_UNSENT = 1000;

const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' &&
  value !== null &&
  'event_type' in value &&
  typeof value.event_type === 'string';

/** Deletes the events that an earlier page could not send. */
export const forgetUnsent = (store: KeyValueStore): void => store.delete(UNSENT_EVENTS_KEY);

/** Stores unsent events for the next page (ANA-37). The library writes its whole queue whenever it changes. */
export class UnsentEvents implements Storage<Event[]> {
  private count = 0;
  private isStopped = false;

  constructor(private readonly store: KeyValueStore) {}

  /** True if no further event fits. */
  get isFull(): boolean {
    return this.count >= MOST_UNSENT;
  }

  /** Deletes all stored events, and stores none from now on (ANA-28). */
  stop(): void {
    this.isStopped = true;
    this.store.delete(UNSENT_EVENTS_KEY);
  }

  async isEnabled(): Promise<boolean> {
    return true;
  }

  async get(): Promise<Event[] | undefined> {
    const text = this.store.get(UNSENT_EVENTS_KEY);
    if (text === null) return undefined;
    try {
      const parsed: unknown = JSON.parse(text);
      return Array.isArray(parsed) ? parsed.filter(isEvent).slice(0, MOST_UNSENT) : undefined;
    } catch {
      return undefined;
    }
  }

  async getRaw(): Promise<string | undefined> {
    return this.store.get(UNSENT_EVENTS_KEY) ?? undefined;
  }

  async set(_key: string, events: Event[]): Promise<void> {
    this.count = events.length;
    if (this.isStopped) return;
    if (events.length === 0) this.store.delete(UNSENT_EVENTS_KEY);
    // If the store is full, only the events that this page cannot send are lost.
    else this.store.set(UNSENT_EVENTS_KEY, JSON.stringify(events));
  }

  async remove(): Promise<void> {
    this.store.delete(UNSENT_EVENTS_KEY);
  }

  async reset(): Promise<void> {
    this.store.delete(UNSENT_EVENTS_KEY);
  }
}

/** Drops new events while the queue is full (ANA-37). */
export const unsentLimit = (unsent: UnsentEvents, log: Log): BeforePlugin => ({
  name: 'unsent-limit',
  type: 'before',
  async execute(event) {
    if (!unsent.isFull) return event;
    log.warn('An analytics event was dropped: too many are unsent');
    return null;
  },
});
