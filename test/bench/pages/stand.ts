import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { Link } from './link.ts';

type Page = { readonly type: string; readonly zipped: Buffer };

/**
 * A proxy in front of the provider that also serves the pages of the floor. All of them have one origin and one link,
 * so that the product and the floor are measured in the same way.
 */
export class Stand {
  readonly link = new Link();
  private readonly pages = new Map<string, Page>();

  private constructor(
    readonly origin: string,
    private readonly close: () => void,
  ) {}

  static async before(provider: string): Promise<Stand> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const stand = new Stand(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    server.on('request', (request, response) => {
      // The page was left while its response was being sent.
      stand.respond(provider, request, response).catch(() => response.destroy());
    });
    return stand;
  }

  /** Serves this text for a path from now on. */
  serve(path: string, type: 'text/html' | 'application/json', text: string): void {
    this.pages.set(path, { type: `${type}; charset=utf-8`, zipped: gzipSync(text, { level: 9 }) });
  }

  stop(): void {
    this.link.close();
    this.close();
  }

  private async respond(provider: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.link.firstByte();
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const page = this.pages.get(path);
    if (page !== undefined) {
      response.writeHead(200, {
        'content-type': page.type,
        'content-encoding': 'gzip',
        'content-length': page.zipped.length,
        'cache-control': 'no-cache',
      });
      await pipeline(this.link.carry([page.zipped]), response);
      return;
    }
    const upstream = httpRequest(provider + (request.url ?? '/'), {
      method: request.method,
      headers: request.headers,
    });
    response.once('close', () => upstream.destroy());
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once('response', resolve).once('error', reject);
    });
    request.pipe(upstream);
    const incoming = await responded;
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    await pipeline(this.link.carry(incoming), response);
  }
}
