import { getCertificate } from '@vitejs/plugin-basic-ssl';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfiguration } from '../../host/configuration.ts';
import { freePort, withPostgres } from '../support/postgres.ts';
import { keepForFile, type RunningProvider, runProvider } from '../support/processes.ts';
import { temporaryFolder, tokenOf } from '../support/provider.ts';

// Two processes on one PostgreSQL server, behind nginx with the configuration of `deploy/`.

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path));
const PUBLIC_URL = 'https://listen.example';

const folder = temporaryFolder();
const dist = join(folder, 'dist');
const postgres = withPostgres();
let databaseUrl = '';
let providers: readonly RunningProvider[] = [];
let proxy: ChildProcess | undefined;
let session: ClientHttp2Session | undefined;

beforeEach(({ skip }) => {
  if (NGINX === undefined) skip('nginx is not installed.');
});

beforeAll(async () => {
  if (NGINX === undefined) return;
  mkdirSync(dist);
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>',
  );
  databaseUrl = await postgres().createDatabase();
  const start = async (): Promise<RunningProvider> => {
    const environment = {
      DATABASE_URL: databaseUrl,
      PUBLIC_URL,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_SECONDS: '1',
      METRICS_TOKEN: 'token-of-the-monitoring',
    };
    const running = await runProvider(temporaryFolder(), ['--dist', dist], environment);
    keepForFile(running);
    return running;
  };
  providers = [await start(), await start()];
  const port = await freePort();
  proxy = await startProxy(NGINX, port);
  session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => undefined);
}, 180_000);

afterAll(async () => {
  session?.destroy();
  if (proxy === undefined) return;
  const ended = once(proxy, 'exit');
  proxy.kill('SIGQUIT');
  await ended;
});

/** Runs nginx with the configuration of the repository. Only addresses and files are those of the test. */
async function startProxy(program: string, port: number): Promise<ChildProcess> {
  const certificate = await getCertificate(join(folder, 'certificate'));
  writeFileSync(join(folder, 'cert.pem'), certificate);
  writeFileSync(join(folder, 'key.pem'), certificate);
  const [first, second] = providers.map(({ origin }) => new URL(origin).host);
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('provider-1:4321', first ?? '')
    .replaceAll('provider-2:4321', second ?? '')
    .replaceAll('/etc/nginx/certificates', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')}; events {}
    http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return child;
    await wait(50);
  }
  throw new Error(`nginx did not start. ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  if (session === undefined) throw new Error('There is no connection.');
  const stream = session.request({ ':path': path, ':authority': 'listen.example', ...headers });
  const responded = once(stream, 'response');
  stream.end();
  const [sent] = (await responded) as [Readonly<Record<string, string | number>>];
  return { status: Number(sent[':status']), headers: sent, body: await text(stream) };
}

test('a page over TLS and HTTP/2 is configured for the public address', async () => {
  const { status, headers, body } = await get('/', { accept: 'text/html' });
  expect(status).toBe(200);
  expect(session?.alpnProtocol).toBe('h2');
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(readConfiguration(body)?.['cognito']).toEqual({ endpoint: `${PUBLIC_URL}/pool` });
});

test('both processes serve calls, and the token of one is valid at the other', async () => {
  const token = await tokenOf(providers[0]?.origin ?? '', 'free@listener.test');
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await get('/api/v2/user', { authorization: `Bearer ${token}` })).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const { origin } of providers) {
    const headers = { authorization: 'Bearer token-of-the-monitoring' };
    const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
    expect(metrics).toMatch(/route="\/api\/v2\/user",status="200"\} [1-9]/);
  }
});

test('no log of the proxy has the secret of a private feed, or a token of a query (FEED-2)', async () => {
  const secret = 'S3cret_'.repeat(7).slice(0, 43);
  const spellings = [`/feeds/${secret}`, `//feeds/${secret}`, `/feeds%2f${secret}`, `/FEEDS/${secret}`];
  const others = [`/x/../feeds/${secret}`, `/feeds/${secret}/media/audio/a.mp3`, `/x/feeds/${secret}`];
  const tokens = [`/media/audio/a.mp3?signature=${secret}`, `/pool/hosted?code=${secret}`];
  for (const path of [...spellings, ...others, ...tokens]) await get(path);
  await get('/healthz');
  const log = () => readFileSync(join(folder, 'access.log'), 'utf8');
  await expect.poll(log).toContain('GET /healthz 200');
  expect(log()).toContain('GET /media/audio/a.mp3 403');
  expect(log() + readFileSync(join(folder, 'error.log'), 'utf8')).not.toContain('S3cret');
});

test('the metrics and the test controls are not reachable through the proxy', async () => {
  expect((await get('/metrics')).status).toBe(404);
  expect((await get('/events', { accept: 'text/html' })).status).toBe(404);
});

test('calls that both processes refuse with 503 stop no other calls', async () => {
  const token = await tokenOf(providers[0]?.origin ?? '', 'free@listener.test');
  const headers = { authorization: `Bearer ${token}` };
  const unlock = await postgres().hold(databaseUrl, 'lock table favorite_authors in access exclusive mode');
  const statuses: (readonly [number, number])[] = [];
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status } = await get('/api/v2/favorites/authors', headers);
      statuses.push([status, (await get('/api/v2/user', headers)).status]);
    }
  } finally {
    await unlock();
  }
  expect(statuses).toEqual(Array.from({ length: 3 }, () => [503, 200]));
}, 60_000);

test('one process ends while calls arrive, and no call is lost', async () => {
  const token = await tokenOf(providers[0]?.origin ?? '', 'annual@listener.test');
  const headers = { authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  const until = performance.now() + 4_000;
  const listener = async (): Promise<void> => {
    while (performance.now() < until) {
      statuses.push((await get('/api/v2/browse', headers)).status);
      // All come from one network address, which has a limit.
      await wait(15);
    }
  };
  const listeners = Array.from({ length: 4 }, listener);
  await wait(500);
  const [, second] = providers;
  second?.child.kill('SIGTERM');
  await Promise.all(listeners);
  expect(second?.child.exitCode).toBe(0);
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 60_000);
