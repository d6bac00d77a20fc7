import { type Kysely, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';

/** Milliseconds. Whoever asks usually waits for about two seconds. */
const DATABASE_MS = 1_500;

/** Whether a provider is about to end. */
export interface Draining {
  readonly isDraining: boolean;
}

/**
 * Adds `/healthz`, which responds as long as the process lives, and `/readyz`, which responds with 200 only if calls can
 * be served: the database responds, and the provider does not end. The provider listens only after its migrations, so
 * they are done.
 */
export function healthRoutes<Tables>(server: FastifyInstance, db: Kysely<Tables>, state: Draining): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  server.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = state.isDraining ? 'draining' : (await isReachable(db)) ? null : 'database';
    if (reason === null) return { status: 'ready' };
    return reply.code(503).send({ status: 'not-ready', reason });
  });
}

async function isReachable<Tables>(db: Kysely<Tables>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS);
  });
  const found = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
