import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../../server/pool/part.ts';
import { runChecks } from '../../../tools/conformance/run.ts';
import { Loopback } from '../../adapters/loopback.ts';

type Served = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

/** A host that does what docs/hosting.md says. Its provider answers every call with 401. */
const good = (path: string): Served => {
  if (path.startsWith('/api/v2/')) return { status: 401, headers: {}, body: '{}' };
  if (path === '/assets/app-1a2b.js') {
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript',
    };
    return { status: 200, headers, body: '' };
  }
  if (path.startsWith('/assets/')) return { status: 404, headers: {}, body: 'Not found.' };
  const headers = {
    'cache-control': 'no-cache',
    'content-type': 'text/html',
    'content-security-policy': "frame-ancestors 'none'",
  };
  return { status: 200, headers, body: page({ cognito: EMBEDDED_POOL }) };
};

const page = (configuration: unknown): string =>
  `<!doctype html><script type="application/json" id="configuration">${JSON.stringify(configuration)}</script>` +
  '<script type="module" src="/assets/app-1a2b.js"></script>';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await Loopback.start();
});
afterAll(async () => loopback.close());

/** What differs at a host, by the id of its check. */
async function differencesAt(serve: (path: string, served: Served) => Served) {
  loopback.answer((response, { url }) => {
    const { status, headers, body } = serve(url, good(url));
    response.writeHead(status, headers).end(body);
  });
  const results = await runChecks({
    apiUrl: loopback.origin,
    pool: { ...EMBEDDED_POOL, endpoint: `${loopback.origin}/api/v2/pool` },
    account: null,
    origin: null,
    hostedLogin: null,
    site: loopback.origin,
    mediaOrigins: [],
    writes: false,
    pages: 1,
    wait: null,
    limits: { responseTime: 5000, bodyBytes: 1_000_000 },
  });
  const ofHost = results.filter(({ check: { id } }) => id.startsWith('host-'));
  expect(ofHost).toHaveLength(6);
  return Object.fromEntries(
    ofHost.flatMap(({ check: { id }, outcome }) => (outcome.kind === 'passed' ? [] : [[id, outcome]])),
  );
}

const isPage = ({ headers }: Served): boolean => headers['content-type'] === 'text/html';

const configured = (configuration: unknown) => (_path: string, served: Served) =>
  isPage(served) ? { ...served, body: page(configuration) } : served;

const withHeader = (name: string, value: string) => (_path: string, served: Served) =>
  isPage(served) ? { ...served, headers: { ...served.headers, [name]: value } } : served;

describe('the checks of the host', () => {
  test('pass at a host that does what it has to', async () => {
    expect(await differencesAt((_path, served) => served)).toEqual({});
  });

  test.each<[string, string, (path: string, served: Served) => Served]>([
    [
      'host-configuration',
      'cognito.userPoolId: us-west-2_Another01',
      configured({ cognito: { ...EMBEDDED_POOL, userPoolId: 'us-west-2_Another01' } }),
    ],
    [
      'host-configuration',
      'apiUrl: https://other.invalid',
      configured({ apiUrl: 'https://other.invalid', cognito: EMBEDDED_POOL }),
    ],
    ['host-configuration', 'cognito: The sign-in service is not configured', configured({ cognito: 'none' })],
    [
      'host-paths',
      '404',
      (path, served) => (path.startsWith('/audios/') ? { ...served, status: 404 } : served),
    ],
    ['host-missing-file', '200', (_path, served) => (served.status === 404 ? good('/') : served)],
    ['host-page-caching', 'max-age=600', withHeader('cache-control', 'max-age=600')],
    [
      'host-file-caching',
      'Cache-Control: none',
      (path, served) => (path.endsWith('.js') && served.status === 200 ? { ...served, headers: {} } : served),
    ],
    ['host-frames', 'without frame-ancestors', withHeader('content-security-policy', '')],
  ])('%s finds: %s', async (id, came, serve) => {
    expect(await differencesAt(serve)).toEqual({
      [id]: expect.objectContaining({
        kind: 'differs',
        came: expect.stringContaining(came) as unknown,
      }) as unknown,
    });
  });
});
