import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from 'audio-streaming-provider/demo/listeners';
import { EMBEDDED_POOL } from 'audio-streaming-provider/parts/pool';
import type { Provider } from 'audio-streaming-provider/provider';
import { type CheckResult, asJUnit, asJson, resultLines, runChecks } from '../run.ts';
import type { Settings } from '../target.ts';
import { Loopback, type Received } from '../../test/adapters/loopback.ts';
import { CONTENT_CALLS } from '../../test/contract/content-api/content-api.ts';
import { startTestProvider, temporaryFolder } from 'audio-streaming-provider/test/support/provider';
import { defectOf, DEFECTS_WITH_SESSION, DEFECTS_WITHOUT_SESSION } from './defects.ts';
import { DefectiveProxy } from './proxy.ts';

// A run with a sign-in takes seconds, and longer while other tests use the machine.
const LONG = 120_000;

let provider: Provider;
let proxy: DefectiveProxy;
beforeAll(async () => {
  const dataDir = temporaryFolder();
  provider = await startTestProvider({
    dataDir,
    checkResponses: true,
    dist: smallApp(),
    collectors: false,
  });
  proxy = await DefectiveProxy.before(provider.origin);
}, 180_000);
afterAll(async () => {
  await proxy.close();
  await provider.close();
});

/** The folder of a built app that is only a page and a script. */
function smallApp(): string {
  const folder = join(temporaryFolder(), 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', 'app-1a2b3c4d.js'), '');
  const configuration = JSON.stringify({ cognito: EMBEDDED_POOL });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><script type="application/json" id="configuration">${configuration}</script>` +
      '<script type="module" src="/assets/app-1a2b3c4d.js"></script>',
  );
  return folder;
}

const settingsFor = (origin: string, more: Partial<Settings> = {}): Settings => ({
  apiUrl: origin,
  pool: { ...EMBEDDED_POOL, endpoint: `${origin}/pool`, authFlow: 'srp' },
  account: { email: 'annual@listener.test', password: DEMO_PASSWORD },
  origin,
  hostedLogin: null,
  site: null,
  mediaOrigins: [],
  writes: true,
  pages: 400,
  wait: null,
  limits: { responseTime: 10_000, bodyBytes: 20_000_000 },
  ...more,
});

/** True if the proxy has received a call of this route, such as `GET /content/{id}`. */
function isAsked(route: string): boolean {
  const pattern = new RegExp(`^${route.replace(' ', ' /api/v2').replace('{id}', '[^/]+')}$`);
  return proxy.received.some(({ method, url }) => pattern.test(`${method} ${url.split('?')[0]}`));
}

/** What differs, by the id of its check. */
const differencesIn = (results: readonly CheckResult[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    results.flatMap(({ check: { id }, outcome }) => (outcome.kind === 'differs' ? [[id, outcome.came]] : [])),
  );

const notTriedIn = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ check: { id }, outcome }) => (outcome.kind === 'not-tried' ? [id] : []));

const redirects = (response: ServerResponse, { url }: Received): void => {
  response.writeHead(302, { location: url });
  response.end();
};

const floods = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(1_000_000, ' ');
  let sent = 0;
  const more = (): void => {
    while (sent < 100 && !response.destroyed) {
      sent += 1;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
};

describe('npm run conformance', { timeout: LONG }, () => {
  test.each(['vendor', 'webcrypto'] as const)(
    'finds nothing wrong with the embedded provider, with the sign-in client %s (SES-145)',
    async (client) => {
      const { clock, origin } = provider;
      const hostedLogin = `${origin}/pool/hosted`;
      const wait = async (time: number) => clock.setOffset(time);
      const pool = { ...EMBEDDED_POOL, endpoint: `${origin}/pool`, authFlow: 'srp', client } as const;
      const results = await runChecks(settingsFor(origin, { pool, hostedLogin, site: origin, wait }));
      clock.setOffset(0);
      expect(differencesIn(results)).toEqual({});
      expect(notTriedIn(results)).toEqual(['transcript-refused', 'retry-after']);
      expect(results.length).toBeGreaterThan(90);
      expect(new Set(results.map(({ check: { id } }) => id)).size).toBe(results.length);
    },
  );

  test.each(DEFECTS_WITHOUT_SESSION)('finds a defect of $found by that check alone', async (named) => {
    proxy.use(defectOf(named));
    const isOfPool = named.found.startsWith('pool');
    const results = await runChecks(
      settingsFor(proxy.origin, { account: null, ...(!isOfPool && { pool: null }) }),
    );
    expect(differencesIn(results)).toEqual({ [named.found]: expect.stringContaining(named.says) as unknown });
  });

  test('with a listener without a membership, finds a transcript that is not refused', async () => {
    proxy.use((given, { url }) =>
      /tokenize\?url=.*transcript/.test(url)
        ? { ...given, status: 200, body: Buffer.from('{"tokenized_url":"/text"}') }
        : given,
    );
    const account = { email: 'free@listener.test', password: DEMO_PASSWORD };
    const results = await runChecks(settingsFor(proxy.origin, { account, writes: false }));
    expect(differencesIn(results)).toMatchObject({ 'transcript-refused': '200, not 403.' });
  });

  test('finds every defect of a provider by the check that names it, and prints no secret', async () => {
    proxy.use(async (given, asked) => {
      let broken = given;
      for (const named of DEFECTS_WITH_SESSION) broken = await defectOf(named)(broken, asked);
      return broken;
    });
    const results = await runChecks(settingsFor(proxy.origin));
    expect(differencesIn(results)).toEqual(
      Object.fromEntries(
        DEFECTS_WITH_SESSION.map(({ found, says }) => [found, expect.stringContaining(says) as unknown]),
      ),
    );
    for (const { found, listeners } of DEFECTS_WITH_SESSION) {
      const result = results.find(({ check: { id } }) => id === found);
      if (listeners !== undefined && result !== undefined)
        expect(resultLines(result).at(-1)).toContain(`listeners: ${listeners}`);
    }
    const printed = [...results.flatMap(resultLines), asJson(proxy.origin, results), asJUnit(results)].join(
      '\n',
    );
    expect(printed).not.toContain(DEMO_PASSWORD);
    expect(printed).not.toMatch(/eyJ/);
    expect(printed).not.toMatch(/[?&](?:token|signature|expires)=/);
    expect(CONTENT_CALLS.filter(({ route }) => !isAsked(route)).map(({ route }) => route)).toEqual([
      // It would report a change that did not happen.
      'POST /user/change_password',
      // Its code opens the billing pages of this provider. Other providers have no such pages.
      'POST /user/billing_code',
    ]);
  });
});

describe('a provider that cannot be used', { timeout: LONG }, () => {
  const alone = (origin: string, more: Partial<Settings> = {}): Settings =>
    settingsFor(origin, {
      pool: null,
      account: null,
      limits: { responseTime: 500, bodyBytes: 2_000_000 },
      ...more,
    });

  test.each([
    ['that redirects without end', 'It redirects without end.', redirects],
    ['that does not answer', 'No complete answer within 0.5 s.', () => undefined],
    ['that sends 100 MB', 'The answer is longer than 2 MB.', floods],
    ['that cuts the connection', 'The connection was cut.', (response: ServerResponse) => response.destroy()],
    [
      'that answers nothing',
      '200, no type, no body. This is not JSON.',
      (response: ServerResponse) => response.end(),
    ],
  ])('%s gets one clear line', async (_title, line, handler) => {
    const loopback = await Loopback.start();
    loopback.respond(handler);
    const results = await runChecks(alone(loopback.origin));
    await loopback.close();
    expect(differencesIn(results)).toEqual({ 'api-answers': line });
  });

  test('cannot control the terminal', async () => {
    const loopback = await Loopback.start();
    loopback.respond((response) => response.end('<p>\u001B[2Jhello'));
    const results = await runChecks(alone(loopback.origin));
    await loopback.close();
    expect(differencesIn(results)).toEqual({
      'api-answers': '200, no type, <p> [2Jhello. This is not JSON.',
    });
  });

  test('with a pool that does not respond gets one clear line', async () => {
    const loopback = await Loopback.start();
    loopback.respond(() => undefined);
    const pool = { ...EMBEDDED_POOL, endpoint: loopback.origin };
    const limits = { responseTime: 2000, bodyBytes: 2_000_000 };
    const results = await runChecks(settingsFor(provider.origin, { pool, limits }));
    await loopback.close();
    expect(differencesIn(results)).toEqual({ 'pool-answers': 'No complete answer within 2 s.' });
  });

  test('that is not there gets one clear line, and so does a host that is not known', async () => {
    const loopback = await Loopback.start();
    const { origin } = loopback;
    await loopback.close();
    expect(differencesIn(await runChecks(alone(origin)))).toEqual({
      'api-answers': 'Nothing listens at this address.',
    });
    const unknown = await runChecks(alone('http://conformance.invalid'));
    expect(differencesIn(unknown)['api-answers']).toMatch(/host name/);
  });

  test.each([
    ['a wrong password', 'annual@listener.test', 'Wrong-2026!', 'Incorrect username or password.'],
    ['a second factor', 'totp@listener.test', DEMO_PASSWORD, '(authenticator-code)'],
  ])('with %s says why nobody signs in', async (_title, email, password, says) => {
    const results = await runChecks(settingsFor(provider.origin, { account: { email, password } }));
    expect(differencesIn(results)).toEqual({ 'sign-in': expect.stringContaining(says) as unknown });
    const browse = results.find(({ check: { id } }) => id === 'browse');
    expect(browse?.outcome).toEqual({ kind: 'not-tried', why: 'Nobody is signed in; see "sign-in".' });
  });
});
