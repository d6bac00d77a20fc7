import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { type Format, resizePicture } from '../../library/read/decode-picture.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import { fetchDocument } from '../fetch/fetch-document.ts';
import type { PublicAddresses } from '../fetch/public-addresses.ts';

/** A picture that could not be fetched or decoded is not asked for again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;
/** Decoding needs a core and much memory. */
const AT_ONCE = 2;

/** The pictures of podcasts in the asked sizes. Each is fetched and made once, and stored. */
export class FeedCovers {
  private readonly failed = new Map<string, number>();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly made: MadeMedia,
    private readonly clock: Clock,
  ) {}

  /** @returns null if there is no picture at the address */
  async cover(url: string, width: number, format: Format): Promise<{ bytes: Buffer; tag: string } | null> {
    const key = createHash('sha256').update(url).digest('hex').slice(0, 24);
    const name = `feed-${key}-${width}.${format}`;
    const bytes = await this.made.get(`covers/${name}`, () => this.make(url, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }

  private async make(url: string, width: number, format: Format): Promise<Buffer | null> {
    if (this.clock.now() - (this.failed.get(url) ?? -Infinity) < RETRY_MS) return null;
    while (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      const document = await fetchDocument(this.addresses, url, 'image/*', null);
      if (!('bytes' in document)) return null;
      return await resizePicture(document.bytes, width, format);
    } catch {
      // Unreachable, too large, or no picture.
      if (this.failed.size >= MOST_FAILURES) this.failed.clear();
      this.failed.set(url, this.clock.now());
      return null;
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
