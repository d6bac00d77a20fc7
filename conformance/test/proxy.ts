import type { ServerResponse } from 'node:http';
import { Loopback, type Received } from '../../test/adapters/loopback.ts';

/** A response of the provider on its way to the client. */
export type ProviderResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
};

/** Changes a response of the provider, or replaces it. */
export type Defect = (
  given: ProviderResponse,
  asked: Received,
) => ProviderResponse | Promise<ProviderResponse>;

/** A proxy before a real provider, with one defect at a time. */
export class DefectiveProxy {
  private defect: Defect = (given) => given;

  static async before(provider: string): Promise<DefectiveProxy> {
    const loopback = await Loopback.start();
    return new DefectiveProxy(provider, loopback);
  }

  private constructor(
    private readonly provider: string,
    private readonly loopback: Loopback,
  ) {}

  get origin(): string {
    return this.loopback.origin;
  }

  use(defect: Defect): void {
    this.defect = defect;
    this.loopback.respond((response, asked) => void this.forward(response, asked));
  }

  /** What was asked since the defect was set. */
  get received(): readonly Received[] {
    return this.loopback.received;
  }

  async close(): Promise<void> {
    await this.loopback.close();
  }

  private async forward(response: ServerResponse, asked: Received): Promise<void> {
    const { method, url, body } = asked;
    const headers = new Headers();
    for (const [name, value] of Object.entries(asked.headers)) {
      if (!['connection', 'content-length', 'host', 'accept-encoding', 'expect', 'keep-alive'].includes(name))
        headers.set(name, String(value));
    }
    // The provider names its media by the host that was asked.
    headers.set('accept-encoding', 'identity');
    const found = await fetch(this.provider + url, {
      method,
      headers,
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'OPTIONS' && { body }),
    });
    const given = await this.defect(
      {
        status: found.status,
        headers: new Headers(found.headers),
        body: Buffer.from(await found.arrayBuffer()),
      },
      asked,
    );
    response.sendDate = false;
    const kept = [...given.headers].filter(
      ([name]) => !['content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name),
    );
    response.writeHead(given.status, Object.fromEntries(kept));
    response.end(given.body);
  }
}
