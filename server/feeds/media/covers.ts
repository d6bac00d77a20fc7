import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { type Format, resizePicture } from '../../library/read/decode-picture.ts';
import { fetchDocument } from '../fetch/fetch-document.ts';
import type { PublicAddresses } from '../fetch/public-addresses.ts';

/** A picture that could not be fetched or decoded is not asked for again within this time. */
const RETRY_MS = 10 * 60_000;
const MOST_FAILURES = 10_000;
/** Decoding needs a core and much memory. */
const AT_ONCE = 2;

/** The pictures of podcasts in the asked sizes. Each is fetched and made once, and stored in a folder. */
export class FeedCovers {
  private readonly open = new Map<string, Promise<Buffer | null>>();
  private readonly failed = new Map<string, number>();
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly folder: string,
    private readonly clock: Clock,
  ) {}

  /** @returns null if there is no picture at the address */
  async cover(url: string, width: number, format: Format): Promise<{ bytes: Buffer; tag: string } | null> {
    const key = createHash('sha256').update(url).digest('hex').slice(0, 24);
    const name = `feed-${key}-${width}.${format}`;
    const opened = this.open.get(name) ?? this.read(url, name, width, format);
    this.open.set(name, opened);
    const bytes = await opened.finally(() => this.open.delete(name));
    return bytes === null ? null : { bytes, tag: name };
  }

  private async read(url: string, name: string, width: number, format: Format): Promise<Buffer | null> {
    const file = join(this.folder, name);
    const kept = await readFile(file).catch(() => null);
    if (kept !== null) return kept;
    if (this.clock.now() - (this.failed.get(url) ?? -Infinity) < RETRY_MS) return null;
    while (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    try {
      const document = await fetchDocument(this.addresses, url, 'image/*', null);
      if (!('bytes' in document)) return null;
      const bytes = await resizePicture(document.bytes, width, format);
      await mkdir(this.folder, { recursive: true });
      const half = `${file}.${process.pid}.part`;
      // If the picture cannot be stored, the next request makes it again.
      await writeFile(half, bytes)
        .then(() => rename(half, file))
        .catch(async () => rm(half, { force: true }))
        .catch(() => undefined);
      return bytes;
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
