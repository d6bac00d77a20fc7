import type { FastifyInstance } from 'fastify';
import type { Billing } from '../billing.ts';
import { ForgedMessageError } from '../service.ts';

const LARGEST_MESSAGE_BYTES = 1024 * 1024;

/** Receives the messages of the payment service. */
export function messageRoute(
  server: FastifyInstance,
  { billing, log }: { readonly billing: Billing; readonly log: (line: string) => void },
): void {
  // The signature of a message is that of its exact bytes.
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: LARGEST_MESSAGE_BYTES },
    (_request, body, done) => done(null, body),
  );
  server.post('/webhook', async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    reply.header('cache-control', 'no-store');
    if (typeof request.body !== 'string' || typeof signature !== 'string') {
      return reply.code(400).send({ error: 'This is no message of the payment service.' });
    }
    try {
      await billing.reconciliation.receive(request.body, signature);
      return await reply.send({ received: true });
    } catch (error) {
      if (error instanceof ForgedMessageError) {
        return reply.code(400).send({ error: 'This is no message of the payment service.' });
      }
      // The service sends the message again later.
      log(`billing: a message failed: ${error instanceof Error ? error.message : String(error)}`);
      return reply.code(503).send({ error: 'The message could not be handled now.' });
    }
  });
}
