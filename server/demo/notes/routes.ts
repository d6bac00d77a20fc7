import type { FastifyPluginAsync } from 'fastify';
import {
  answerBusy,
  answerUnknown,
  listenerOrRefusal,
  sourceOf,
  type Lookup,
  type Verify,
} from '../../media/request.ts';
import { RecentNotes } from './recent-notes.ts';

/** `/media/pdf/*`: companion notes, which are made on request. */
export function pdfRoutes({ lookup, verify }: { lookup: Lookup; verify: Verify }): FastifyPluginAsync {
  const notes = new RecentNotes();
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/pdf/:file',
      handler: async (request, reply) => {
        if (listenerOrRefusal(request, reply, verify) === null) return reply;
        const source = await sourceOf(request, 'pdf', lookup);
        if (source === null) return answerUnknown(reply);
        const made = notes.of(source);
        if (made === null) return answerBusy(reply);
        const bytes = await made;
        return reply
          .type('application/pdf')
          .headers({
            'content-disposition': `inline; filename="${source.id}.pdf"`,
            'content-length': bytes.length,
          })
          .send(request.method === 'HEAD' ? undefined : bytes);
      },
    });
  };
}
