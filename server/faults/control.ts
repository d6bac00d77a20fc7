import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { errorHandler } from '../http/errors.ts';
import { type ApiServer, compileSchema } from '../http/validation.ts';
import type { FaultDependencies } from './dependencies.ts';
import { type Faults, isPattern } from './faults.ts';
import type { WireLog } from './wire-log.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A fault may replace a response of any usual size. */
const LARGEST_FAULT_BYTES = 32 * 1024 * 1024;

const fault = v.strictObject({
  match: v.strictObject({
    method: v.optional(v.string()),
    path: v.optional(v.pipe(v.string(), v.check(isPattern, 'must be a path or a regular expression'))),
  }),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  headers: v.optional(v.record(v.string(), v.string())),
  delay_ms: v.optional(v.pipe(count, v.maxValue(120_000))),
  hold: v.optional(v.boolean()),
  drop: v.optional(v.boolean()),
  garbage: v.optional(v.boolean()),
  times: v.optional(v.pipe(count, v.minValue(1))),
});

/**
 * The test controls: `POST` and `DELETE /__faults`, and below it the clock, the tokens, the reports that are stored, and
 * the request log.
 */
export function controlRoutes(
  context: FaultDependencies & { readonly faults: Faults; readonly log: WireLog },
): FastifyPluginAsync {
  const { clock, faults, log } = context;
  return async (plain) => {
    const server: ApiServer = plain;
    server.setValidatorCompiler(compileSchema);
    server.setErrorHandler(errorHandler(() => undefined));

    server.post('/', { bodyLimit: LARGEST_FAULT_BYTES, schema: { body: fault } }, async (request) => {
      faults.add(request.body);
      return { ok: true };
    });
    server.delete('/', async () => {
      faults.clear();
      return { ok: true };
    });

    server.post(
      '/clock',
      { schema: { body: v.strictObject({ offset_ms: v.pipe(v.number(), v.integer()) }) } },
      async (request) => {
        clock.setOffset(request.body.offset_ms);
        return { now: new Date(clock.now()).toISOString() };
      },
    );
    server.post('/expire-tokens', async () => {
      await context.expireTokens();
      return { ok: true };
    });

    server.get('/reports', async () => context.readReports());
    server.get('/log', async () => ({ entries: log.entries }));
    server.delete('/log', async () => {
      log.clear();
      return { ok: true };
    });
  };
}
