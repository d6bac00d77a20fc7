import { BoundedCache } from '../../bounded-cache.ts';
import type { Clock } from '../../clock.ts';

export interface ReceivedEvent {
  /** Counts up from 1, in the order of arrival. */
  readonly number: number;
  readonly service: 'analytics' | 'messaging';
  readonly name: string;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly sessionId: string | number | null;
  /** When the event happened by the page's clock, epoch milliseconds; null if the page did not name it. */
  readonly occurredAt: number | null;
  /** When it arrived, by the provider's clock, epoch milliseconds. */
  readonly receivedAt: number;
  readonly properties: unknown;
}

export interface NewEvent extends Omit<ReceivedEvent, 'number' | 'receivedAt'> {
  /** An event that is sent again has the same insert id, so it counts once. */
  readonly insertId?: string | undefined;
}

const MOST_EVENTS = 5_000;

/** The most text of all events together, in characters. */
const MOST_TEXT = 8 * 1024 * 1024;

/** The most text of all known insert ids together, in characters. */
const MOST_IDS_TEXT = 1024 * 1024;

/** The latest events that this process received, for inspection. They are in memory. */
export class ReceivedEvents {
  private events: readonly { readonly event: ReceivedEvent; readonly characters: number }[] = [];
  private ids = new BoundedCache<true>(MOST_IDS_TEXT);
  private latest = 0;

  constructor(private readonly clock: Clock) {}

  add(events: readonly NewEvent[]): void {
    const receivedAt = this.clock.now();
    const added = events.flatMap(({ insertId, ...event }) => {
      if (insertId !== undefined && this.ids.get(insertId) !== undefined) return [];
      if (insertId !== undefined) this.ids.set(insertId, true, insertId.length);
      this.latest += 1;
      const characters = JSON.stringify(event).length;
      return [{ event: { number: this.latest, ...event, receivedAt }, characters }];
    });
    const all = [...this.events, ...added].slice(-MOST_EVENTS);
    let text = all.reduce((sum, { characters }) => sum + characters, 0);
    let first = 0;
    for (; text > MOST_TEXT; first += 1) text -= all[first]?.characters ?? 0;
    this.events = all.slice(first);
  }

  /**
   * The stored events after one, the oldest first, and the number of the last event that arrived.
   *
   * @param number of the last event that the caller has; 0 returns all stored events
   */
  after(number: number): { readonly events: readonly ReceivedEvent[]; readonly latest: number } {
    const events = this.events.map(({ event }) => event).filter((event) => event.number > number);
    return { events, latest: this.latest };
  }

  clear(): void {
    this.events = [];
    this.ids = new BoundedCache(MOST_IDS_TEXT);
  }
}
