import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../http/validation.ts';
import { pdfKey, pdfVersion } from '../library/media/routes.ts';
import { type MediaStore, StoreUnavailableError } from '../store/media-store.ts';
import { answerFullDisk, isFullDisk } from './uploads/uploads.ts';

const LARGEST = 50 * 1024 * 1024;
const START = Buffer.from('%PDF-');

/** Stores the PDFs of titles. Each has a version, which is a hash of its bytes. */
export class Pdfs {
  /** @param parts the folder on the disk for bytes that have not been checked */
  constructor(
    private readonly files: MediaStore,
    private readonly parts: string,
  ) {}

  /**
   * Stores a PDF.
   *
   * @param publish gets its address, and a function that stores the file again if somebody deleted it meanwhile
   * @throws {ApiError} 413 for more than 50 MB, 422 for other contents, 507 if the disk is full
   */
  async store(
    id: string,
    body: Readable,
    publish: (url: string, keep: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const half = join(this.parts, `${randomUUID()}.pdf`);
    try {
      await mkdir(this.parts, { recursive: true });
      const hash = createHash('sha256');
      await pipeline(
        body,
        checked((bytes) => hash.update(bytes)),
        createWriteStream(half),
      );
      const version = hash.digest('hex').slice(0, 16);
      const key = pdfKey(id, version);
      const keep = async (): Promise<void> => {
        if ((await this.files.stat(key)) === null) await this.files.create(key, createReadStream(half));
      };
      await keep();
      await publish(`/media/pdf/${id}.pdf?v=${version}`, keep);
    } catch (error) {
      const isFull = error instanceof StoreUnavailableError && error.problem === 'full';
      throw isFull || isFullDisk(error) ? answerFullDisk() : error;
    } finally {
      await rm(half, { force: true });
    }
  }

  /** Deletes the file of an address, if there is one. */
  async remove(id: string, url: string | null | undefined): Promise<void> {
    const version = pdfVersion(url ?? null);
    if (version !== null) await this.files.delete(pdfKey(id, version));
  }
}

/** Passes the bytes of a PDF, and fails for anything else. */
function checked(each: (bytes: Buffer) => void): Transform {
  let start = Buffer.alloc(0);
  let size = 0;
  const isPdf = (): boolean => start.subarray(0, START.length).equals(START);
  const refusal = new ApiError(422, 'no-pdf', 'This file is not a PDF.', 'pdf_url');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (start.length < START.length) start = Buffer.concat([start, chunk.subarray(0, START.length)]);
      if (size > LARGEST) {
        done(new ApiError(413, 'too-large', 'A PDF may have at most 50 MB.', 'pdf_url'));
      } else if (start.length >= START.length && !isPdf()) done(refusal);
      else {
        each(chunk);
        done(null, chunk);
      }
    },
    flush(done) {
      done(isPdf() ? null : refusal);
    },
  });
}
