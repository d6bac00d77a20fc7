import type { FastifyReply, FastifyRequest } from 'fastify';
import { readdir } from 'node:fs/promises';
import { mayBeSlow } from '../../http/slow-bodies.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import type { Uploads } from '../uploads/uploads.ts';

const PATH = '/api/studio/uploads';

/** Uploads by the tus protocol. */
export function uploadRoutes(server: ApiServer, { placeUpload, parts, log }: StudioContext): void {
  let opening: Promise<Uploads> | undefined;
  /** Loads the code of the protocol when somebody uploads. */
  const open = (): Promise<Uploads> =>
    (opening ??= import('../uploads/uploads.ts').then(
      ({ Uploads: Receiver }) => new Receiver(PATH, { place: placeUpload, parts, log }),
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

function webRequest({ raw, method, url }: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
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
