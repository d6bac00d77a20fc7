import fastifyStatic from '@fastify/static';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, Compressor, type Encoded } from '../http/compression.ts';
import { isAppPath } from './app-paths.ts';
import { type OwnServices, readConfiguration, withOwnServices } from './configuration.ts';
import { FRAME_POLICIES, securityPolicy } from './security-policy.ts';
import { pageOf, type SharedAt } from './shared-link.ts';

export interface HostOptions {
  /** The folder of the built app. */
  readonly dist: string;
  /** The services that the provider offers to a page of an origin. */
  readonly servicesAt: (origin: string) => OwnServices;
  readonly sharedAt: SharedAt;
  /** True if the provider serves a library, which has a studio. */
  readonly hasStudio: boolean;
}

/** Paths of the provider. An unknown one gets a 404 and not the app. */
const PROVIDERS_OWN =
  /^\/(?:api|billing|collect|events|healthz|media|metrics|pages|pool|readyz|__[^/]*)(?:\/|$)/;

/** The pages of the studio. They have a document of their own. */
const STUDIO = /^\/+studio(?:\/|$)/;

const PAGES = { app: 'index.html', studio: 'studio/index.html' } as const;

/** Source maps. An operator reads error reports with them. They are not served. */
const SOURCE_MAP = /\.map$/i;

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

interface FoundFile {
  /** The path below the root, with slashes, and normalised. */
  readonly name: string;
  readonly path: string;
  /** A text that changes with the contents. */
  readonly version: string;
}

/**
 * Serves the built app. Assets with a hash in their name may be cached for ever, everything else is validated each time. A
 * navigation to any path gets the page. To a path without a route, the response is 404 (APP-81).
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
      const isPage = file?.name === PAGES.app || file?.name === PAGES.studio;
      if (file !== null && !isPage) return sendFile(request, reply, file);
      const navigates =
        request.headers.accept?.includes('text/html') === true ||
        request.headers['sec-fetch-mode'] === 'navigate';
      const wantsPage = (navigates && !SOURCE_MAP.test(path)) || path === '/' || path === '/index.html';
      if (!wantsPage) return reply.callNotFound();
      if (!STUDIO.test(decoded(path)))
        return sendPage(request, reply.code(isAppPath(path) ? 200 : 404), PAGES.app);
      const studio = options.hasStudio ? await fileAt(PAGES.studio) : null;
      // Without a studio, the app says that there is no such page.
      return studio === null
        ? sendPage(request, reply.code(404), PAGES.app)
        : sendPage(request, reply, PAGES.studio);
    });

    /**
     * Turns an address into a file. No other function does this.
     *
     * @returns null if there is no file that may be served
     */
    async function fileAt(address: string): Promise<FoundFile | null> {
      const path = resolve(root, decoded(address).replace(/^\/+/, ''));
      if (path.includes('\0') || !path.startsWith(root + sep) || SOURCE_MAP.test(path)) return null;
      const found = await stat(path).catch(() => null);
      if (found?.isFile() !== true) return null;
      const version = `${Math.round(found.mtimeMs).toString(36)}-${found.size.toString(36)}`;
      return { name: relative(root, path).replaceAll(sep, '/'), path, version };
    }

    async function sendFile(
      request: FastifyRequest,
      reply: FastifyReply,
      { name, path, version }: FoundFile,
    ): Promise<FastifyReply> {
      reply.header('cache-control', name.startsWith('assets/') ? IMMUTABLE : REVALIDATE);
      const policy = FRAME_POLICIES[name];
      if (policy !== undefined) reply.header('content-security-policy', policy);
      const type = TEXT_TYPES[extname(name)];
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      if (type === undefined || encoding === 'identity' || request.headers.range !== undefined) {
        return reply.sendFile(name, root, { cacheControl: false });
      }
      const etag = `"${version}-${encoding}"`;
      reply.type(type).header('vary', 'Accept-Encoding').header('etag', etag);
      if (isKnown(request, etag)) return reply.code(304).send();
      const built = encoding === 'br' && name.startsWith('assets/') ? await compressedByBuild(path) : null;
      if (built !== null) return sendEncoded(reply, { encoding, bytes: built });
      const contents = await readFile(path);
      return sendEncoded(reply, await compressor.encode(`${name} ${version}`, contents, encoding));
    }

    /** The file that the build compressed. It is smaller than what can be compressed in time now. */
    function compressedByBuild(path: string): Promise<Buffer | null> {
      return readFile(`${path}.br`).catch(() => null);
    }

    async function sendPage(
      request: FastifyRequest,
      reply: FastifyReply,
      page: (typeof PAGES)[keyof typeof PAGES],
    ): Promise<FastifyReply> {
      const built = await readFile(join(root, page), 'utf8');
      const services = options.servicesAt(request.publicOrigin);
      const document = readConfiguration(built);
      const completed = document === null ? null : withOwnServices(document, services);
      const path = request.url.split('?', 1).join('');
      const shared =
        page === PAGES.app && completed !== null
          ? await options.sharedAt({ origin: request.publicOrigin, path, document: completed })
          : null;
      const html = completed === null ? built : pageOf(built, completed, shared);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', REVALIDATE)
        .header('vary', 'Accept-Encoding')
        .header('content-security-policy', securityPolicy(html, completed));
      const key = createHash('sha256').update(html).digest('hex');
      const etag = `"${key}-${encoding}"`;
      reply.header('etag', etag);
      if (reply.statusCode === 200 && isKnown(request, etag)) return reply.code(304).send();
      return sendEncoded(reply, await compressor.encode(key, Buffer.from(html), encoding));
    }
  };
}

/** True if the client already has this version. A proxy that compresses the file adds `W/` to the tag. */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? [];
  return known.some((each) => each.trim().replace(/^W\//, '') === etag);
}

/** An address that cannot be decoded names no file. The character NUL is in no path. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return '\0';
  }
}

function sendEncoded(reply: FastifyReply, { encoding, bytes }: Encoded): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}

/** What the configuration of the built app says for the provider's own pages. */
export async function namedByApp(dist: string): Promise<{
  /** The name of the product. Undefined if it has none. */
  readonly brand: string | undefined;
  /** The languages that are offered (LANG-4), as the host wrote them. */
  readonly languages: unknown;
}> {
  const built = await readFile(join(dist, PAGES.app), 'utf8').catch(() => '');
  const { brand, languages } = readConfiguration(built) ?? {};
  return {
    brand: typeof brand === 'string' && brand.trim() !== '' ? brand.trim() : undefined,
    languages,
  };
}
