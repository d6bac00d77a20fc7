import type { Log } from '../../ports/log.ts';

type Work<Client> = (client: Client) => void;

/** As many events as the analytics service keeps unsent (section 9). */
const MOST_WAITING = 1000;

/**
 * A vendor's client that is fetched when the page has time for it. What is asked of it before waits in order, as
 * much as is sensible; what is asked for never throws, whatever the vendor does.
 */
export class LazyClient<Client> {
  private client: Client | null = null;
  private waiting: readonly Work<Client>[] = [];
  /** Counts what was asked to load, so that a client that comes after `drop` is not taken. */
  private attempt = 0;
  private isLoading = false;

  constructor(
    private readonly load: () => Promise<Client>,
    private readonly whenIdle: (work: () => void) => void,
    private readonly log: Log,
    /** Ends a client that came after it was dropped. */
    private readonly discard: (client: Client) => void,
  ) {}

  /** The client, once it is there. */
  get current(): Client | null {
    return this.client;
  }

  /** Now, or once the client is there. */
  call(work: Work<Client>): void {
    if (this.client !== null) {
      this.attemptWork(work, this.client);
      return;
    }
    if (this.waiting.length < MOST_WAITING) this.waiting = [...this.waiting, work];
    if (this.isLoading) return;
    this.isLoading = true;
    const attempt = this.attempt;
    this.whenIdle(() => void this.fetch(attempt));
  }

  /** Forgets the client and what waits for it; the next `run` fetches another one. */
  drop(): void {
    this.client = null;
    this.waiting = [];
    this.isLoading = false;
    this.attempt += 1;
  }

  private async fetch(attempt: number): Promise<void> {
    if (attempt !== this.attempt) return;
    try {
      const client = await this.load();
      if (attempt === this.attempt) this.arrived(client);
      else this.attemptWork(this.discard, client);
    } catch (error) {
      this.log.warn('A vendor library could not be loaded', { reason: String(error) });
      // What waits goes on waiting; the next thing that happens tries again.
      if (attempt === this.attempt) this.isLoading = false;
    }
  }

  private arrived(client: Client): void {
    this.client = client;
    const waiting = this.waiting;
    this.waiting = [];
    for (const work of waiting) {
      // One of them may have dropped the client.
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
