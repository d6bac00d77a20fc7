import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type HostResponse, FetchError, type PublicAddresses, reasonOf, request } from './request.ts';

export interface Document {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the bytes. */
  readonly hash: string;
  readonly contentType: string | null;
  readonly url: string;
  readonly permanentUrl: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What is known of the last response. The host then sends a document only if the document has changed. */
export interface Known {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly hash: string | null;
}

const LONGEST_MS = 60_000;
const MB = 1024 * 1024;
/** Also the bound of what a compressed document becomes. */
const LARGEST_MB = 32;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'The host asks for a name and a password (401). Add the podcast with an address such as https://name:password@example.org/feed.',
  403: 'The host refuses this program (403). Ask its owner to let Hark read it.',
  410: 'The host says that it is gone for good (410).',
};

/**
 * Fetches a document, within bounds of time and size.
 *
 * @param largest megabytes
 * @returns the document; `permanentUrl` alone if it has not changed
 * @throws {FetchError}
 */
export async function fetchDocument(
  addresses: PublicAddresses,
  url: string,
  accept: string,
  known: Known | null,
  signal?: AbortSignal,
  largest = LARGEST_MB,
): Promise<Document | { readonly permanentUrl: string }> {
  const limit = AbortSignal.timeout(LONGEST_MS);
  const response = await request(
    addresses,
    url,
    {
      accept,
      'accept-encoding': 'gzip, deflate, br',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
    },
    signal === undefined ? limit : AbortSignal.any([limit, signal]),
  );
  const { message, permanentUrl } = response;
  const status = message.statusCode ?? 0;
  if (status === 304 && known !== null) {
    message.destroy();
    return { permanentUrl };
  }
  if (status < 200 || status > 299) {
    message.destroy();
    const pause = pauseOf(message.headers['retry-after']);
    throw new FetchError(REFUSALS[status] ?? `The host answers ${status}.`, pause, status);
  }
  try {
    const read = await readAll(decompressed(response), largest);
    if (read.hash === known?.hash) return { permanentUrl };
    return {
      ...read,
      contentType: message.headers['content-type'] ?? null,
      url: response.url,
      permanentUrl,
      etag: message.headers.etag ?? null,
      lastModified: message.headers['last-modified'] ?? null,
    };
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError(reasonOf(error));
  } finally {
    message.destroy();
  }
}

function decompressed({ message }: HostResponse): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const options = { finishFlush: constants.Z_SYNC_FLUSH };
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip(options)
      : encoding === 'deflate'
        ? createInflate(options)
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (decoder === null) return message;
  message.once('error', (error) => decoder.destroy(error));
  message.once('aborted', () => decoder.destroy(new FetchError('The host ended the connection.')));
  return message.pipe(decoder);
}

async function readAll(body: Readable, largest: number): Promise<Pick<Document, 'bytes' | 'hash'>> {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > largest * MB) throw new FetchError(`It is larger than ${largest} MB.`);
    chunks.push(chunk);
    hash.update(chunk);
  }
  // Memory of its own, so that it can be passed on to a thread.
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return { bytes, hash: hash.digest('base64url') };
}

/** `Retry-After` in seconds or as a date. */
function pauseOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const pause = /^\d+$/u.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(pause) && pause > 0 ? Math.min(pause, LONGEST_PAUSE_MS) : null;
}
