import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import S3rver from 's3rver';
import { temporaryFolder } from '../support/provider.ts';
import { freePort } from '../support/postgres.ts';

export const BUCKET = 'hark-media';
/** The only key that the server knows. */
export const KEY = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

type OpenCipher = (algorithm: string, key: Buffer, iv: Buffer) => unknown;

/**
 * The server hides the position of a long list by a cipher that Node has no more. It gets another cipher. Its modules see
 * only the object of `require`.
 */
function replaceOldCipher(): void {
  const crypto = createRequire(import.meta.url)('node:crypto') as Record<string, OpenCipher>;
  for (const name of ['createCipheriv', 'createDecipheriv']) {
    const open = crypto[name];
    if (open === undefined) throw new Error(`There is no ${name}.`);
    crypto[name] = (algorithm, key, iv) =>
      algorithm === 'des'
        ? open('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
        : open(algorithm, key, iv);
  }
}

/** A server that speaks the protocol of S3 and checks who calls, with its objects in a temporary folder. */
export class S3Server {
  /** Method and path of each request. */
  readonly requests: string[] = [];
  /** What happens to each request: it gets a response, gets none, or its connection is cut off. */
  behaviour: 'answers' | 'hangs' | 'cuts' = 'answers';
  private server: Server | null = null;

  private constructor(
    private readonly app: S3rver,
    readonly port: number,
  ) {}

  static async start(): Promise<S3Server> {
    replaceOldCipher();
    const app = new S3rver({
      silent: true,
      directory: temporaryFolder(),
      configureBuckets: [{ name: BUCKET }],
    });
    await app.configureBuckets();
    const server = new S3Server(app, await freePort());
    await server.resume();
    return server;
  }

  /** The value of `MEDIA_STORE`. */
  addressOf(prefix = '', bucket = BUCKET): string {
    return `s3://${bucket}/${prefix}?endpoint=${this.origin}&region=us-east-1`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Refuses connections. The objects stay. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  async resume(): Promise<void> {
    const respond = this.app.callback();
    this.server = createServer((request, response) => {
      this.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      if (this.behaviour === 'answers') respond(request, response);
      if (this.behaviour === 'cuts') request.socket.destroy();
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }
}
