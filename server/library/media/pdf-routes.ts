import type { FastifyPluginAsync } from 'fastify';
import type { MediaStore } from '../../store/media-store.ts';
import { parseMediaPath } from '../../media/path.ts';
import { answerUnknown, listenerOrRefusal, sourceOf, type Lookup, type Verify } from '../../media/request.ts';
import type { LibraryDatabase } from '../tables.ts';
import { openStored } from '../folders/open-stored.ts';
import { sendFile, storeNoFailure } from './send-file.ts';
import { virtualFile } from './virtual-file.ts';

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
