import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { hrTimeToMilliseconds } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import type { Sampling } from '../../watch/traces.ts';
import { signedIn, startTestProvider } from '../support/provider.ts';

const EMAIL = 'annual@listener.test';

/** What the collector received: requests, all bytes as text, and the spans that they hold. */
let requests: IncomingMessage[];
let text: string;
let spans: ReadableSpan[];
let status: number;

beforeEach(async () => {
  [requests, text, spans, status] = [[], '', [], 200];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(request);
    const sent = await buffer(request);
    text += (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString('latin1');
    response.writeHead(status).end();
  };
  const collector = createServer((request, response) => void receive(request, response));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : 0;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  const { prototype } = OTLPTraceExporter;
  const send = prototype.export;
  vi.spyOn(prototype, 'export').mockImplementation(function (this: OTLPTraceExporter, sent, done) {
    spans.push(...sent);
    send.call(this, sent, done);
  });
  return async () => {
    vi.restoreAllMocks();
    collector.closeAllConnections();
    collector.close();
    await once(collector, 'close');
  };
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs a provider that sends traces, and ends it, so that all have arrived. */
async function traced(
  action: (origin: string) => Promise<void>,
  sampling: Sampling = { asksParent: true, share: 1 },
): Promise<readonly string[]> {
  const lines: string[] = [];
  const provider = await startTestProvider({
    traces: sampling,
    log: (line) => lines.push(line),
  });
  await action(provider.origin);
  await provider.close();
  return lines;
}

const spanOf = (route: string): ReadableSpan | undefined =>
  spans.find(({ attributes }) => attributes['http.route'] === route);
const childrenOf = (parent: ReadableSpan | undefined): readonly ReadableSpan[] =>
  spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent?.spanContext().spanId);

describe('traces (SES-97)', () => {
  test('have a span for each request and each of its statements, and nothing secret or personal', async () => {
    const secrets = [EMAIL, DEMO_PASSWORD, 'headache', 'sweet', 'my browser', 'short-book', '127.0.0.1'];
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await traced(async (origin) => {
      const listener = await signedIn(origin, EMAIL);
      await listener.get('/content/the-tide-library');
      await listener.post('/user/content', [
        { id: 'small-hours', playback_speed: 1, content_type: 1, last_position: 5_000 },
      ]);
      await fetch(`${origin}/healthz`);
      const { body } = await listener.get(
        '/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3',
      );
      const { tokenized_url } = v.parse(v.object({ tokenized_url: v.string() }), body);
      const address = new URL(tokenized_url, origin);
      const media = [...address.searchParams.values()].toSorted((a, b) => b.length - a.length)[0] ?? '';
      expect(media.length).toBeGreaterThan(10);
      secrets.push(media, listener.token ?? '-');
      const sound = await fetch(address, {
        headers: { range: 'bytes=0-9', cookie: 'session=sweet', 'user-agent': 'my browser' },
      });
      expect(sound.status).toBe(206);
      await listener.get('/search?q=headache&limit=3&skip=0');
      await fetch(`${origin}/api/v2/user`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    });
    expect(spans.length).toBeGreaterThan(20);
    expect(text).toContain('GET /api/v2/content/:id');
    for (const secret of secrets) expect(text).not.toContain(secret);
    // The span of a proxy is continued, and a refusal does not count as an error.
    expect(spanOf('/api/v2/user')).toMatchObject({
      parentSpanContext: { traceId, spanId: 'b7ad6b7169203331' },
      attributes: { 'http.response.status_code': 401 },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(requests[0]).toMatchObject({
      url: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect(spans[0]?.resource.attributes).toMatchObject({ 'service.name': 'hark' });
    const read = spanOf('/api/v2/content/:id');
    expect(read).toMatchObject({
      name: 'GET /api/v2/content/:id',
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': 'GET', 'url.scheme': 'http', 'http.response.status_code': 200 },
    });
    expect(read?.parentSpanContext).toBeUndefined();
    const statements = childrenOf(read);
    // A statement may begin with a common table expression.
    expect(statements.length).toBeGreaterThan(0);
    for (const each of statements) {
      expect(each.kind).toBe(SpanKind.CLIENT);
      expect(each.spanContext().traceId).toBe(read?.spanContext().traceId);
      expect(['SELECT', 'WITH']).toContain(each.name);
      expect(each.attributes['db.query.text']).toMatch(/^\W*(?:select|with)/i);
      const [start, end] = [hrTimeToMilliseconds(each.startTime), hrTimeToMilliseconds(each.endTime)];
      expect(start).toBeGreaterThanOrEqual(hrTimeToMilliseconds(read?.startTime ?? [0, 0]) - 5);
      expect(end).toBeLessThanOrEqual(hrTimeToMilliseconds(read?.endTime ?? [0, 0]) + 5);
    }
    // Statements after a body belong to their request, too.
    const report = spans.find(({ name }) => name === 'POST /api/v2/user/content');
    expect(childrenOf(report).map(({ name }) => name)).toContain('INSERT');
    expect(spans.map(({ name }) => name)).toContain('POST /pool InitiateAuth');
    expect(spanOf('/healthz')).toBeUndefined();
  }, 60_000);

  test('obey the other variables: the name of the service, its attributes, and headers', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'my-provider');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=trial');
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=secret');
    await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(spans[0]?.resource.attributes).toMatchObject({
      'service.name': 'my-provider',
      'deployment.environment.name': 'trial',
    });
    expect(requests[0]?.headers['x-key']).toBe('secret');
  }, 60_000);

  test('are made of the wanted share of requests, or of those that the proxy in front traces', async () => {
    const parent = (flag: '00' | '01') => ({
      headers: { traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flag}` },
    });
    const call = async (origin: string): Promise<void> => {
      await fetch(`${origin}/api/v2/user`);
      await fetch(`${origin}/api/v2/content/x`, parent('01'));
      await fetch(`${origin}/api/v2/search`, parent('00'));
    };
    const routes = async (sampling: Sampling): Promise<readonly unknown[]> => {
      spans.length = 0;
      await traced(call, sampling);
      return spans.map(({ attributes }) => attributes['http.route']).filter((route) => route !== undefined);
    };
    const [own, tracedBefore, untracedBefore] = [
      '/api/v2/user',
      '/api/v2/content/:id',
      '/api/v2/search',
    ] as const;
    expect(await routes({ asksParent: false, share: 0 })).toEqual([]);
    expect(await routes({ asksParent: true, share: 0 })).toEqual([tracedBefore]);
    expect(await routes({ asksParent: true, share: 1 })).toEqual([own, tracedBefore]);
    expect(await routes({ asksParent: false, share: 1 })).toEqual([own, tracedBefore, untracedBefore]);
  }, 120_000);

  test('that cannot be sent are logged once, and the process ends in time', async () => {
    status = 400;
    const start = performance.now();
    const lines = await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(lines.filter((line) => line.startsWith('traces: '))).toHaveLength(1);
    expect(lines.join('\n')).toContain('spans could not be sent');
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
    await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(performance.now() - start).toBeLessThan(40_000);
  }, 60_000);
});
