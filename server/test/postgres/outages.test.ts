import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { withPostgres } from '../support/postgres.ts';
import { keepForFile, runProvider, type RunningProvider } from '../support/processes.ts';
import { type ApiClient, type ApiResponse, signedIn, temporaryFolder } from '../support/provider.ts';

/**
 * The longest time until a response, in milliseconds. A busy machine is slow, so this is checked only with
 * `LONGEST_MS=5000`.
 */
const LONGEST_MS = Number(process.env['LONGEST_MS'] ?? Infinity);
/** The database refuses a call that has waited two seconds for a lock. Faster calls did not wait for it. */
const WAITED_MS = 1_900;
const TITLES = ['the-ferry-timetable', 'small-hours', 'learn-to-sleep-again'] as const;

/** `RESTARTS=10` for more certainty. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 2);
/** How long a table is locked: 30 seconds with `LOCK_SECONDS=30`. */
const LOCK_MS = Number(process.env['LOCK_SECONDS'] ?? 8) * 1_000;

interface Call {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly milliseconds: number;
}

async function timed(run: () => Promise<ApiResponse>): Promise<Call> {
  const start = performance.now();
  const { status, headers } = await run();
  return { status, retryAfter: headers.get('retry-after'), milliseconds: performance.now() - start };
}

/** Milliseconds between two calls of one reader or writer. Together they stay below the limit of a network address. */
const PAUSE_MS = 20;

/** Readers and writers that go on until they are told to stop. */
function putUnderLoad(listeners: readonly ApiClient[]) {
  const calls: Call[] = [];
  /** The newest position that the provider acknowledged, by title. */
  const stored = new Map<string, number>();
  let isOver = false;
  const write = async (client: ApiClient, id: string): Promise<void> => {
    for (let position = 1_000; !isOver; position += 10) {
      const report = { id, playback_speed: 1, content_type: 1, last_position: position };
      const call = await timed(() => client.post('/user/content', [report]));
      calls.push(call);
      if (call.status === 200) stored.set(id, position);
      await wait(call.status === 200 ? PAUSE_MS : 50);
    }
  };
  const read = async (client: ApiClient): Promise<void> => {
    while (!isOver) {
      const call = await timed(() => client.get('/user/content?active=1'));
      calls.push(call);
      await wait(call.status === 200 ? PAUSE_MS : 50);
    }
  };
  const work = Promise.all(
    TITLES.flatMap((id, at) => {
      const client = listeners[at % listeners.length];
      return client === undefined ? [] : [write(client, id), read(client)];
    }),
  );
  return {
    calls,
    stored,
    async stop() {
      isOver = true;
      await work;
    },
  };
}

const slowest = (calls: readonly Call[]): number =>
  Math.round(Math.max(...calls.map(({ milliseconds }) => milliseconds)));

async function positionOf(client: ApiClient, id: string): Promise<unknown> {
  const { body } = await client.get(`/user/playing-data/${id}`);
  return body !== null && typeof body === 'object' && 'last_position' in body ? body.last_position : null;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} took longer than 15 s.`);
    await wait(100);
  }
}

const isWell = (client: ApiClient) => async (): Promise<boolean> =>
  (await client.get('/user/content?active=1')).status === 200;

const startProcess = (url: string): Promise<RunningProvider> =>
  runProvider(temporaryFolder(), [], { DATABASE_URL: url });

const isAlive = ({ child }: RunningProvider): boolean => child.exitCode === null && child.signalCode === null;

let url: string;
let provider: RunningProvider;
let listener: ApiClient;
const postgres = withPostgres(async (server) => {
  url = await server.createDatabase();
  provider = await startProcess(url);
  keepForFile(provider);
  listener = await signedIn(provider.origin, 'annual@listener.test');
});

test(
  'restarts under load end no process and lose nothing',
  async ({ annotate }) => {
    const other = await startProcess(url);
    const load = putUnderLoad([listener, await signedIn(other.origin, 'annual@listener.test')]);
    for (let restart = 1; restart <= RESTARTS; restart += 1) {
      await wait(700);
      await postgres().stop(restart % 2 === 0 ? 'crash' : 'fast');
      await wait(300);
      await postgres().startAgain();
      await until('Recovery', isWell(listener));
    }
    await wait(500);
    await load.stop();
    expect([provider, other].map(isAlive)).toEqual([true, true]);
    const refused = load.calls.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    expect(slowest(load.calls)).toBeLessThan(LONGEST_MS);
    for (const [id, position] of load.stored) {
      expect(await positionOf(listener, id)).toBeGreaterThanOrEqual(position);
    }
    await annotate(
      `${RESTARTS} restarts, ${load.calls.length} calls, ${refused.length} of them refused, the slowest after ` +
        `${slowest(load.calls)} ms`,
    );
  },
  120_000 + 20_000 * RESTARTS,
);

test('a process that is killed among writers loses nothing that it acknowledged', async ({ annotate }) => {
  const [killed, other] = await Promise.all([startProcess(url), startProcess(url)]);
  const clients = await Promise.all(
    [killed, other].map(({ origin }) => signedIn(origin, 'monthly@listener.test')),
  );
  const { body } = await listener.get('/trending?limit=40&next_page=1');
  const titles = v.parse(v.object({ results: v.array(v.object({ id: v.string() })) }), body).results;
  expect(titles.length).toBeGreaterThan(20);
  const stored = new Map<string, number>();
  let isOver = false;
  let acknowledged = 0;
  let moved = 0;
  const write = async (id: string, at: number): Promise<void> => {
    let client = clients[at % 2];
    for (let last_position = 1_000; !isOver; last_position += 10) {
      const report = { id, playback_speed: 1, content_type: 1, last_position };
      const response = await client?.post('/user/content', [report]).catch(() => null);
      if (response?.status === 200) {
        acknowledged += 1;
        stored.set(id, last_position);
      } else {
        // A proxy turns to the other process.
        client = clients[1];
        moved += 1;
      }
      await wait(100);
    }
  };
  const writers = Promise.all(titles.map(({ id }, at) => write(id, at)));
  await wait(1_500);
  killed.child.kill('SIGKILL');
  await wait(1_500);
  isOver = true;
  await writers;
  expect(moved).toBeGreaterThan(0);
  expect(isAlive(other)).toBe(true);
  const [, client] = clients;
  if (client === undefined) throw new Error('There is no second process.');
  expect(stored.size).toBe(titles.length);
  for (const [id, position] of stored) expect(await positionOf(client, id)).toBeGreaterThanOrEqual(position);
  await annotate(`${titles.length} writers, ${acknowledged} acknowledged writes`);
}, 120_000);

test('killed connections cost single calls at most', async () => {
  const load = putUnderLoad([listener]);
  for (let time = 0; time < 5; time += 1) {
    await wait(200);
    await postgres().query(
      postgres().urlOf('postgres'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${url.split('/').at(-1) ?? ''}'`,
    );
  }
  await wait(300);
  await load.stop();
  expect(isAlive(provider)).toBe(true);
  expect(load.calls.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(await isWell(listener)()).toBe(true);
}, 120_000);

test('while the database is stopped, every call gets a 503, also a sign-in', async ({ annotate }) => {
  await postgres().stop();
  try {
    const calls = await Promise.all(
      ['/user', '/browse', '/search?term=sea'].map((path) => timed(() => listener.get(path))),
    );
    const signIn = await fetch(`${provider.origin}/pool`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      },
      body: JSON.stringify({ ClientId: 'embeddedwebclient00000001', Username: 'annual@listener.test' }),
    });
    expect(signIn.status).toBe(503);
    expect(signIn.headers.get('retry-after')).toBe('2');
    for (const call of calls) {
      expect(call).toMatchObject({ status: 503, retryAfter: '2' });
      expect(call.milliseconds).toBeLessThan(LONGEST_MS);
    }
    await annotate(`the slowest refusal after ${slowest(calls)} ms`);
    await wait(5_000);
  } finally {
    await postgres().startAgain();
  }
  await until('Recovery', isWell(listener));
  expect(isAlive(provider)).toBe(true);
}, 120_000);

test('a locked table stops its own calls, and no others', async ({ annotate }) => {
  const unlock = await postgres().hold(url, 'lock table favorite_authors in access exclusive mode');
  const end = performance.now() + LOCK_MS;
  // All come from one network address, which has a limit.
  const repeat = async (path: string, pause: number): Promise<readonly Call[]> => {
    const calls: Call[] = [];
    while (performance.now() < end) {
      calls.push(await timed(() => listener.get(path)));
      await wait(pause);
    }
    return calls;
  };
  const [stuck, lively] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, () => repeat('/favorites/authors', 300))),
    Promise.all(['/browse', '/user', '/categories'].map((path) => repeat(path, PAUSE_MS))),
  ]);
  await unlock();
  expect(new Set(stuck.flat().map(({ status }) => status))).toEqual(new Set([503]));
  expect(slowest(stuck.flat())).toBeLessThan(LONGEST_MS);
  const others = lively.flat();
  const served = others.filter(({ status }) => status === 200);
  // The first requests for the locked table take all connections for two seconds. A busy machine makes few other calls.
  expect(served.length).toBeGreaterThan(others.length / 2);
  expect(slowest(others)).toBeLessThan(LONGEST_MS);
  await until('Recovery', async () => (await listener.get('/favorites/authors')).status === 200);
  expect(isAlive(provider)).toBe(true);
  await annotate(
    `${LOCK_MS / 1_000} s, ${stuck.flat().length} calls for the table, the slowest after ${slowest(stuck.flat())} ms; ` +
      `${served.length} of ${others.length} other calls served, the slowest after ${slowest(others)} ms`,
  );
}, 120_000);

test('a page of another origin can read the refusal of a call that waits for a locked table (CAT-99)', async () => {
  const origin = 'http://localhost:4999';
  // An earlier test may have left the call refused.
  await until('Recovery', async () => (await listener.get('/favorites/authors')).status === 200);
  const unlock = await postgres().hold(url, 'lock table favorite_authors in access exclusive mode');
  try {
    const calls: { status: number; milliseconds: number; readers: string | null }[] = [];
    for (let call = 0; call < 3; call += 1) {
      const start = performance.now();
      const { status, headers } = await listener.get('/favorites/authors', { origin });
      expect(headers.get('retry-after')).toBe('2');
      const readers = headers.get('access-control-allow-origin');
      calls.push({ status, readers, milliseconds: performance.now() - start });
    }
    expect(calls).toEqual(calls.map((call) => ({ ...call, status: 503, readers: origin })));
    // The first one waits for the lock. Those after it are refused at once.
    expect(calls[0]?.milliseconds).toBeGreaterThan(WAITED_MS);
    expect(Math.min(...calls.map(({ milliseconds }) => milliseconds))).toBeLessThan(WAITED_MS);
  } finally {
    await unlock();
  }
  await until('Recovery', async () => (await listener.get('/favorites/authors')).status === 200);
}, 120_000);

const TOKENIZE = '/audio/tokenize?url=/media/audio/';
const royaltyOf = (id: string) => [{ content_id: id, duration: 1_000 }];

test('while the database can only be read, calls that read are served, and all others refused (CAT-133)', async () => {
  await until('Recovery', isWell(listener));
  expect((await listener.get(`${TOKENIZE}the-olive-year.mp3`)).status).toBe(200);
  const name = new URL(url).pathname.slice(1);
  const setReadOnly = (value: 'on' | 'off') =>
    postgres().query(
      postgres().urlOf('postgres'),
      `alter database ${name} set default_transaction_read_only = ${value}`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  await setReadOnly('on');
  try {
    await until('Reading', isWell(listener));
    // Opened before, so that nothing has to be stored.
    for (const path of ['/user', '/browse', '/library', `${TOKENIZE}the-olive-year.mp3`]) {
      expect([path, (await listener.get(path)).status]).toEqual([path, 200]);
    }
    const writes = [
      listener.post('/audio/reporting', royaltyOf('the-olive-year')),
      listener.post('/favorites/content', { content_id: 'small-hours', is_favorite: true }),
      listener.get(`${TOKENIZE}small-hours-1.mp3`),
    ];
    for (const { status, headers } of await Promise.all(writes)) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    }
  } finally {
    await setReadOnly('off');
  }
  const isWritten = () => listener.post('/audio/reporting', royaltyOf('the-olive-year'));
  await until('Recovery', async () => (await isWritten()).status === 200);
}, 120_000);

test('a royalty does not wait for another one of the same title (PROG-74)', async () => {
  await listener.get(`${TOKENIZE}small-hours-1.mp3`);
  const report = () => timed(() => listener.post('/audio/reporting', royaltyOf('small-hours')));
  await until('The first report', async () => (await report()).status === 200);
  const release = await postgres().hold(
    url,
    "select from royalty_titles where content_id = 'small-hours' for update",
  );
  try {
    expect((await report()).status).toBe(200);
  } finally {
    await release();
  }
}, 120_000);

test('while the database does not respond, calls get a 503, and the process still ends on SIGTERM', async ({
  annotate,
}) => {
  await listener.get('/browse');
  postgres().freeze();
  try {
    const calls = await Promise.all(
      ['/user', '/browse', '/trending'].map((path) => timed(() => listener.get(path))),
    );
    for (const call of calls) {
      expect(call).toMatchObject({ status: 503, retryAfter: '2' });
      expect(call.milliseconds).toBeLessThan(LONGEST_MS);
    }
    const pending = listener.get('/authors/').catch(() => null);
    const start = performance.now();
    const ended = once(provider.child, 'exit');
    provider.child.kill('SIGTERM');
    await ended;
    expect(provider.child.exitCode).toBe(0);
    await annotate(
      `the slowest refusal after ${slowest(calls)} ms; the end after ${Math.round(performance.now() - start)} ms`,
    );
    await pending;
  } finally {
    postgres().thaw();
  }
}, 120_000);
