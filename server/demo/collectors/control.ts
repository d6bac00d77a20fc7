import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { errorHandler } from '../../http/errors.ts';
import { type ApiServer, compileSchema } from '../../http/validation.ts';
import { type Campaigns, noCampaigns } from './messaging.ts';
import type { ReceivedEvents } from './received.ts';

const fields = v.record(v.string(), v.unknown());

const wanted = v.strictObject({
  triggers: v.optional(v.array(fields)),
  templates: v.optional(fields),
  config: v.optional(fields),
});

/** For tests: lists what the collectors received, and sets what the messaging service sends. */
export function collectorControl(received: ReceivedEvents, campaigns: Campaigns): FastifyPluginAsync {
  return async (plain) => {
    const server: ApiServer = plain;
    server.setValidatorCompiler(compileSchema);
    server.setErrorHandler(errorHandler(() => undefined));

    server.get('/', async () => ({ events: (await received.after(0)).events }));
    server.delete('/', async () => {
      await received.clear();
      Object.assign(campaigns, noCampaigns());
      return { ok: true };
    });
    server.put('/campaigns', { schema: { body: wanted } }, async (request) => {
      const { triggers = [], templates = {}, config = null } = request.body;
      Object.assign(campaigns, { triggers, templates, config });
      return { ok: true };
    });
  };
}
