import type { BeforePlugin, Event, Storage } from '@amplitude/analytics-core';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';

const KEY = 'analytics.unsent';

/** Section 9, analytics. */
const MOST_UNSENT = 1000;

const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' &&
  value !== null &&
  'event_type' in value &&
  typeof value.event_type === 'string';

/** Forgets what an earlier page could not send. */
export const forgetUnsent = (store: KeyValueStore): void => store.delete(KEY);

/** What could not be sent yet, kept for the next page: the library's whole queue, each time that it changes. */
export class UnsentEvents implements Storage<Event[]> {
  private count = 0;
  private isStopped = false;

  constructor(private readonly store: KeyValueStore) {}

  /** Whether one more would be too many. */
  get isFull(): boolean {
    return this.count >= MOST_UNSENT;
  }

  /** Keeps nothing any more, and forgets what was kept (contract 3.20). */
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
    // A full store costs what this page does not get sent, and nothing else.
    else this.store.set(KEY, JSON.stringify(events));
  }

  async remove(): Promise<void> {
    this.store.delete(KEY);
  }

  async reset(): Promise<void> {
    this.store.delete(KEY);
  }
}

/** Lets no event in once the queue is full (section 9: capped at 1,000 events). */
export const unsentLimit = (unsent: UnsentEvents, log: Log): BeforePlugin => ({
  name: 'unsent-limit',
  type: 'before',
  async execute(event) {
    if (!unsent.isFull) return event;
    log.warn('An analytics event was dropped: too many are unsent');
    return null;
  },
});
