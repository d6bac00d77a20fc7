import type { FastifyPluginAsync } from 'fastify';
import { type ApiContext, REQUESTS_PER_SECOND, refuseBeyond, requireSession } from '../api/context.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import type { FeedTables } from '../feeds/tables.ts';
import { compressResponses } from '../http/compression.ts';
import { type CrossOrigin, EXPOSED_HEADERS, type OriginRule, allowOrigins } from '../http/headers.ts';
import { limitRate } from '../http/rate-limit.ts';
import { type ApiServer, compileSchema, errorHandler, notFound } from '../http/validation.ts';
import type { OwnTables } from '../library/tables.ts';
import type { me } from 'audio-streaming-wire/people';
import type { Sent } from 'audio-streaming-wire/scalars';
import { type StudioContext, type StudioDatabase, editorOf, requireRole } from './context.ts';
import { applyRenames } from './edit-subjects.ts';
import { collectionRoutes, statementRoutes, subjectRoutes } from './routes/collections.ts';
import { memberRoutes } from './routes/members.ts';
import { feedRoutes, importRoutes, uploadRoutes } from './routes/sources.ts';
import { pdfRoutes, titleRoutes, transcriptRoutes } from './routes/titles.ts';

type RouteGroup = (server: ApiServer, context: StudioContext) => void;

const GROUPS: readonly RouteGroup[] = [
  titleRoutes,
  pdfRoutes,
  transcriptRoutes,
  collectionRoutes,
  subjectRoutes,
  importRoutes,
  feedRoutes,
  uploadRoutes,
  memberRoutes,
  statementRoutes,
];

const ALLOWED: CrossOrigin = {
  methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  headers:
    'authorization, content-type, if-match, x-client-version, tus-resumable, upload-length, upload-metadata, upload-offset',
  exposed: `${EXPOSED_HEADERS}, Location, Tus-Resumable, Upload-Expires, Upload-Offset`,
};

/** Completes what an interrupted process left, before the provider listens. */
export async function prepareStudio(db: StudioDatabase): Promise<void> {
  await applyRenames(db);
}

/** The API of the studio, for publishers and owners. The caller registers it under its base path. */
export function studioApi(
  context: ApiContext,
  own: Omit<StudioContext, keyof ApiContext>,
  origins: OriginRule,
  requestsPerSecond = REQUESTS_PER_SECOND,
): FastifyPluginAsync {
  return async (server) => {
    const studio: StudioContext = { ...context, ...own, db: context.db.withTables<OwnTables & FeedTables>() };
    server.setValidatorCompiler(compileSchema);
    server.setErrorHandler(errorHandler(context.log));
    await allowOrigins(server, origins, ALLOWED);
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    server.addHook('onRequest', refuseBeyond(limitRate(context.requestCounts, 'studio', requestsPerSecond)));
    compressResponses(server);
    server.setNotFoundHandler(() => {
      throw notFound('call');
    });

    await server.register(async (members: ApiServer) => {
      members.addHook('onRequest', requireSession(context));
      members.addHook('onRequest', requireRole(studio));
      // An edit may publish thousands of episodes.
      members.addHook('preHandler', (request, _reply, done) => {
        if (request.method === 'GET') done();
        else withoutTimeBudget(done);
      });
      members.get('/me', async (request): Promise<Sent<typeof me>> => editorOf(request));
      for (const group of GROUPS) group(members, studio);
    });
  };
}
