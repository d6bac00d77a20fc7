import type { MadeMedia } from '../../store/made-media.ts';
import type { AudioFolder } from '../folders/audio-folder.ts';
import type { CoverSource } from '../titles/build-titles.ts';
import type { ReadThreads } from './read-threads.ts';

/** Maximum size of a picture, in bytes. */
const LARGEST_PICTURE = 64 * 1024 * 1024;

/** Reads the pictures of covers, in their own size. */
export class CoverReader {
  /** @param made null: the picture is read out of its file each time */
  constructor(
    private readonly threads: ReadThreads,
    private readonly made: MadeMedia | null,
  ) {}

  /** Null if there is no picture, or if it is too large. */
  async read(folder: AudioFolder, { kind, path, version }: CoverSource): Promise<Uint8Array | null> {
    if (kind === 'file') return folder.read(path, LARGEST_PICTURE);
    const read = async (): Promise<Uint8Array | null> =>
      folder.withFile(path, (file) => this.threads.picture(file));
    if (this.made === null || !folder.isShared) return read();
    // Otherwise each process would copy the whole file for a picture in it.
    return this.made.get(`originals/${version}`, async () => {
      const picture = await read();
      return picture && Buffer.from(picture);
    });
  }
}
