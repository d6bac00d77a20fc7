import { setTimeout as wait } from 'node:timers/promises';

/** The speed of a link: bytes a second to the page, and milliseconds from a request to its first byte. */
export type LinkSpeed = { readonly bytesPerSecond: number; readonly latency: number };

/** 1.6 Mbit/s and 150 ms: the slow mobile network of the browser's developer tools. */
export const SLOW: LinkSpeed = { bytesPerSecond: 200_000, latency: 150 };

const PARCEL_BYTES = 2_000;
const TICK_MS = 5;

type Waiting = { readonly bytes: number; readonly go: () => void };

/**
 * One network link that all responses share. The browser's own throttling does not slow down a service worker, so it would
 * favour pages that have one. This link is the same for all pages.
 */
export class Link {
  private speed: LinkSpeed | null = null;
  private readonly queue: Waiting[] = [];
  private allowance = 0;
  private last = performance.now();
  private readonly ticker = setInterval(() => this.tick(), TICK_MS);

  /** Sets the speed from now on; null means no limit. */
  at(speed: LinkSpeed | null): void {
    this.speed = speed;
  }

  /** Waits for the latency of the link. */
  async firstByte(): Promise<void> {
    if (this.speed !== null) await wait(this.speed.latency);
  }

  /**
   * Passes on the bytes of a response in small parcels, alternating with other responses.
   *
   * @param sent called with the size of each parcel when it has passed
   */
  async *carry(
    response: AsyncIterable<Buffer> | Iterable<Buffer>,
    sent: (bytes: number) => void = () => {},
  ): AsyncGenerator<Buffer> {
    for await (const chunk of response) {
      for (let from = 0; from < chunk.length; from += PARCEL_BYTES) {
        const parcel = chunk.subarray(from, from + PARCEL_BYTES);
        await this.passes(parcel.length);
        sent(parcel.length);
        yield parcel;
      }
    }
  }

  close(): void {
    clearInterval(this.ticker);
  }

  private passes(bytes: number): Promise<void> {
    if (this.speed === null && this.queue.length === 0) return Promise.resolve();
    return new Promise((go) => this.queue.push({ bytes, go }));
  }

  private tick(): void {
    const now = performance.now();
    const rate = this.speed?.bytesPerSecond ?? Number.POSITIVE_INFINITY;
    this.allowance += ((now - this.last) / 1000) * rate;
    this.last = now;
    while (this.queue.length > 0 && this.allowance > 0) {
      const next = this.queue.shift();
      this.allowance -= next?.bytes ?? 0;
      next?.go();
    }
    // Unused capacity is lost, as on any network.
    if (this.queue.length === 0) this.allowance = Math.min(this.allowance, 0);
  }
}
