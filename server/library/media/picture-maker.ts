import type { Clock } from '../../clock.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';
import { type Format, resizePicture } from '../read/decode-picture.ts';

/** Decoding needs a processor core and much memory. */
const AT_ONCE = 2;
/** Milliseconds. A picture that could not be made is not tried again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;

/** Makes pictures in the asked sizes. A slow original holds up no other one: its sizes are made one by one (CAT-111). */
export class PictureMaker {
  /** The originals whose pictures are being made. */
  private readonly busy = new Set<string>();
  private readonly waiting: (() => void)[] = [];
  private readonly failed = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /**
   * @param original names the original
   * @param read returns null if there is no picture now
   * @returns null if there is no picture, or if it cannot be decoded
   */
  async make(
    original: string,
    read: () => Promise<Uint8Array | null>,
    width: number,
    format: Format,
  ): Promise<Buffer | null> {
    while (this.busy.size >= AT_ONCE || this.busy.has(original)) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    if (this.clock.now() - (this.failed.get(original) ?? -Infinity) < RETRY_MS) return null;
    this.busy.add(original);
    try {
      const picture = await read();
      return picture && (await resizePicture(picture, width, format));
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      if (this.failed.size >= MOST_FAILURES) this.failed.clear();
      this.failed.set(original, this.clock.now());
      return null;
    } finally {
      this.busy.delete(original);
      for (const goOn of this.waiting.splice(0)) goOn();
    }
  }
}
