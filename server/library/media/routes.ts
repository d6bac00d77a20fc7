import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from '../../bounded-cache.ts';
import {
  type Lookup,
  type Verify,
  sendAbsent,
  sendUnknown,
  listenerOrRefusal,
  refuseAddress,
  sendMedium,
  sourceOf,
} from '../../media/request.ts';
import type { MediaOptions } from '../../source.ts';
import type { MediaStore } from '../../store/media-store.ts';
import { openStored } from '../folders/folders.ts';
import type { LibraryDatabase } from '../tables.ts';
import { type OpenFile, type Sounds, readVirtual, virtualFile } from './sounds.ts';
import { parseMediaPath } from '../../media/media-path.ts';
import { findDocument } from '../../catalogue/find-item.ts';

/** Milliseconds. An address that was used within this time is in use. */
const IN_USE_MS = 10 * 60_000;
/** Milliseconds. How long a check of the listener counts. */
const CHECKED_MS = 60_000;
/** The longest time for which an expired address stays valid. Later, the browser has to get a new one. */
const LONGEST_SECONDS = 24 * 3600;
const MOST_ADDRESSES = 20_000;

/** A request whose address may be used. */
export interface Admission {
  /** For how many seconds a browser may cache the bytes. */
  readonly seconds: number;
  /** Passes the bytes on, as long as the listener may hear them. A long sound takes hours to be sent. */
  readonly guard: (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer, void, undefined>;
}

interface Use {
  /** Epoch milliseconds. */
  usedAt: number;
  checkedAt: number;
  mayHear: Promise<boolean>;
}

/**
 * Keeps addresses valid while they are in use, so that a long chapter does not stop in the middle. An expired address
 * stays valid while its listener goes on listening, and is still entitled to the sound (ENT-78).
 */
export class Renewal {
  /** By listener and path. */
  private readonly uses = new BoundedCache<Use>(MOST_ADDRESSES);

  constructor(private readonly options: Pick<MediaOptions, 'verify' | 'mayHear' | 'clock'>) {}

  /** Checks whether the address of a request may be used. */
  async admit(url: URL): Promise<Admission | 'expired' | 'forged'> {
    const check = this.options.verify(url);
    if (check.verdict === 'forged') return 'forged';
    const key = `${check.listener}\n${url.pathname}`;
    const now = this.options.clock.now();
    const use = this.uses.get(key) ?? {
      usedAt: -Infinity,
      checkedAt: -Infinity,
      mayHear: Promise.resolve(false),
    };
    const isInUse = now - use.usedAt <= IN_USE_MS;
    if (check.verdict === 'expired' && !(isInUse && (await this.mayGoOn(url, use)))) return 'expired';
    use.usedAt = now;
    this.uses.set(key, use, 1);
    return {
      seconds: check.verdict === 'ok' ? check.secondsLeft : 0,
      guard: (pieces) => this.guard(pieces, url, use),
    };
  }

  private async *guard(
    pieces: AsyncIterable<Buffer>,
    url: URL,
    use: Use,
  ): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) {
      if (!(await this.mayGoOn(url, use))) throw new Error('The listener may not hear the sound any more.');
      yield piece;
    }
  }

  /** True until the address expires. Then the listener is checked, at most once a minute. */
  private async mayGoOn(url: URL, use: Use): Promise<boolean> {
    const check = this.options.verify(url);
    if (check.verdict !== 'expired') return check.verdict === 'ok';
    if (check.secondsAgo >= LONGEST_SECONDS) return false;
    const now = this.options.clock.now();
    if (now - use.checkedAt >= CHECKED_MS) {
      use.checkedAt = now;
      use.mayHear = this.options.mayHear(check.listener, url.pathname);
      use.mayHear.catch(() => (use.checkedAt = -Infinity));
    }
    return use.mayHear;
  }
}

type Pieces = AsyncGenerator<Buffer, void, undefined>;
type Guard = (pieces: Pieces) => Pieces;

/**
 * Sends an open file, complete or by range (RFC 9110). It closes the source.
 *
 * @param guard passes the bytes on, as long as they may be sent
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenFile,
  guard: Guard = (pieces) => pieces,
): Promise<FastifyReply> {
  const { source, file, type, tag } = open;
  let isRead = false;
  const read = async (from: number, to: number): Promise<Pieces> => {
    isRead = true;
    return started(guard(readVirtual(source, file, from, to)));
  };
  try {
    return await sendMedium(request, reply, { size: file.size, type, tag, read });
  } finally {
    // The reader closes it.
    if (!isRead) await source.close();
  }
}

/** A hook: a handler may fail after it has set the headers of a file. Nobody may store such a response. */
async function storeNoFailure(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode < 500) return;
  reply.removeHeader('etag');
  void reply.header('cache-control', 'no-store');
}

/** Waits for the first piece of a body. */
async function started(pieces: Pieces): Promise<Pieces> {
  const first = await pieces.next();
  async function* all(): Pieces {
    try {
      if (first.done !== true) yield first.value;
      yield* pieces;
    } finally {
      // Closes the source if the reader leaves before the rest was asked for.
      await pieces.return();
    }
  }
  return all();
}

/** Serves `/media/audio/*`: files and parts of files, complete or by range (RFC 9110). */
export function audioRoutes(sounds: Sounds, options: MediaOptions): FastifyPluginAsync {
  const renewal = new Renewal(options);
  return async (app) => {
    app.addHook('onSend', storeNoFailure);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file',
      handler: async (request, reply) => {
        const url = new URL(request.url, 'http://localhost');
        const admitted = await renewal.admit(url);
        if (typeof admitted === 'string') return refuseAddress(reply, admitted);
        void reply.header('cache-control', `private, max-age=${admitted.seconds}`);
        const path = parseMediaPath(url.pathname);
        if (path?.kind !== 'audio' || (await sourceOf(request, 'audio', options.lookup)) === null)
          return sendUnknown(reply);
        const sound = await sounds.open(path.id, path.chapter);
        if (sound !== null) return sendFile(request, reply, sound, admitted.guard);
        return (await sounds.isLost(path.id)) ? sendAbsent(reply) : sendUnknown(reply);
      },
    });
  };
}

interface PdfRouteOptions {
  readonly db: LibraryDatabase;
  readonly store: MediaStore;
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** The key of a PDF in the store. A replaced PDF has another version, and so another key. */
export const pdfKey = (id: string, version: string): string => `pdf/${id}-${version}.pdf`;

/** The version in the address of a PDF, such as `/media/pdf/t1.pdf?v=0123456789abcdef`. */
export const pdfVersion = (url: string | null): string | null =>
  /\?v=(?<version>[\da-f]{16})$/u.exec(url ?? '')?.groups?.['version'] ?? null;

/** Serves `/media/pdf/*`, complete or by range, to signed addresses. */
export function pdfRoutes({ db, store, lookup, verify }: PdfRouteOptions): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onSend', storeNoFailure);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/pdf/:file',
      handler: async (request, reply) => {
        if (listenerOrRefusal(request, reply, verify) === null) return reply;
        const id = parseMediaPath(request.url.replace(/\?.*$/su, ''))?.id ?? '';
        if ((await sourceOf(request, 'pdf', lookup)) === null) return sendUnknown(reply);
        const document = await findDocument(db, id);
        const version = pdfVersion(document?.pdf_url ?? null);
        const source = version === null ? null : await openStored(store, pdfKey(id, version));
        if (source === null) return sendUnknown(reply);
        void reply.header('content-disposition', `inline; filename="${id}.pdf"`);
        return sendFile(request, reply, {
          source,
          file: virtualFile({ header: Buffer.alloc(0), pieces: [{ of: 'file', from: 0, to: source.size }] }),
          type: 'application/pdf',
          tag: `"${version ?? ''}"`,
        });
      },
    });
  };
}
