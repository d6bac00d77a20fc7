import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

const arrivals = new WeakMap<FastifyRequest, number>();

/** A part of a millisecond, so that two requests of one millisecond keep their order. */
const STEP_MS = 0.001;

/** Notes when each request arrives. Its body, its session and the database may take long after that. */
export function noteArrivals(server: FastifyInstance, clock: Clock): void {
  let last = 0;
  server.addHook('onRequest', (request, _reply, done) => {
    const now = clock.now();
    last = Math.floor(last) === now ? last + STEP_MS : now;
    arrivals.set(request, last);
    done();
  });
}

/** When the request arrived, in epoch milliseconds with fractions. No two requests of a process have the same moment. */
export function arrivalOf(request: FastifyRequest): number {
  const arrival = arrivals.get(request);
  if (arrival === undefined) throw new Error('The arrival of the request was not noted.');
  return arrival;
}
