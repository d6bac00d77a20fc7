import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import {
  type ApiContext,
  REQUESTS_PER_SECOND,
  refuseBeyond,
  refuseUnadmitted,
  requireSession,
} from './context.ts';
import { describeApi } from './describe.ts';
import { noteArrivals, playbackRoutes } from './routes/playback.ts';
import { compressResponses } from '../http/compression.ts';
import { limitRate } from '../http/rate-limit.ts';
import { allowOrigins, type CrossOrigin, type OriginRule } from '../http/headers.ts';
import {
  type ApiServer,
  compileResponses,
  compileSchema,
  errorHandler,
  notFound,
} from '../http/validation.ts';
import { audioRoutes, partRoutes } from './routes/audio.ts';
import {
  browseRoutes,
  libraryRoutes,
  listRoutes,
  recommendationRoutes,
  subjectRoutes,
} from './routes/lists.ts';
import { contentRoutes, signedOutRoutes } from './routes/content.ts';
import { feedRoutes } from './routes/feeds.ts';
import { favoriteRoutes } from './routes/favorites.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { searchRoutes, segregatedRoutes } from './routes/search.ts';
import { userRoutes } from './routes/user.ts';

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
  sessionRoutes,
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
 * @param checkResponses refuses a response that does not fit the description, for tests
 */
export function productApi(
  context: ApiContext,
  origins: OriginRule,
  requestsPerSecond = REQUESTS_PER_SECOND,
  checkResponses = false,
): FastifyPluginAsync {
  return async (server) => {
    server.setValidatorCompiler(compileSchema);
    server.setSerializerCompiler(compileResponses(checkResponses));
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
