import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { readEdits } from '../../catalogue/publish/edits.ts';
import { idParams } from '../../api/fields.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { mayBeSlow } from '../../http/slow-bodies.ts';
import { listenerOf } from '../../api/session.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import { editTitle, type Editing, titleDetail } from '../edit-title.ts';
import { Pdfs } from '../pdfs.ts';
import { sourcedTitle } from '../sourced-titles.ts';

/** The PDF of a title. */
export function pdfRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock, store, parts } = studio;
  const pdfs = new Pdfs(store, parts);
  const editing = (request: FastifyRequest, id: string): Editing => ({
    id,
    version: null,
    editor: listenerOf(request),
    now: clock.now(),
  });
  const current = async (id: string): Promise<string | null | undefined> =>
    (await readEdits(db, [id])).get(id)?.fields.pdf_url;

  server.addContentTypeParser('application/pdf', (_request, payload, done) => done(null, payload));

  server.put('/titles/:id/pdf', { schema: { params: idParams }, config: mayBeSlow }, async (request) => {
    const { id } = request.params;
    if (!(request.body instanceof Readable)) {
      throw new ApiError(415, 'no-pdf', 'The body must be of the type application/pdf.', 'pdf_url');
    }
    if ((await sourcedTitle(db, id)) === null) throw notFound('title');
    const before = await current(id);
    const { url, isNew } = await pdfs.store(id, request.body);
    try {
      await editTitle(db, editing(request, id), { set: { pdf_url: url }, reset: [] });
    } catch (error) {
      if (isNew) await pdfs.remove(id, url);
      throw error;
    }
    if (before !== url) await pdfs.remove(id, before);
    return titleDetail(studio, id);
  });

  server.delete('/titles/:id/pdf', { schema: { params: idParams } }, async (request) => {
    const { id } = request.params;
    const before = await current(id);
    await editTitle(db, editing(request, id), { set: {}, reset: ['pdf_url'] });
    await pdfs.remove(id, before);
    return titleDetail(studio, id);
  });
}
