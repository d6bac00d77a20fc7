import type { Clock } from '../../clock.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import { type Format, resizePicture } from '../read/pictures.ts';

/** Decoding needs a processor core and much memory. */
const DECODED_AT_ONCE = 2;
/** Originals need memory while they are read. */
const READ_AT_ONCE = 12;
/** So a slow source leaves room for others. */
const READ_OF_A_SOURCE = 2;
/** Milliseconds. A picture that could not be made is not tried again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;

interface Original {
  readonly name: string;
  /** Where it is read from, such as a host. */
  readonly source: string;
  /** @returns null if there is no picture now */
  readonly read: () => Promise<Uint8Array | null>;
}

/**
 * Makes pictures in the asked sizes. The sizes of an original are made one by one. A slow original holds up no other one,
 * and a slow source no other source (CAT-111).
 */
export class PictureMaker {
  /** The originals whose pictures are being made. */
  private readonly busy = new Set<string>();
  /** The source of each original that is being read. */
  private readonly reading = new Map<string, string>();
  private decoding = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly failed = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** @returns null if there is no picture, or if it cannot be decoded */
  async make(original: Original, width: number, format: Format): Promise<Buffer | null> {
    const { name } = original;
    await this.claim(
      () => !this.busy.has(name),
      () => this.busy.add(name),
    );
    try {
      if (this.clock.now() - (this.failed.get(name) ?? -Infinity) < RETRY_MS) return null;
      const picture = await this.read(original);
      return picture && (await this.resize(picture, width, format));
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      if (this.failed.size >= MOST_FAILURES) this.failed.clear();
      this.failed.set(name, this.clock.now());
      return null;
    } finally {
      this.busy.delete(name);
      this.goOn();
    }
  }

  private async read({ name, source, read }: Original): Promise<Uint8Array | null> {
    await this.claim(
      () =>
        this.reading.size < READ_AT_ONCE &&
        [...this.reading.values()].filter((each) => each === source).length < READ_OF_A_SOURCE,
      () => this.reading.set(name, source),
    );
    try {
      return await read();
    } finally {
      this.reading.delete(name);
      this.goOn();
    }
  }

  private async resize(picture: Uint8Array, width: number, format: Format): Promise<Buffer> {
    await this.claim(
      () => this.decoding < DECODED_AT_ONCE,
      () => (this.decoding += 1),
    );
    try {
      return await resizePicture(picture, width, format);
    } finally {
      this.decoding -= 1;
      this.goOn();
    }
  }

  /** Waits until it is free, and takes it before another caller can. */
  private async claim(isFree: () => boolean, take: () => unknown): Promise<void> {
    while (!isFree()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    take();
  }

  private goOn(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
