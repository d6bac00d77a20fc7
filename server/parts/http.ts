import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { databasePart } from './db.ts';
import { type Given, readOrigin, UsageError } from '../given.ts';
import { part, type ProviderOptions } from './part.ts';
import { hideSecret } from '../private-feeds/feeds.ts';
import { healthRoutes } from '../watch/metrics.ts';
import { watchPart } from './watch.ts';
import { sendNotFound, originRule, refuseAddress, secureResponses } from '../http/headers.ts';
import {
  DatabaseCounts,
  requestCountMigrations,
  RequestCounts,
  type RequestCountTables,
} from '../http/request-counts.ts';
import { limitDatabaseTime } from '../http/database-time.ts';
import { limitBodies } from '../http/slow-bodies.ts';
import { guardOwnRoutes, namePublicOrigin } from '../http/own-machine.ts';
import { nameLanguages } from '../languages/page-language.ts';
import { StoreUnavailableError } from '../store/media-store.ts';

/** Tells every client that gets a 503 when to try again. */
function nameRetryTime(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
    done(null, payload);
  });
}

/** Milliseconds between two lines of the log. */
const STORE_OUTAGES_PAUSE_MS = 5_000;

/** Writes a line to the log when a request meets a store that cannot be used, at most every five seconds (CAT-86). */
function logStoreOutages(server: FastifyInstance, log: (line: string) => void): void {
  let last = -Infinity;
  server.addHook('onError', async (_request, _reply, error) => {
    const now = performance.now();
    if (!(error instanceof StoreUnavailableError) || now - last < STORE_OUTAGES_PAUSE_MS) return;
    last = now;
    log(`media: ${error.sentence}`);
  });
}

/** The longest body that any call needs: a report of a thousand items. */
const LARGEST_BODY_BYTES = 256 * 1024;

declare module './part.ts' {
  interface ProviderOptions {
    /** The origin under which listeners reach the provider. By default the one that each request names; in mails the server's. */
    readonly publicUrl?: string | undefined;
    /** Addresses and networks of the proxies in front. Only their `X-Forwarded-*` headers count. */
    readonly trustedProxies?: readonly string[] | undefined;
    /** Origins whose pages may call the product API and the pool; every loopback origin by default. */
    readonly allowedOrigins?: readonly string[] | undefined;
    /** Other origins that serve the app. The hosted login may redirect to them, too. */
    readonly appOrigins?: readonly string[] | undefined;
    /** The languages of pages and mails. By default those that the app's configuration names, else all that are complete. */
    readonly languages?: string | undefined;
    /** The most requests of one network address in a second. By default each service has a limit of its own. */
    readonly requestsPerSecond?: number | undefined;
    /** What other machines have to send to read the metrics. */
    readonly metricsToken?: string | undefined;
  }
}

const HEADERS_TIMEOUT_MS = 30_000;
/** Seconds. */
const LONGEST_DRAIN = 300;

export function createServer({ trustedProxies = [] }: ProviderOptions): FastifyInstance {
  return Fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    // Bodies have limits of their own, because large files take long.
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    // At the end, calls that have begun are served.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => hideSecret(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
}

/** What holds for every request: headers, limits, and who may read a response. */
export const httpPart = part({
  flags: {
    'app-origin': {
      type: 'string',
      multiple: true,
      usage:
        '--app-origin ORIGIN  another origin of the app, to which the hosted login may redirect (repeatable)',
    },
  },
  variables: {
    PUBLIC_URL:
      'is the origin that listeners use, such as https://listen.example, if a proxy is in front of the provider.',
    TRUSTED_PROXIES:
      'names the addresses or networks of these proxies. Only their X-Forwarded-* headers count.',
    METRICS_TOKEN:
      'lets other machines read /metrics, with "Authorization: Bearer TOKEN". With a public PUBLIC_URL this machine needs it too.',
    LANGUAGES:
      "names the languages of pages and mails, such as en,de. By default those that the app's configuration names, else all that are complete.",
    DRAIN_SECONDS:
      'is how long calls are still accepted after SIGTERM, while /readyz responds with 503; default 0.',
  },
  migrations: { limits: requestCountMigrations },

  read: (given) => ({
    publicUrl: readPublicUrl(given),
    trustedProxies: given.networks('TRUSTED_PROXIES'),
    metricsToken: given.variable('METRICS_TOKEN'),
    languages: given.variable('LANGUAGES'),
    drainSeconds: given.wholeNumber('DRAIN_SECONDS', given.variable('DRAIN_SECONDS'), 0, LONGEST_DRAIN),
    appOrigins: (given.texts('app-origin') ?? []).map(readAppOrigin),
  }),

  async open(setup) {
    const { options, server, log } = setup;
    // Requests are observed before anything refuses them.
    const { metrics } = await watchPart.in(setup);
    const { db, clock } = await databasePart.in(setup);
    namePublicOrigin(server, options.publicUrl);
    const languages = nameLanguages(server, options.languages);
    secureResponses(server);
    server.setNotFoundHandler(sendNotFound);
    nameRetryTime(server);
    logStoreOutages(server, log);
    // Only this provider uses the server in its data folder. So no call waits for others, and this process counts alone.
    const isShared = options.databaseUrl !== undefined;
    if (isShared) limitDatabaseTime(server);
    limitBodies(server);
    guardOwnRoutes(server);
    server.addHook('onRequest', (_request, reply, done) => {
      reply.header('date', new Date(clock.now()).toUTCString());
      done();
    });
    server.addHook('onSend', (_request, reply, payload, done) => {
      // Whoever keeps a connection should open the next one to another process.
      if (setup.isDraining) reply.header('connection', 'close');
      done(null, payload);
    });
    healthRoutes(server, db, setup);
    metrics.route(server, options.metricsToken);
    const { publicUrl, appOrigins = [] } = options;
    const { allowedOrigins = publicUrl === undefined ? undefined : [publicUrl] } = options;
    const shared = isShared ? new DatabaseCounts(db.withTables<RequestCountTables>(), clock) : null;
    return {
      languages,
      requestCounts: new RequestCounts(clock, shared),
      origins: originRule(allowedOrigins),
      /** The origins to which the hosted login may redirect. */
      mayReturnTo: originRule([...(allowedOrigins ?? []), ...appOrigins]),
      /** The origins of provider and app that are known before a request. */
      knownOrigins: [...new Set([publicUrl ?? [], allowedOrigins ?? [], appOrigins].flat())],
      publicOrigin: (): string => publicUrl ?? setup.origin,
    };
  },
});

/** @throws {UsageError} */
export function readPublicUrl(given: Given): string | undefined {
  const text = given.variable('PUBLIC_URL');
  const origin = text === undefined ? undefined : readOrigin(text);
  if (origin !== null) return origin;
  throw new UsageError(
    `PUBLIC_URL must be an origin without a path, such as https://listen.example, not "${text}".`,
  );
}

function readAppOrigin(text: string): string {
  const origin = readOrigin(text);
  if (origin !== null) return origin;
  throw new UsageError(`--app-origin must be an origin such as http://127.0.0.1:5173, not "${text}".`);
}
