import { setTimeout as wait } from 'node:timers/promises';

/** What a link carries: bytes a second towards the page, and milliseconds from a request to its first byte. */
export type LinkSpeed = { readonly bytesPerSecond: number; readonly latency: number };

/** 1.6 Mbit/s at 150 ms: what the browser's own tools call a slow mobile network. */
export const SLOW: LinkSpeed = { bytesPerSecond: 200_000, latency: 150 };

const PARCEL_BYTES = 2_000;
const TICK_MS = 5;

type Waiting = { readonly bytes: number; readonly go: () => void };

/**
 * One network link that every answer shares. The browser's own throttling leaves out what a service worker fetches
 * and so would flatter whoever has one; this link is the same for all.
 */
export class Link {
  private speed: LinkSpeed | null = null;
  private readonly queue: Waiting[] = [];
  private allowance = 0;
  private last = performance.now();
  private readonly ticker = setInterval(() => this.tick(), TICK_MS);

  /** From now on; null is as fast as the machine. */
  at(speed: LinkSpeed | null): void {
    this.speed = speed;
  }

  /** Waits until a request would have had its first byte. */
  async firstByte(): Promise<void> {
    if (this.speed !== null) await wait(this.speed.latency);
  }

  /** Lets an answer's bytes through, one parcel after the other, in turns with the other answers. */
  async *carry(answer: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of answer) {
      for (let from = 0; from < chunk.length; from += PARCEL_BYTES) {
        const parcel = chunk.subarray(from, from + PARCEL_BYTES);
        await this.passes(parcel.length);
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
    // What was not used while nothing was to be sent is lost, as on any line.
    if (this.queue.length === 0) this.allowance = Math.min(this.allowance, 0);
  }
}
