import type { Log } from '../../ports/platform.ts';

type Work<Client> = (client: Client) => void;

/** The largest number of calls that wait for the client (MSG-4). */
const MOST_WAITING = 1000;

/** When a vendor's client may load. Both run their work once. */
export type LoadTimes = {
  /** Runs work when the page is idle for a moment. */
  readonly whenIdle: (work: () => void) => void;
  /** Runs work when the page has been idle for seconds. */
  readonly whenQuiet: (work: () => void) => void;
};

/**
 * Loads a vendor's client when the page is idle. Earlier calls wait in order, up to a limit. No call throws, whatever
 * the vendor does (MSG-4).
 */
export class LazyClient<Client> {
  private client: Client | null = null;
  private waiting: readonly Work<Client>[] = [];
  /** Counts the loads, so that a client that arrives after `drop` is not used. */
  private attempt = 0;
  /** The times for which a load is planned. */
  private readonly planned = new Set<keyof LoadTimes>();
  private isLoading = false;

  constructor(
    private readonly load: () => Promise<Client>,
    private readonly times: LoadTimes,
    private readonly log: Log,
    /** Ends a client that arrived after `drop`. */
    private readonly discard: (client: Client) => void,
  ) {}

  /** The client; null until it is loaded. */
  get current(): Client | null {
    return this.client;
  }

  /**
   * Runs `work` now, or as soon as the client is loaded.
   *
   * @param time when the client may load for it
   */
  call(work: Work<Client>, time: keyof LoadTimes = 'whenIdle'): void {
    if (this.client !== null) {
      this.attemptWork(work, this.client);
      return;
    }
    if (this.waiting.length < MOST_WAITING) this.waiting = [...this.waiting, work];
    if (this.planned.has(time)) return;
    this.planned.add(time);
    const attempt = this.attempt;
    this.times[time](() => void this.fetch(attempt));
  }

  /** Drops the client and all waiting calls. The next `call` loads a new client. */
  drop(): void {
    this.client = null;
    this.waiting = [];
    this.planned.clear();
    this.isLoading = false;
    this.attempt += 1;
  }

  private async fetch(attempt: number): Promise<void> {
    if (attempt !== this.attempt || this.isLoading) return;
    this.isLoading = true;
    try {
      const client = await this.load();
      if (attempt === this.attempt) this.arrived(client);
      else this.attemptWork(this.discard, client);
    } catch (error) {
      this.log.warn('A vendor library could not be loaded', { reason: String(error) });
      // The waiting calls stay. The next call tries to load again.
      if (attempt !== this.attempt) return;
      this.planned.clear();
      this.isLoading = false;
    }
  }

  private arrived(client: Client): void {
    this.client = client;
    const waiting = this.waiting;
    this.waiting = [];
    for (const work of waiting) {
      // One of the calls may have dropped the client.
      if (this.client === client) this.attemptWork(work, client);
    }
  }

  private attemptWork(work: Work<Client>, client: Client): void {
    try {
      work(client);
    } catch (error) {
      this.log.warn('A vendor library failed', { reason: String(error) });
    }
  }
}
