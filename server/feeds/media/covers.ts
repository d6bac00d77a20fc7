import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { PictureMaker } from '../../library/media/picture-maker.ts';
import type { Format } from '../../library/read/decode-picture.ts';
import type { MadeMedia } from '../../store/made-media.ts';
import { fetchDocument } from '../fetch/fetch-document.ts';
import type { PublicAddresses } from '../fetch/public-addresses.ts';

/** The pictures of podcasts in the asked sizes. Each is fetched and made once, and stored. */
export class FeedCovers {
  private readonly maker: PictureMaker;

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly made: MadeMedia,
    clock: Clock,
  ) {
    this.maker = new PictureMaker(clock);
  }

  /** @returns null if there is no picture at the address */
  async cover(url: string, width: number, format: Format): Promise<{ bytes: Buffer; tag: string } | null> {
    const key = createHash('sha256').update(url).digest('hex').slice(0, 24);
    const name = `feed-${key}-${width}.${format}`;
    const read = async (): Promise<Uint8Array | null> => {
      const document = await fetchDocument(this.addresses, url, 'image/*', null);
      return 'bytes' in document ? document.bytes : null;
    };
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(key, read, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }
}
