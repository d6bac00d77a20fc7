/** One event as a collector received it. */
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

const MOST_EVENTS = 5000;

/** The most text of all stored events together, in characters. */
const MOST_TEXT = 8 * 1024 * 1024;

/** The latest events in memory, the oldest first. They are for inspection and are not persisted. */
export class ReceivedEvents {
  private stored: { readonly event: ReceivedEvent; readonly text: number }[] = [];
  private count = 0;
  private text = 0;

  add(event: Omit<ReceivedEvent, 'number'>): void {
    this.count += 1;
    const text = JSON.stringify(event).length;
    this.stored.push({ event: { number: this.count, ...event }, text });
    this.text += text;
    while (this.stored.length > MOST_EVENTS || this.text > MOST_TEXT)
      this.text -= this.stored.shift()?.text ?? 0;
  }

  /** @param number of the last event that the caller has; 0 returns all stored events */
  after(number: number): readonly ReceivedEvent[] {
    return this.stored.flatMap(({ event }) => (event.number > number ? [event] : []));
  }

  /** The number of the last event that arrived; 0 before the first. */
  get latest(): number {
    return this.count;
  }

  clear(): void {
    this.stored = [];
    this.text = 0;
  }
}
