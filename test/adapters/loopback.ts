import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};

type Handler = (response: ServerResponse, received: Received, number: number) => void;

/** A real server on a loopback port with scripted responses. It records its requests. */
export class Loopback {
  received: readonly Received[] = [];
  private handler: Handler = (response) => response.end();
  private readonly waiting: (() => void)[] = [];

  static async start(): Promise<Loopback> {
    const loopback = new Loopback();
    await new Promise<void>((resolve) => loopback.server.listen(0, '127.0.0.1', resolve));
    return loopback;
  }

  private readonly server: Server = createServer(
    { maxHeaderSize: 100_000 },
    (request, response) => void this.handle(request, response),
  );

  get origin(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server is not listening');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Counts requests from 1 again, and passes them to `handler`. */
  respond(handler: Handler): void {
    this.received = [];
    this.handler = handler;
  }

  /** Passes each request to the next handler. The last handler stays. */
  respondInTurn(...handlers: readonly Handler[]): void {
    this.respond((response, received, number) => {
      handlers[Math.min(number, handlers.length) - 1]?.(response, received, number);
    });
  }

  /** Resolves when this many requests have arrived. */
  async requests(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.received = [...this.received, received];
    this.handler(response, received, this.received.length);
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Never responds. */
export const silence: Handler = () => undefined;

/** Cuts the connection without a response. */
export const cut: Handler = (response) => void response.socket?.destroy();
