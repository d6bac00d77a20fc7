import type { FastifyPluginAsync } from 'fastify';
import { allowOrigins, type CrossOrigin } from '../../http/cors.ts';
import { type CollectorContext, fieldsOf, numberOf, textOf } from './analytics.ts';
import type { NewEvent } from './received.ts';
import { type Fields, isFields } from '../../fields.ts';

/** The key that the embedded provider's own page sends. */
export const MESSAGING_KEY = 'embedded-messaging-key';

/** What the service sends: campaigns with their triggers, personal messages by trigger, and settings. */
export interface Campaigns {
  triggers: readonly Fields[];
  /** The message of a templated trigger, by its trigger id. */
  templates: Fields;
  /** Such as `{ time, events_blacklist }`. A page reads it only if `time` is newer than its own. */
  config: Fields | null;
}

export const noCampaigns = (): Campaigns => ({ triggers: [], templates: {}, config: null });

/** More rows than the library sends at once, and few enough for one statement. */
const MOST_EVENTS_A_REQUEST = 2000;

/** Readable names for the short event names of the service. */
const NAMES: Readonly<Record<string, string>> = {
  ss: 'Session start',
  se: 'Session end',
  si: 'In-app message impression',
  sc: 'In-app message click',
  sbc: 'In-app message button click',
  iec: 'Control message impression',
  i: 'Internal event',
  ie: 'Internal error',
};

const ALLOWED: CrossOrigin = {
  methods: 'POST',
  headers: [
    'braze-sync-retry-count',
    'content-type',
    'x-braze-api-key',
    'x-braze-auth-signature',
    'x-braze-contentcardsrequest',
    'x-braze-datarequest',
    'x-braze-featureflagsrequest',
    'x-braze-feedrequest',
    'x-braze-last-req-ms-ago',
    'x-braze-req-attempt',
    'x-braze-req-tokens-remaining',
    'x-braze-triggersrequest',
    'x-requested-with',
  ].join(', '),
};

/** The two calls of the messaging service: `data/` receives events, `template/` fills in a personal message. */
export function messagingCollector(
  { received, origins }: CollectorContext,
  campaigns: Campaigns,
): FastifyPluginAsync {
  const described = (body: Fields, event: Fields): NewEvent => {
    const code = textOf(event['name']) ?? '';
    const data = isFields(event['data']) ? event['data'] : {};
    const seconds = numberOf(event['time']);
    return {
      service: 'messaging',
      // A custom event carries its own name and properties.
      name: code === 'ce' ? (textOf(data['n']) ?? '') : (NAMES[code] ?? code),
      userId: textOf(event['user_id']),
      deviceId: textOf(body['device_id']),
      sessionId: textOf(event['session_id']),
      occurredAt: seconds === null ? null : Math.round(seconds * 1000),
      properties: code === 'ce' ? (data['p'] ?? {}) : data,
    };
  };

  return async (server) => {
    await allowOrigins(server, origins, ALLOWED);
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    server.post('/data', async (request, reply) => {
      const body = isFields(request.body) ? request.body : {};
      const refusal = refusalOf(body);
      if (refusal !== null) return reply.code(201).send(refusal);
      received.add(
        fieldsOf(body['events'])
          .slice(0, MOST_EVENTS_A_REQUEST)
          .map((event) => described(body, event)),
      );
      const wanted = isFields(body['respond_with']) ? body['respond_with'] : {};
      return reply.code(201).send({
        ...(campaigns.config !== null && { config: campaigns.config }),
        ...(wanted['triggers'] === true && { triggers: campaigns.triggers }),
      });
    });

    server.post('/template', async (request, reply) => {
      const body = isFields(request.body) ? request.body : {};
      const refusal = refusalOf(body);
      if (refusal !== null) return reply.code(201).send(refusal);
      const template = isFields(body['template']) ? body['template'] : {};
      const data = campaigns.templates[textOf(template['trigger_id']) ?? ''];
      return reply.code(201).send(data === undefined ? {} : { templated_message: { type: 'inapp', data } });
    });
  };
}

/** The service reports an error in a response with status 200. */
function refusalOf(body: Fields): Fields | null {
  if (body['api_key'] !== MESSAGING_KEY) return { error: 'invalid_api_key' };
  return textOf(body['device_id']) === null ? { error: 'no_device_identifier' } : null;
}
