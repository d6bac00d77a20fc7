import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body may take longer than those of other calls, because it is a large file. */
    readonly mayBeSlow?: boolean;
  }
}

/** The configuration of a route that receives large files. */
export const mayBeSlow = { mayBeSlow: true } as const;

const WHOLE_MS = 30_000;
const SILENT_MS = 60_000;

/**
 * Ends connections whose bodies do not arrive. Every body of a listener arrives within half a minute. A large file may
 * take as long as it does not pause for a minute.
 */
export function limitBodies(
  server: FastifyInstance,
  { whole = WHOLE_MS, silent = SILENT_MS }: { readonly whole?: number; readonly silent?: number } = {},
): void {
  server.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody && routeOptions.config?.mayBeSlow === true) {
      raw.setTimeout(silent, () => raw.destroy());
      // When the body has arrived, the response may take longer than that.
      raw.once('end', () => raw.setTimeout(0));
    } else if (hasBody) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, whole);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
