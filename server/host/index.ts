import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { chooseEncoding, Compressor, type Encoded } from '../http/compression.ts';
import { type OwnServices, readConfiguration, withOwnServices, writeConfiguration } from './configuration.ts';
import { FRAME_POLICIES, securityPolicy } from './security-policy.ts';

export interface HostOptions {
  /** The folder of the built app. */
  readonly dist: string;
  /** What the provider offers to a page that came from an origin. */
  readonly servicesAt: (origin: string) => OwnServices;
}

/** Paths that are the provider's own: an unknown one is a 404, never the app. */
const PROVIDERS_OWN = /^\/(?:api|collect|events|media|pool|__[^/]*)(?:\/|$)/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves the built app: assets with a hash in their name for good, everything else asked for again each time, and the
 * page for every path that a browser navigates to, since the app's routes are the app's to know.
 */
export function appHost(options: HostOptions): FastifyPluginAsync {
  const root = resolve(options.dist);
  const compressor = new Compressor();

  return async (server) => {
    await server.register(fastifyStatic, { root, serve: false });

    server.get('/*', async (request, reply) => {
      const path = request.url.split('?', 1).join('');
      if (PROVIDERS_OWN.test(path)) return reply.callNotFound();
      const file = await fileAt(path);
      if (file !== null && file !== 'index.html') return sendFile(request, reply, file);
      const navigates = request.headers.accept?.includes('text/html') === true;
      return navigates || path === '/' || path === '/index.html'
        ? sendPage(request, reply)
        : reply.callNotFound();
    });

    /** @returns the path below the root of a file that is there, else null */
    async function fileAt(path: string): Promise<string | null> {
      let name: string;
      try {
        name = decodeURIComponent(path).replace(/^\/+/, '');
      } catch {
        return null;
      }
      const full = resolve(root, name);
      if (name.includes('\0') || !full.startsWith(root + sep)) return null;
      const found = await stat(full).catch(() => null);
      return found?.isFile() === true ? name : null;
    }

    async function sendFile(
      request: FastifyRequest,
      reply: FastifyReply,
      name: string,
    ): Promise<FastifyReply> {
      reply.header('cache-control', name.startsWith('assets/') ? IMMUTABLE : REVALIDATE);
      const policy = FRAME_POLICIES[name];
      if (policy !== undefined) reply.header('content-security-policy', policy);
      const type = TEXT_TYPES[extname(name)];
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      if (type === undefined || encoding === 'identity' || request.headers.range !== undefined) {
        return reply.sendFile(name, root, { cacheControl: false });
      }
      const { mtimeMs, size } = await stat(join(root, name));
      const version = `${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`;
      const etag = `"${version}-${encoding}"`;
      reply.type(type).header('vary', 'Accept-Encoding').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const ahead = encoding === 'br' && name.startsWith('assets/') ? await compressedAhead(name) : null;
      if (ahead !== null) return sendEncoded(reply, { encoding, bytes: ahead });
      const contents = await readFile(join(root, name));
      return sendEncoded(reply, await compressor.encode(`${name} ${version}`, contents, encoding));
    }

    /** What the build laid beside a file: packed smaller than there is time for now. */
    function compressedAhead(name: string): Promise<Buffer | null> {
      return readFile(join(root, `${name}.br`)).catch(() => null);
    }

    async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const built = await readFile(join(root, 'index.html'), 'utf8');
      const services = options.servicesAt(`${request.protocol}://${request.host}`);
      const document = readConfiguration(built);
      const completed = document === null ? null : withOwnServices(document, services);
      const html = completed === null ? built : writeConfiguration(built, completed);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', REVALIDATE)
        .header('vary', 'Accept-Encoding')
        .header('content-security-policy', securityPolicy(html, completed));
      const key = createHash('sha256').update(html).digest('hex');
      return sendEncoded(reply, await compressor.encode(key, Buffer.from(html), encoding));
    }
  };
}

function sendEncoded(reply: FastifyReply, { encoding, bytes }: Encoded): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
