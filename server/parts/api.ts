import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { BILLING, billingPart } from './billing.ts';
import { ItemDocuments } from '../catalogue/documents.ts';
import { renewWords } from '../catalogue/renew-words.ts';
import { databasePart } from './db.ts';
import { openSecret } from '../db/exclusive.ts';
import { httpPart } from './http.ts';
import { createMediaAddresses } from '../media/source.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import {
  type ApiContext,
  REQUESTS_PER_SECOND,
  refuseBeyond,
  refuseUnadmitted,
  requireSession,
} from '../api/context.ts';
import { describeApi } from '../api/describe.ts';
import { noteArrivals, playbackRoutes } from '../api/routes/playback.ts';
import { compressResponses } from '../http/compression.ts';
import { limitRate } from '../http/rate-limit.ts';
import { allowOrigins, type CrossOrigin, type OriginRule } from '../http/headers.ts';
import { type ApiServer, compileAnswers, compileSchema, errorHandler, notFound } from '../http/validation.ts';
import { audioRoutes, partRoutes } from '../api/routes/audio.ts';
import {
  browseRoutes,
  libraryRoutes,
  listRoutes,
  recommendationRoutes,
  subjectRoutes,
} from '../api/routes/lists.ts';
import { contentRoutes, signedOutRoutes } from '../api/routes/content.ts';
import { feedRoutes } from '../api/routes/feeds.ts';
import { favoriteRoutes } from '../api/routes/favorites.ts';
import { searchRoutes, segregatedRoutes } from '../api/routes/search.ts';
import { userRoutes } from '../api/routes/user.ts';

type RouteGroup = (server: ApiServer, context: ApiContext) => void;

/** The calls that need no session. */
const OPEN: readonly RouteGroup[] = [signedOutRoutes];

const PROTECTED: readonly RouteGroup[] = [
  audioRoutes,
  browseRoutes,
  contentRoutes,
  favoriteRoutes,
  feedRoutes,
  libraryRoutes,
  listRoutes,
  partRoutes,
  playbackRoutes,
  recommendationRoutes,
  searchRoutes,
  segregatedRoutes,
  subjectRoutes,
  userRoutes,
];

const ALLOWED: CrossOrigin = {
  methods: 'GET, POST, PUT, DELETE',
  headers: 'authorization, content-type, x-client-version',
};

/**
 * The product API. The caller registers it under its base path.
 *
 * @param checkAnswers refuses an answer that does not fit the description, for tests
 */
function productApi(
  context: ApiContext,
  origins: OriginRule,
  requestsPerSecond = REQUESTS_PER_SECOND,
  checkAnswers = false,
): FastifyPluginAsync {
  return async (server) => {
    server.setValidatorCompiler(compileSchema);
    server.setSerializerCompiler(compileAnswers(checkAnswers));
    server.setErrorHandler(errorHandler(context.log));
    readUntypedBodies(server);
    noteArrivals(server, context.clock);
    await allowOrigins(server, origins, ALLOWED);
    server.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });
    server.addHook('onRequest', refuseBeyond(limitRate(context.requestCounts, 'api', requestsPerSecond)));
    compressResponses(server);
    server.setNotFoundHandler(() => {
      throw notFound('call');
    });
    await describeApi(server);

    // The handler above is not asked where the app is hosted too, because the host has a route for every other path.
    server.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      schema: { hide: true },
      handler() {
        throw notFound('call');
      },
    });

    for (const group of OPEN) group(server, context);
    await server.register(async (members) => {
      members.addHook('onRequest', requireSession(context));
      members.addHook('onSend', refuseUnadmitted);
      for (const group of PROTECTED) group(members, context);
    });
  };
}

/**
 * Reads a body without a content type as JSON, because the app sends none in the calls without a session. In a call with a
 * session it always sends JSON as the type. So a DELETE has that type and no body.
 */
function readUntypedBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  // Fastify's name for "any other type", a missing one included.
  server.addContentTypeParser<string>(
    ['*', 'application/json'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.method === 'DELETE' && body === '') done(null);
      else void parse(request, body, done);
    },
  );
}

declare module './part.ts' {
  interface ProviderOptions {
    /** How long a tokenised media address is valid; ten minutes by default. */
    readonly mediaAddressSeconds?: number | undefined;
    /** Refuses an answer of the product API that does not fit its description, for tests. */
    readonly checkAnswers?: boolean | undefined;
  }
}

const TEN_MINUTES = 600;

/** The product API. Other APIs share what its routes need. */
export const apiPart = part({
  async open(setup): Promise<ApiContext> {
    const { options, server, log } = setup;
    const { requestsPerSecond, checkAnswers, mediaAddressSeconds = TEN_MINUTES } = options;
    const { db, background, clock } = await databasePart.in(setup);
    const { origins, requestCounts } = await httpPart.in(setup);
    const { pool } = await poolPart.in(setup);
    const billing = await billingPart.in(setup);
    const secret = await openSecret(db, 'provider_settings', 'secret/media-addresses');
    const context: ApiContext = {
      db,
      documents: new ItemDocuments(db),
      clock,
      pool,
      addresses: createMediaAddresses({ secret, clock, lifeSeconds: mediaAddressSeconds }),
      requestCounts,
      log,
      ...(options.library !== undefined && { studioAt: (origin: string) => `${origin}/studio` }),
      ...(billing && {
        refreshBilling: (sub) => billing.refresh(sub),
        billingPages: { startAt: (at) => at + BILLING, issueCode: (sub) => billing.issueCode(sub) },
      }),
    };
    await server.register(productApi(context, origins, requestsPerSecond, checkAnswers), {
      prefix: '/api/v2',
    });
    setup.onListening(() => {
      const stopping = new AbortController();
      const renewing = renewWords(background, stopping.signal).catch((error: unknown) =>
        log(`search: the words of titles could not be renewed: ${String(error)}`),
      );
      return {
        async stop() {
          stopping.abort();
          await renewing;
        },
      };
    });
    return context;
  },
});
