/** One event as a collector received it. */
export interface ReceivedEvent {
  /** Counts up from 1, in the order of arrival. */
  readonly number: number;
  readonly service: 'analytics' | 'messaging';
  readonly name: string;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly sessionId: string | number | null;
  /** When it happened by the page's clock, epoch milliseconds; null where the page did not say. */
  readonly occurredAt: number | null;
  /** When it arrived, by the provider's clock, epoch milliseconds. */
  readonly receivedAt: number;
  readonly properties: unknown;
}

const MOST_EVENTS = 5000;

/** The latest events that arrived, the oldest first, in memory: they are there to be looked at, not to be kept. */
export class ReceivedEvents {
  private kept: ReceivedEvent[] = [];
  private count = 0;

  add(event: Omit<ReceivedEvent, 'number'>): void {
    this.count += 1;
    this.kept.push({ number: this.count, ...event });
    if (this.kept.length > MOST_EVENTS) this.kept.shift();
  }

  /** @param number of the last event that the asker has; 0 asks for all that is kept */
  after(number: number): readonly ReceivedEvent[] {
    return this.kept.filter((event) => event.number > number);
  }

  /** The number of the last event that arrived; 0 before the first. */
  get latest(): number {
    return this.count;
  }

  clear(): void {
    this.kept = [];
  }
}
