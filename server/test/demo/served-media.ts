import { request, type IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { RequestCounts } from '../../http/request-counts.ts';
import { createMedia } from '../../demo/media.ts';
import type { MediaSource } from '../../media/source.ts';
import { parseMediaPath } from '../../media/media-path.ts';

export interface ServedMedia {
  /** Fetches a path with a valid token, unless the path has one. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The status of a request with any `Host` header. */
  statusUnder(host: string, path: string): Promise<number>;
  close(): Promise<void>;
}

/** A few sounds of known length: `tone-<seconds>`, with up to nine chapters. */
async function lookup(address: string): Promise<MediaSource | null> {
  const found = parseMediaPath(address);
  const seconds = Number(/^tone-s(\d+)/.exec(found?.id ?? '')?.[1] ?? 0);
  if (found === null || seconds === 0) return null;
  const { id } = found;
  if (found.kind === 'audio') return { kind: 'audio', id, chapter: found.chapter, duration: seconds };
  if (found.kind === 'cover') {
    const common = { id, title: 'A Tone', authors: ['Amara Okonkwo-Bell'], themes: ['music'] };
    return { kind: 'cover', of: found.of, ...common };
  }
  return { kind: 'pdf', id };
}

/** Serves media on a free port of this machine. */
export async function serveMedia(
  options: Partial<Parameters<typeof createMedia>[0]> = {},
): Promise<ServedMedia> {
  const media = createMedia({
    lookup,
    verify: (url) => {
      const token = url.searchParams.get('token');
      const listener = url.searchParams.get('listener') ?? 'listener';
      if (token === 'good') return { verdict: 'ok', secondsLeft: 300, listener };
      return token === 'old' ? { verdict: 'expired', secondsAgo: 1, listener } : { verdict: 'forged' };
    },
    requestCounts: new RequestCounts({ now: () => Date.now() }),
    requestsPerSecond: Infinity,
    ...options,
  });
  const app = fastify({ forceCloseConnections: true });
  await app.register(media.routes);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    get: async (address, init) =>
      fetch(origin + (address.includes('?') ? address : `${address}?token=good`), init),
    statusUnder: async (host, address) => {
      const asked = request(`${origin}${address}?token=good`, { method: 'HEAD', headers: { host } }).end();
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        asked.once('response', resolve).once('error', reject);
      });
      response.resume();
      return response.statusCode ?? 0;
    },
    async close() {
      await app.close();
      await media.close();
    },
  };
}

export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}
