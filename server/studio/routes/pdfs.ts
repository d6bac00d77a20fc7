import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { readEdits } from '../../catalogue/publish/edits.ts';
import { lockCatalogue } from '../../catalogue/publish/lock.ts';
import { idParams } from '../../api/fields.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { mayBeSlow } from '../../http/slow-bodies.ts';
import { listenerOf } from '../../api/session.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext, StudioDatabase } from '../context.ts';
import { editTitle, type Editing, titleDetail } from '../edit-title.ts';
import { Pdfs } from '../pdfs.ts';
import { sourcedTitle } from '../sourced-titles.ts';
import { namedVersionOf } from '../version.ts';

/** The PDF of a title (STU-37). */
export function pdfRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock, store, parts } = studio;
  const pdfs = new Pdfs(store, parts);
  const editing = (request: FastifyRequest, id: string): Editing => ({
    id,
    version: namedVersionOf(request),
    editor: listenerOf(request),
    now: clock.now(),
  });
  /** Deletes a file that the title does not name any more. Nobody edits meanwhile, so a file that was just added stays. */
  const removeUnused = (id: string, url: string | null | undefined): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await lockCatalogue(transaction);
      const own: StudioDatabase = transaction;
      const used = (await readEdits(own, [id])).get(id)?.fields.pdf_url;
      if (used !== url) await pdfs.remove(id, url);
    });

  server.addContentTypeParser('application/pdf', (_request, payload, done) => done(null, payload));

  server.put('/titles/:id/pdf', { schema: { params: idParams }, config: mayBeSlow }, async (request) => {
    const { id } = request.params;
    if (!(request.body instanceof Readable)) {
      throw new ApiError(415, 'no-pdf', 'The body must be of the type application/pdf.', 'pdf_url');
    }
    if ((await sourcedTitle(db, id)) === null) throw notFound('title');
    let before: string | null | undefined;
    await pdfs.store(id, request.body, async (url, keep) => {
      try {
        await editTitle(db, editing(request, id), { set: { pdf_url: url }, reset: [] }, (edited) => {
          before = edited.pdf_url;
          return keep();
        });
      } catch (error) {
        await removeUnused(id, url);
        throw error;
      }
    });
    await removeUnused(id, before);
    return titleDetail(studio, id);
  });

  server.delete('/titles/:id/pdf', { schema: { params: idParams } }, async (request) => {
    const { id } = request.params;
    let before: string | null | undefined;
    await editTitle(db, editing(request, id), { set: {}, reset: ['pdf_url'] }, async (edited) => {
      before = edited.pdf_url;
      return Promise.resolve();
    });
    await removeUnused(id, before);
    return titleDetail(studio, id);
  });
}
