import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { type ApiContext, REQUESTS_PER_SECOND, refuseBeyond, requireSession } from '../api/context.ts';
import { apiPart } from './api.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import { databasePart } from './db.ts';
import { Feeds } from '../feeds/feeds.ts';
import type { FeedTables } from '../feeds/tables.ts';
import { compressResponses } from '../http/compression.ts';
import { type CrossOrigin, EXPOSED_HEADERS, type OriginRule, allowOrigins } from '../http/headers.ts';
import { httpPart } from './http.ts';
import { limitRate } from '../http/rate-limit.ts';
import { type ApiServer, compileSchema, errorHandler, notFound } from '../http/validation.ts';
import { libraryPart } from './library.ts';
import { ReadThreads } from '../library/read/read-threads.ts';
import type { OwnTables } from '../library/tables.ts';
import { mailPart } from './mail.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { type ClaimedKeyTables, ClaimedKeys } from '../store/media-store.ts';
import { UPLOADS, storePart } from './store.ts';
import type { me } from '../wire/people.ts';
import type { Sent } from '../wire/scalars.ts';
import { type StudioContext, type StudioDatabase, editorOf, requireRole } from '../studio/context.ts';
import { applyRenames } from '../studio/edit-subjects.ts';
import { fillTitles } from '../studio/find-titles.ts';
import { collectionRoutes, statementRoutes, subjectRoutes } from '../studio/routes/collections.ts';
import { memberRoutes } from '../studio/routes/members.ts';
import { feedRoutes, importRoutes, uploadRoutes } from '../studio/routes/sources.ts';
import { pdfRoutes, titleRoutes, transcriptRoutes } from '../studio/routes/titles.ts';
import { placeFile, storeFile } from '../studio/uploads.ts';

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

/** Completes what an earlier version or an interrupted process left, before the provider listens. */
export async function prepareStudio(db: StudioDatabase): Promise<void> {
  await fillTitles(db);
  await applyRenames(db);
}

/** The API of the studio, for publishers and owners. The caller registers it under its base path. */
function studioApi(
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

/** The API of the studio, if the provider serves a library. */
export const studioPart = part({
  async open(setup) {
    const { options, server } = setup;
    const library = await libraryPart.in(setup);
    if (library === null) return;
    const { db, clock } = await databasePart.in(setup);
    await prepareStudio(db.withTables<OwnTables & FeedTables>());
    const { origins } = await httpPart.in(setup);
    const { store, uploads } = await storePart.in(setup);
    const claims = new ClaimedKeys(db.withTables<ClaimedKeyTables>(), clock);
    const threads = new ReadThreads(1);
    server.addHook('onClose', () => threads.close());
    const studio = {
      feeds: new Feeds(db, clock, options.feedNetworks ?? []),
      folders: library.folders,
      importAll: library.importAll,
      members: (await poolPart.in(setup)).pool,
      invitations: (await mailPart.in(setup)).invitations,
      store,
      parts: resolve(options.dataDir, 'upload-parts'),
      async readTranscript(bytes: Uint8Array, type: string, seconds: number) {
        const read = await threads.transcript(bytes, type, seconds);
        return 'refused' in read
          ? { cues: [], isTimed: false, problems: [read.refused], language: null }
          : read;
      },
      async placeUpload(file: string, path: string) {
        if (uploads !== null) return placeFile(file, uploads, path);
        await storeFile(file, store, claims, UPLOADS, path);
        library.uploadsChanged();
      },
    };
    const context = await apiPart.in(setup);
    await server.register(studioApi(context, studio, origins, options.requestsPerSecond), {
      prefix: '/api/studio',
    });
  },
});
