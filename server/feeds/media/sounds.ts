import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicAddresses } from '../fetch/public-addresses.ts';
import { FetchError, request as requestUpstream } from '../fetch/request.ts';

/** What a player needs to know of the sound. Nothing else of the host is passed on. */
const PASSED = ['content-length', 'content-range', 'etag', 'last-modified'] as const;
const ASKED = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const GOOD = new Set([200, 206, 304, 416]);

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
};

/** Sends the sound of an episode from its host, whole or by range. The listener's browser never meets the host. */
export async function passSound(
  addresses: PublicAddresses,
  soundUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
  guard: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<FastifyReply> {
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  try {
    const headers = askedOf(request);
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const { message } = await requestUpstream(addresses, soundUrl, headers, leaving.signal, method);
    const status = message.statusCode ?? 0;
    const given = message.headers['content-type'] ?? '';
    // A host that has lost a file often answers with a page.
    if (!GOOD.has(status) || (status < 300 && /^(?:text|image)\//iu.test(given))) {
      message.destroy();
      return await unavailable(reply, status === 404 || status === 410 ? 404 : 502);
    }
    // A listener may pause for longer than a host may be silent.
    message.socket.setTimeout(0);
    for (const name of PASSED) {
      const value = message.headers[name];
      if (value !== undefined) void reply.header(name, value);
    }
    void reply
      .code(status)
      .type(/^audio\//iu.test(given) ? given : typeByEnding(request.url))
      .header('accept-ranges', message.headers['accept-ranges'] ?? 'bytes');
    if (method === 'HEAD' || status === 304) {
      message.destroy();
      return await reply.send();
    }
    return await reply.send(Readable.from(guard(message), { objectMode: false }));
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return unavailable(reply, 502);
  }
}

const askedOf = ({ headers }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ASKED.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );

const typeByEnding = (url: string): string =>
  TYPES[/\.(?<ending>\w+)(?:\?|$)/u.exec(url)?.groups?.['ending'] ?? ''] ?? 'audio/mpeg';

const unavailable = (reply: FastifyReply, status: 404 | 502): FastifyReply =>
  reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('The host of this episode does not send it now.');
