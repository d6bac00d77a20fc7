import type { FastifyPluginAsync } from 'fastify';
import { answerUnknown, refuseUnlessSigned, sourceOf, type Lookup, type Verify } from '../address.ts';
import { makeNotes } from './companion-notes.ts';

/** `/media/pdf/*`: companion notes, made on demand. */
export function pdfRoutes({ lookup, verify }: { lookup: Lookup; verify: Verify }): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/pdf/:file',
      handler: async (request, reply) => {
        if (refuseUnlessSigned(request, reply, verify)) return reply;
        const source = await sourceOf(request, 'pdf', lookup);
        if (source === null) return answerUnknown(reply);
        const bytes = await makeNotes(source);
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
