import { getCertificate } from '@vitejs/plugin-basic-ssl';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Link } from './link.ts';

/** A file that the stand serves itself. */
type File = { readonly type: string; readonly text: string; readonly caching: string };

/** One request that the stand received. Instants are epoch milliseconds. */
export type Exchange = {
  readonly path: string;
  readonly receivedAt: number;
  /** The parts of a script, as they were sent. Empty for every other type. */
  readonly scriptParts: { readonly sentAt: number; readonly bytes: number }[];
};

const COMPRESSED = /^(?:text\/|application\/(?:json|javascript|manifest\+json)|image\/svg\+xml)/;
const SCRIPT = /^(?:text|application)\/javascript/;
/** Headers of one connection, which HTTP/2 does not have. */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const WORTH_IT_BYTES = 1_000;
const zip = promisify(gzip);

/**
 * The front door, by TLS and HTTP/2: a proxy in front of the provider that also serves the floors. All of them have one
 * origin, one link and one compression (gzip 9), so that the product and the floors are measured in the same way. It ignores
 * priorities: responses share the link equally.
 */
export class Stand {
  readonly link = new Link();
  private readonly files = new Map<string, File>();
  private readonly zipped = new Map<string, Promise<Buffer>>();
  private exchanges: Exchange[] = [];
  private inFlight = 0;
  private lastUsed = 0;

  private constructor(
    readonly origin: string,
    /** The hash of the key of its certificate, by which a browser can trust it. */
    readonly keyHash: string,
    private readonly provider: string,
    private readonly close: () => void,
  ) {}

  static async before(provider: string): Promise<Stand> {
    const certificate = await getCertificate(join(tmpdir(), 'bench-pages-certificate'));
    const server = createSecureServer({ key: certificate, cert: certificate });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    const stand = new Stand(
      `https://127.0.0.1:${port}`,
      createHash('sha256').update(key).digest('base64'),
      provider,
      () => server.close(),
    );
    server.on('stream', (stream, headers) => {
      // A page that closes resets its connection.
      stream.on('error', () => stream.destroy());
      // The page was left while its response was being sent.
      stand.respond(stream, headers).catch(() => stream.destroy());
    });
    return stand;
  }

  /** Serves this text for a path from now on. */
  serve(path: string, type: string, text: string, caching = 'no-cache'): void {
    this.files.set(path, { type: `${type}; charset=utf-8`, text, caching });
  }

  /** Serves what the provider has at this path again. */
  withdraw(path: string): void {
    this.files.delete(path);
  }

  /** The requests from now on. The next call ends the record. */
  record(): readonly Exchange[] {
    this.exchanges = [];
    return this.exchanges;
  }

  /** True if nothing was requested or sent since an instant of `performance.now()`. */
  wasQuietSince(instant: number): boolean {
    return this.inFlight === 0 && this.lastUsed < instant;
  }

  stop(): void {
    this.link.close();
    this.close();
  }

  private async respond(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const exchange: Exchange = { path: headers[':path'] ?? '/', receivedAt: Date.now(), scriptParts: [] };
    this.exchanges.push(exchange);
    this.inFlight += 1;
    try {
      await this.link.firstByte();
      // The page was left meanwhile.
      if (stream.destroyed) return;
      const file = this.files.get(exchange.path.replace(/\?.*/, ''));
      if (file === undefined) await this.pass(exchange, stream, headers);
      else {
        const answer = { ':status': 200, 'content-type': file.type, 'cache-control': file.caching };
        await this.send(exchange, stream, answer, Buffer.from(file.text));
      }
    } finally {
      this.inFlight -= 1;
      this.lastUsed = performance.now();
    }
  }

  /** Passes a request on to the provider, which does not know that the page came by TLS. */
  private async pass(
    exchange: Exchange,
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
  ): Promise<void> {
    const host = headers[':authority'] ?? '';
    const own = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
    const upstream = httpRequest(this.provider + exchange.path, {
      method: headers[':method'],
      headers: { ...Object.fromEntries(own), host, 'accept-encoding': 'identity' },
    });
    stream.once('close', () => upstream.destroy());
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once('response', resolve).once('error', reject);
    });
    stream.pipe(upstream);
    const incoming = await responded;
    const passedOn: OutgoingHttpHeaders = { ':status': incoming.statusCode ?? 502 };
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (!OF_ONE_CONNECTION.has(name)) passedOn[name] = withTls(value, host);
    }
    const type = incoming.headers['content-type'] ?? '';
    if (!COMPRESSED.test(type)) {
      stream.respond(passedOn);
      // A response without content has already ended.
      if (!stream.writableEnded) await pipeline(this.link.carry(incoming), stream);
      return;
    }
    const content = await buffer(incoming);
    const isPage = type.startsWith('text/html');
    await this.send(
      exchange,
      stream,
      passedOn,
      isPage ? Buffer.from(withTls(content.toString(), host)) : content,
    );
  }

  /** Sends a text, compressed if it is not tiny. */
  private async send(
    { scriptParts }: Exchange,
    stream: ServerHttp2Stream,
    headers: OutgoingHttpHeaders,
    content: Buffer,
  ): Promise<void> {
    const isWorthIt = content.length >= WORTH_IT_BYTES;
    const sent = isWorthIt ? await this.compress(content) : content;
    stream.respond({
      ...headers,
      'content-length': sent.length,
      ...(isWorthIt && { 'content-encoding': 'gzip' }),
    });
    const isScript = SCRIPT.test(String(headers['content-type']));
    const parcels = this.link.carry([sent], (bytes) => {
      if (isScript) scriptParts.push({ sentAt: Date.now(), bytes });
    });
    if (!stream.writableEnded) await pipeline(parcels, stream);
  }

  /** Compresses each content once. */
  private compress(content: Buffer): Promise<Buffer> {
    const key = createHash('sha1').update(content).digest('base64');
    const found = this.zipped.get(key) ?? zip(content, { level: 9 });
    this.zipped.set(key, found);
    return found;
  }
}

/** The addresses of this host with `https:`. */
function withTls(text: string, host: string): string;
function withTls(text: string | readonly string[] | undefined, host: string): string | string[] | undefined;
function withTls(text: string | readonly string[] | undefined, host: string) {
  if (typeof text === 'string') return text.replaceAll(`http://${host}`, `https://${host}`);
  return text?.map((each) => withTls(each, host));
}
