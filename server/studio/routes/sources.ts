import type { FastifyReply, FastifyRequest } from 'fastify';
import { readdir } from 'node:fs/promises';
import { listenerOf } from '../../api/context.ts';
import { idParams } from '../../api/parameters.ts';
import type { FeedRow } from '../../feeds/feed-rows.ts';
import { FeedError } from '../../feeds/feeds.ts';
import { refreshedText } from '../../feeds/refresh.ts';
import { ApiError, type ApiServer, notFound } from '../../http/validation.ts';
import { mayBeSlow } from '../../http/slow-bodies.ts';
import { findImport, type ListedImport, listImports } from '../../library/import/import-log.ts';
import type { Sent } from 'audio-streaming-wire/scalars';
import {
  type feedRefresh,
  type feeds as wireFeeds,
  type importLines,
  type imports,
  type listedFeeds,
  newFeed,
  type opmlText,
} from 'audio-streaming-wire/sources';
import { type StudioContext, readBody } from '../context.ts';
import { iso } from '../find-titles.ts';
import { UPLOADER, type Uploads } from '../uploads.ts';

const MOST_SHOWN = 50;

/** The imports of the folders, and their reports. */
export function importRoutes(server: ApiServer, { db, folders, importAll }: StudioContext): void {
  server.get('/imports', async (): Promise<Sent<typeof imports>> => {
    const rows = await listImports(db, MOST_SHOWN);
    return { folders: [...folders], imports: rows.map(wireImport) };
  });

  const report = async (id: string): Promise<Sent<typeof importLines>> => {
    const row = await findImport(db, id);
    if (row === undefined) throw notFound('import');
    return { ...wireImport(row), lines: [...row.lines], left_out: row.left_out };
  };
  server.get('/imports/:id', { schema: { params: idParams } }, (request) => report(request.params.id));

  server.post('/imports', async (_request, reply) => {
    importAll();
    return reply.code(202).send({ ok: true });
  });
}

function wireImport(row: ListedImport) {
  const { id, folder, started_at, ended_at, outcome, message, read_files, total_files } = row;
  const { added, changed, missing, returned, refused, notes } = row;
  return {
    id,
    folder,
    started_at: iso(started_at),
    ended_at: iso(ended_at),
    outcome,
    message,
    progress: outcome === 'running' ? { read: read_files, total: total_files } : null,
    counts: { added, changed, missing, returned, refused, notes },
  };
}

export function feedRoutes(server: ApiServer, { feeds }: StudioContext): void {
  server.get('/feeds', async (): Promise<Sent<typeof wireFeeds>> => ({
    feeds: (await feeds.list()).map(wireFeed),
  }));

  server.post('/feeds', async (request, reply) => {
    const { url } = readBody(newFeed, request.body);
    try {
      return await reply.code(201).send({ feed: wireFeed(await feeds.add(url)) });
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      throw error.isKnown
        ? new ApiError(409, 'known-feed', error.message, 'url')
        : new ApiError(422, 'no-feed', error.message, 'url');
    }
  });

  // The page adds the podcasts one by one, so that no request takes long (STU-46).
  server.post('/feeds/opml', { config: mayBeSlow }, async (request): Promise<Sent<typeof listedFeeds>> => {
    if (!Buffer.isBuffer(request.body))
      throw new ApiError(415, 'no-opml', 'The body must be of the type application/octet-stream.');
    return { feeds: [...(await readable(feeds.readOpml(request.body)))] };
  });

  server.get('/feeds/opml', async (): Promise<Sent<typeof opmlText>> => ({
    opml: await readable(feeds.opml()),
  }));

  const refresh = async (id: string): Promise<Sent<typeof feedRefresh>> => {
    const [refreshed] = await known(feeds.refresh(id));
    if (refreshed === undefined) throw notFound('feed');
    return { outcome: refreshed.outcome, message: refreshedText(refreshed) };
  };
  server.post('/feeds/:id/refresh', { schema: { params: idParams } }, (request) =>
    refresh(request.params.id),
  );

  server.delete('/feeds/:id', { schema: { params: idParams } }, async (request, reply) => {
    await known(feeds.remove(request.params.id));
    return reply.code(204).send();
  });
}

const readable = <Value>(result: Promise<Value>): Promise<Value> =>
  result.catch((error: unknown) => {
    throw error instanceof FeedError ? new ApiError(422, 'no-opml', error.message) : error;
  });

/** These calls fail expectedly only for an unknown id. */
async function known<Value>(result: Promise<Value>): Promise<Value> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof FeedError ? notFound('feed') : error;
  }
}

const wireFeed = ({ id, title, url, episodes, fetchedAt, nextAt, error, note }: FeedRow) => ({
  id,
  title,
  url,
  episodes,
  fetched_at: iso(fetchedAt),
  next_at: iso(nextAt),
  error: error ?? note,
});

const PATH = '/api/studio/uploads';

/** Uploads by the tus protocol. */
export function uploadRoutes(server: ApiServer, { moveUpload, parts, log }: StudioContext): void {
  let opening: Promise<Uploads> | undefined;
  /** Loads the code of the protocol when somebody uploads. */
  const open = (): Promise<Uploads> =>
    (opening ??= import('../uploads.ts').then(
      ({ Uploads: Receiver }) => new Receiver(PATH, { move: moveUpload, parts, log }),
    ));
  server.addHook('onClose', async () => (await opening)?.close());
  server.addHook('onReady', async () => {
    const left = await readdir(parts).catch(() => []);
    // Storing a large file takes a long time, so the start does not wait for it.
    if (left.length > 0) void open().then((uploads) => uploads.tidy());
  });
  // The bytes are not read here.
  server.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const response = await (await open()).handle(webRequest(request));
    for (const [name, value] of response.headers) {
      // The origins that may read are decided for all calls of the studio.
      if (!name.startsWith('access-control-')) void reply.header(name, value);
    }
    // The rest of a refused body may still be on its way.
    if (response.status >= 400) void reply.header('connection', 'close');
    return reply.code(response.status).send(await response.text());
  };
  server.route({ method: 'POST', url: '/uploads', config: mayBeSlow, handler: handle });
  server.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: '/uploads/:upload',
    config: mayBeSlow,
    handler: handle,
  });
}

function webRequest(request: FastifyRequest): Request {
  const { raw, method, url } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  headers.set(UPLOADER, listenerOf(request));
  const hasBody = method === 'PATCH' || method === 'POST';
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    ...(hasBody && { body: bytesOf(raw), duplex: 'half' as const }),
  });
}

/** The bytes of a body, read as fast as they are taken. */
function bytesOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
