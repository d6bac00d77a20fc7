import type { BeforePlugin, Event, Storage } from '@amplitude/analytics-core';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';

const KEY = 'analytics.unsent';

/** The largest number of stored events (ANA-37). */
const MOST_UNSENT = 1000;

const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' &&
  value !== null &&
  'event_type' in value &&
  typeof value.event_type === 'string';

/** Deletes the events that an earlier page could not send. */
export const forgetUnsent = (store: KeyValueStore): void => store.delete(KEY);

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
    this.store.delete(KEY);
  }

  async isEnabled(): Promise<boolean> {
    return true;
  }

  async get(): Promise<Event[] | undefined> {
    const text = this.store.get(KEY);
    if (text === null) return undefined;
    try {
      const parsed: unknown = JSON.parse(text);
      return Array.isArray(parsed) ? parsed.filter(isEvent).slice(0, MOST_UNSENT) : undefined;
    } catch {
      return undefined;
    }
  }

  async getRaw(): Promise<string | undefined> {
    return this.store.get(KEY) ?? undefined;
  }

  async set(_key: string, events: Event[]): Promise<void> {
    this.count = events.length;
    if (this.isStopped) return;
    if (events.length === 0) this.store.delete(KEY);
    // If the store is full, only the events that this page cannot send are lost.
    else this.store.set(KEY, JSON.stringify(events));
  }

  async remove(): Promise<void> {
    this.store.delete(KEY);
  }

  async reset(): Promise<void> {
    this.store.delete(KEY);
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
