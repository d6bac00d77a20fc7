import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/accounts.ts';
import { signedIn, startTestProvider } from '../support/provider.ts';
import { Collector, type ReceivedSpan } from './collector.ts';

const EMAIL = 'annual@listener.test';
const SERVER = 2;
const CLIENT = 3;

let collector: Collector;

beforeEach(async () => {
  collector = await Collector.start();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.origin);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await collector.stop();
});

/** Runs a provider that sends traces, and ends it, so that all have arrived. */
async function traced(action: (origin: string) => Promise<void>): Promise<readonly string[]> {
  const lines: string[] = [];
  const provider = await startTestProvider({
    traces: true,
    log: (line) => lines.push(line),
  });
  await action(provider.origin);
  await provider.close();
  return lines;
}

const spanOf = (route: string): ReceivedSpan | undefined =>
  collector.spans.find(({ attributes }) => attributes['http.route'] === route);
const childrenOf = (parent: ReceivedSpan | undefined): readonly ReceivedSpan[] =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

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
    expect(collector.spans.length).toBeGreaterThan(20);
    for (const secret of secrets) expect(collector.text).not.toContain(secret);
    // The span of a proxy is continued, and a refusal does not count as an error.
    expect(spanOf('/api/v2/user')).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      attributes: { 'http.response.status_code': 401n },
      status: 0,
    });
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'hark' });
    const read = spanOf('/api/v2/content/:id');
    expect(read).toMatchObject({
      name: 'GET /api/v2/content/:id',
      kind: SERVER,
      parentSpanId: '',
      attributes: { 'http.request.method': 'GET', 'url.scheme': 'http', 'http.response.status_code': 200n },
    });
    const statements = childrenOf(read);
    // A statement may begin with a common table expression.
    expect(statements.length).toBeGreaterThan(0);
    for (const each of statements) {
      expect(each).toMatchObject({ kind: CLIENT, traceId: read?.traceId });
      expect(['SELECT', 'WITH']).toContain(each.name);
      expect(each.attributes['db.query.text']).toMatch(/^\W*(?:select|with)/i);
      expect(each.start).toBeGreaterThanOrEqual((read?.start ?? 0n) - 5_000_000n);
      expect(each.end).toBeLessThanOrEqual((read?.end ?? 0n) + 5_000_000n);
    }
    // Statements after a body belong to their request, too.
    const report = collector.spans.find(({ name }) => name === 'POST /api/v2/user/content');
    expect(childrenOf(report).map(({ name }) => name)).toContain('INSERT');
    expect(collector.spans.map(({ name }) => name)).toContain('POST /pool InitiateAuth');
    expect(spanOf('/healthz')).toBeUndefined();
  }, 60_000);

  test('obey the other variables: the name of the service, headers, and which requests are traced', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'my-provider');
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-key=secret');
    await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'my-provider' });
    expect(collector.requests[0]?.headers['x-key']).toBe('secret');
    vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off');
    collector.spans.length = 0;
    await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(collector.spans).toEqual([]);
  }, 60_000);

  test('that cannot be sent are logged once, and the process ends in time', async () => {
    collector.status = 400;
    const start = performance.now();
    const lines = await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(lines.filter((line) => line.startsWith('traces: '))).toHaveLength(1);
    expect(lines.join('\n')).toContain('spans could not be sent');
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
    await traced(async (origin) => void (await fetch(`${origin}/api/v2/user`)));
    expect(performance.now() - start).toBeLessThan(40_000);
  }, 60_000);
});
