import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

type Value = string | bigint;

/** A span as it arrived. Its ids are hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  /** Epoch nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, Value>>;
  /** 2: an error. */
  readonly status: number;
}

/** A message of Protocol Buffers: the values of its fields, by their numbers in opentelemetry-proto. */
class Message {
  private readonly fields = new Map<number, (Buffer | bigint)[]>();

  constructor(bytes: Buffer) {
    let at = 0;
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = BigInt(bytes.readUInt8(at));
        at += 1;
        value |= (byte & 0x7fn) << shift;
        if (byte < 0x80n) return value;
      }
    };
    while (at < bytes.length) {
      const tag = Number(varint());
      const values = this.fields.get(tag >> 3) ?? [];
      this.fields.set(tag >> 3, values);
      const type = tag & 7;
      if (type === 0) values.push(varint());
      else {
        const length = type === 1 ? 8 : type === 5 ? 4 : Number(varint());
        const value = bytes.subarray(at, at + length);
        at += length;
        values.push(type === 1 ? value.readBigUInt64LE() : value);
      }
    }
  }

  bytes(field: number): readonly Buffer[] {
    return (this.fields.get(field) ?? []).filter((value) => Buffer.isBuffer(value));
  }

  messages(field: number): readonly Message[] {
    return this.bytes(field).map((bytes) => new Message(bytes));
  }

  text(field: number, encoding: 'utf8' | 'hex' = 'utf8'): string {
    return this.bytes(field)[0]?.toString(encoding) ?? '';
  }

  number(field: number): bigint {
    const [value] = this.fields.get(field) ?? [];
    return typeof value === 'bigint' ? value : 0n;
  }

  /** The attributes of a resource or a span: texts and whole numbers. */
  attributes(field: number): Readonly<Record<string, Value>> {
    return Object.fromEntries(
      this.messages(field).map((pair) => {
        const [value] = pair.messages(2);
        return [pair.text(1), value?.text(1) || (value?.number(3) ?? 0n)];
      }),
    );
  }
}

const spanOf = (span: Message): ReceivedSpan => ({
  traceId: span.text(1, 'hex'),
  spanId: span.text(2, 'hex'),
  parentSpanId: span.text(4, 'hex'),
  name: span.text(5),
  kind: Number(span.number(6)),
  start: span.number(7),
  end: span.number(8),
  attributes: span.attributes(9),
  status: Number(span.messages(15)[0]?.number(3) ?? 0n),
});

/** A collector of OpenTelemetry: it decodes what it receives over HTTP. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  readonly resources: Readonly<Record<string, Value>>[] = [];
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
  /** All bytes that arrived, as text. */
  text = '';
  status = 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      const answer = async (): Promise<void> => {
        const sent = await buffer(request);
        collector.requests.push({ path: request.url ?? '', headers: request.headers });
        collector.receive(request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent);
        response.writeHead(collector.status).end();
      };
      void answer();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get origin(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The collector does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(bytes: Buffer): void {
    this.text += bytes.toString('latin1');
    for (const ofResource of new Message(bytes).messages(1)) {
      for (const resource of ofResource.messages(1)) this.resources.push(resource.attributes(1));
      for (const scope of ofResource.messages(2)) this.spans.push(...scope.messages(2).map(spanOf));
    }
  }
}
