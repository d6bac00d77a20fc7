import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openStored } from '../folders/folders.ts';
import { Renewal } from './renewal.ts';
import { type OpenFile, readVirtual, type Sounds, virtualFile } from './sounds.ts';
import type { LibraryDatabase } from '../tables.ts';
import {
  answerAbsent,
  answerUnknown,
  listenerOrRefusal,
  type Lookup,
  parseMediaPath,
  refuseAddress,
  sendMedium,
  sourceOf,
  type Verify,
} from '../../media/request.ts';
import type { MediaOptions } from '../../source.ts';
import type { MediaStore } from '../../store/media-store.ts';

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

/** A hook: a handler may fail after it has set the headers of a file. Nobody may store such an answer. */
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
          return answerUnknown(reply);
        const sound = await sounds.open(path.id, path.chapter);
        if (sound !== null) return sendFile(request, reply, sound, admitted.guard);
        return (await sounds.isLost(path.id)) ? answerAbsent(reply) : answerUnknown(reply);
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
        if ((await sourceOf(request, 'pdf', lookup)) === null) return answerUnknown(reply);
        const row = await db.selectFrom('items').select('document').where('id', '=', id).executeTakeFirst();
        const version = pdfVersion(row?.document.pdf_url ?? null);
        const source = version === null ? null : await openStored(store, pdfKey(id, version));
        if (source === null) return answerUnknown(reply);
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
