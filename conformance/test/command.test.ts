import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from 'audio-streaming-provider/parts/pool';
import { ArgumentError, readSettings, readValues } from '../arguments.ts';
import { CHECKS, runChecks } from '../run.ts';
import { Loopback, json } from '../../test/adapters/loopback.ts';
import { temporaryFolder } from 'audio-streaming-provider/test/support/provider';

const POOL = ['--pool', 'us-west-2_Abc1', '--client', 'web'];

/** Runs the command as `npm run` does. */
async function conformance(args: readonly string[], input = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', 'conformance/main.ts', ...args]);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: child.exitCode, stdout, stderr };
}

describe('npm run conformance', () => {
  test('prints JSON, writes JUnit and exits with 1 if a check differs', async () => {
    const loopback = await Loopback.start();
    loopback.respond((response) => response.end('<p>"Hello" & welcome</p>'));
    const { origin } = loopback;
    const junit = join(temporaryFolder(), 'conformance.xml');
    const account = ['--email', 'a@b.example', '--password-stdin'];
    const { status, stdout } = await conformance(
      ['--api', origin, ...account, '--json', '--junit', junit],
      'secret-password\n',
    );
    await loopback.close();
    expect(status).toBe(1);
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({ api: origin, passed: 0, differs: 1 });
    expect(report).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({
          id: 'api-answers',
          kind: 'differs',
          listeners: 'Nothing of the app works.',
        }),
      ]) as unknown,
    });
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('failures="1"');
    expect(xml).toContain('&lt;p&gt;&quot;Hello&quot; &amp; welcome&lt;/p&gt;');
    expect(stdout + xml).not.toContain('secret-password');
  });

  test('prints a table and exits with 0 if nothing differs', async () => {
    const loopback = await Loopback.start();
    loopback.respond(json({}, 401));
    const { status, stdout } = await conformance(['--api', loopback.origin]);
    await loopback.close();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^passed +no-session +Without a session, the listener is refused with 401$/m);
    expect(stdout).toMatch(/^not tried +browse .*\n +No pool was named/m);
    expect(stdout).toMatch(/\d+ checks: \d+ passed, 0 differ, \d+ not tried\n$/);
  });

  test('says what is wrong with its arguments', async () => {
    const { status, stderr } = await conformance(['--pool', 'x']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^--api is missing\. For all options: npm run conformance -- --help\n$/);
    expect((await conformance(['--api', 'https://a.example', '--password', 'x'])).stderr).toMatch(
      /^Unknown option '--password'\..*\n$/,
    );
  });
});

describe('the arguments', () => {
  const read = (...args: readonly string[]) => readSettings(readValues(args), () => 'secret');

  test('name provider, pool and account as the configuration of the app does', () => {
    const { settings } = read(
      '--api',
      'https://api.example/shop/',
      ...POOL,
      '--email',
      'a@b.c',
      '--password-stdin',
    );
    expect(settings).toMatchObject({
      apiUrl: 'https://api.example/shop',
      pool: {
        region: 'us-west-2',
        userPoolId: 'us-west-2_Abc1',
        clientId: 'web',
        endpoint: null,
        authFlow: 'srp',
        client: 'vendor',
      },
      account: { email: 'a@b.c', password: 'secret' },
      writes: false,
      origin: null,
    });
    expect(read('--api', 'https://a.example', '--site', 'https://b.example/x').settings).toMatchObject({
      site: 'https://b.example',
      origin: 'https://b.example',
    });
  });

  test.each([
    [['--api', 'ftp://a.example'], /--api is an http or https address/],
    [['--api', 'https://name:word@a.example'], /without a name and a password/],
    [['--api', 'https://a.example?x=1'], /without a query/],
    [['--api', 'https://a.example', '--pool', 'Abc', '--client', 'web'], /--pool is a region/],
    [['--api', 'https://a.example', '--pool', 'us-west-2_Abc1'], /--pool and --client/],
    [['--api', 'https://a.example', ...POOL, '--flow', 'plain'], /--flow is srp or custom/],
    [
      ['--api', 'https://a.example', ...POOL, '--sign-in-client', 'own'],
      /--sign-in-client is vendor or webcrypto/,
    ],
    [['--api', 'https://a.example', '--email', 'a@b.c'], /--email and --password-stdin/],
    [['--api', 'https://a.example', '--pages', '0'], /--pages is a whole number above 0/],
  ])('%j are refused', (args, message) => {
    const refused = () => read(...args);
    expect(refused).toThrow(ArgumentError);
    expect(refused).toThrow(message);
  });
});

test('--list prints every check, with what it needs and what a listener notices', async () => {
  const { status, stdout } = await conformance(['--list']);
  expect(status).toBe(0);
  for (const { id, title, notices } of CHECKS) {
    expect(stdout).toContain(`${id.padEnd(36)} ${title}\n`);
    expect(stdout).toContain(`listeners: ${notices}\n`);
  }
});

type Served = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };

/** A host that does what docs/hosting.md says. Its provider responds to every call with 401. */
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
  loopback.respond((response, { url }) => {
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
