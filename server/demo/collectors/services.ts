import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../clock.ts';
import { type CrossOrigin, type OriginRule, allowOrigins } from '../../http/headers.ts';
import { type Fields, isFields } from '../../text.ts';
import type { NewEvent, ReceivedEvents } from './received-events.ts';

const fieldsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

interface CollectorContext {
  readonly received: ReceivedEvents;
  readonly clock: Clock;
  readonly origins: OriginRule;
}

/** The key that the embedded provider's own page sends. */
export const ANALYTICS_KEY = 'embedded-analytics-key';

const LARGEST_BODY_BYTES = 1024 * 1024;
const MOST_EVENTS_A_REQUEST = 2000;
const SHORTEST_ID = 5;

/**
 * The ingestion endpoints of the analytics service, single and batch. They respond like the service to missing and
 * invalid fields, to a wrong key, and to a body that is too large. Quotas, throttling and outages come from faults.
 */
export function analyticsCollector({ received, clock, origins }: CollectorContext): FastifyPluginAsync {
  const described = (event: Fields): NewEvent => ({
    insertId: textOf(event['insert_id']) ?? undefined,
    service: 'analytics',
    name: textOf(event['event_type']) ?? '',
    userId: textOf(event['user_id']),
    deviceId: textOf(event['device_id']),
    sessionId: numberOf(event['session_id']),
    occurredAt: numberOf(event['time']),
    properties: event['event_properties'] ?? event['user_properties'] ?? {},
  });

  return async (server) => {
    readLargeBodies(server);
    await allowOrigins(server, origins, { methods: 'POST', headers: 'content-type, content-encoding' });
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    for (const path of ['/2/httpapi', '/batch']) {
      server.post(path, async (request, reply) => {
        const refusal = analyticsRefusalOf(request.body);
        if (refusal !== null) return reply.code(refusal.code).send(refusal);
        const events = fieldsOf(isFields(request.body) ? request.body['events'] : undefined);
        received.add(events.map(described));
        return {
          code: 200,
          events_ingested: events.length,
          payload_size_bytes: Number(request.headers['content-length'] ?? 0),
          server_upload_time: clock.now(),
        };
      });
    }
  };
}

function readLargeBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: LARGEST_BODY_BYTES },
    (_request, body, done) => {
      try {
        const parsed: unknown = JSON.parse(body.toString());
        done(null, parsed);
      } catch {
        done(null, undefined);
      }
    },
  );
  server.setErrorHandler(async (error, _request, reply) => {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    const code = isTooLarge ? 413 : 500;
    return reply.code(code).send({ code, error: isTooLarge ? 'Payload too large' : 'Internal error' });
  });
}

type Refusal = { readonly code: number; readonly error: string } & Fields;

/** Why the request is refused, in the service's words; null if it is accepted. */
function analyticsRefusalOf(body: unknown): Refusal | null {
  if (!isFields(body)) return { code: 400, error: 'Invalid JSON request body' };
  for (const field of ['api_key', 'events']) {
    if (body[field] === undefined || body[field] === '') {
      return { code: 400, error: 'Request missing required field', missing_field: field };
    }
  }
  if (body['api_key'] !== ANALYTICS_KEY) {
    return { code: 400, error: `Invalid API key: ${textOf(body['api_key']) ?? ''}` };
  }
  const events: readonly unknown[] = Array.isArray(body['events']) ? body['events'] : [];
  if (events.length > MOST_EVENTS_A_REQUEST) return { code: 413, error: 'Payload too large' };
  return invalidEvents(events, isFields(body['options']) ? body['options'] : {});
}

/** Refuses a whole batch for its invalid events and names them. The sender drops those and sends the rest again. */
function invalidEvents(events: readonly unknown[], options: Fields): Refusal | null {
  const shortest = numberOf(options['min_id_length']) ?? SHORTEST_ID;
  const missing: Record<string, number[]> = {};
  const short: Record<string, number[]> = {};
  const note = (lists: Record<string, number[]>, field: string, index: number): void => {
    lists[field] = [...(lists[field] ?? []), index];
  };
  for (const [index, event] of events.entries()) {
    const fields = isFields(event) ? event : {};
    if (textOf(fields['event_type']) === null) note(missing, 'event_type', index);
    if (textOf(fields['user_id']) === null && textOf(fields['device_id']) === null) {
      note(missing, 'user_id', index);
    }
    for (const id of ['user_id', 'device_id']) {
      const text = textOf(fields[id]);
      if (text !== null && text.length < shortest) note(short, id, index);
    }
  }
  if (Object.keys(missing).length === 0 && Object.keys(short).length === 0) return null;
  return {
    code: 400,
    error: 'Request had invalid fields',
    events_with_missing_fields: missing,
    events_with_invalid_fields: {},
    events_with_invalid_id_lengths: short,
    silenced_events: [],
  };
}

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
      const refusal = messagingRefusalOf(body);
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
      const refusal = messagingRefusalOf(body);
      if (refusal !== null) return reply.code(201).send(refusal);
      const template = isFields(body['template']) ? body['template'] : {};
      const data = campaigns.templates[textOf(template['trigger_id']) ?? ''];
      return reply.code(201).send(data === undefined ? {} : { templated_message: { type: 'inapp', data } });
    });
  };
}

/** The service reports an error in a response with status 200. */
function messagingRefusalOf(body: Fields): Fields | null {
  if (body['api_key'] !== MESSAGING_KEY) return { error: 'invalid_api_key' };
  return textOf(body['device_id']) === null ? { error: 'no_device_identifier' } : null;
}
