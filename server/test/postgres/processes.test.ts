import { once } from 'node:events';
import { createServer, request } from 'node:http';
import * as v from 'valibot';
import { afterAll, expect, test, beforeAll } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { session, userOf } from '../pool/client.ts';
import { withPostgres } from '../support/postgres.ts';
import { keepForFile, runProvider, type RunningProvider } from '../support/processes.ts';
import { signedIn, temporaryFolder, tokenOf, type ApiClient } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';
import { writeItems } from '../../catalogue/write-catalogue.ts';
import { buildCatalogue } from '../../demo/catalogue/index.ts';
import { startProvider } from '../../provider.ts';

const MINUTE_MS = 60_000;

/** Makes the clock of a process wrong, as a machine with a wrong clock does. */
const wrongClock = (milliseconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    `const right = Date.now; Date.now = () => right() + ${milliseconds};`,
  )}`,
});

let slow: RunningProvider;
let fast: RunningProvider;
withPostgres(async (server) => {
  const url = await server.createDatabase();
  [slow, fast] = await Promise.all([
    runProvider(temporaryFolder(), [], { DATABASE_URL: url, ...wrongClock(-2 * MINUTE_MS) }),
    runProvider(temporaryFolder(), [], { DATABASE_URL: url, ...wrongClock(4 * MINUTE_MS) }),
  ]);
  for (const provider of [slow, fast]) keepForFile(provider);
});

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Sends each request to the other one of two processes. */
async function alternate(origins: readonly [string, string]): Promise<string> {
  let at = 0;
  const front = createServer((incoming, response) => {
    at += 1;
    const onward = request(
      new URL(incoming.url ?? '/', origins[at % 2]),
      { method: incoming.method, headers: incoming.headers },
      (received) => {
        response.writeHead(received.statusCode ?? 500, received.headers);
        received.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  closing.push(() => front.close());
  const address = front.address();
  return `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}`;
}

const report = (id: string, last_position = 5_000) => ({
  id,
  playback_speed: 1,
  content_type: 1,
  last_position,
});

test('a sign-in that starts at one process ends at the other', async () => {
  for (const origins of [
    [slow.origin, fast.origin],
    [fast.origin, slow.origin],
  ] as const) {
    const { access } = await session(
      userOf(`${await alternate(origins)}/pool`, 'annual@listener.test'),
      DEMO_PASSWORD,
    );
    expect(access).not.toBe('');
  }
});

test('Recently Listened is in the order of listening', async () => {
  const [atSlow, atFast] = await Promise.all(
    [slow, fast].map(({ origin }) => signedIn(origin, 'trial@listener.test')),
  );
  if (atSlow === undefined || atFast === undefined) throw new Error('Nobody is signed in.');
  for (const [listener, id] of [
    [atFast, 'the-ferry-timetable'],
    [atSlow, 'small-hours'],
    [atFast, 'learn-to-sleep-again'],
    [atSlow, 'the-ferry-timetable'],
  ] as const) {
    expect((await listener.post('/user/content', [report(id)])).status).toBe(200);
  }
  const { body } = await atFast.get('/user/content?active=1');
  const listened = v.parse(wire.itemPage, body).results.map(({ id }) => id);
  expect(listened).toEqual(['the-ferry-timetable', 'learn-to-sleep-again', 'small-hours']);
});

test('of two reports at two processes that overlap, the one that arrived later counts', async () => {
  const token = await tokenOf(slow.origin, 'free@listener.test');
  const send = (origin: string) =>
    request(`${origin}/api/v2/user/content`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  for (const [first, second] of [
    [slow, fast],
    [fast, slow],
  ] as const) {
    const older = send(first.origin);
    older.write(' ');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const newer = send(second.origin);
    newer.end(JSON.stringify([report('small-hours', 20_000)]));
    expect((await once(newer, 'response'))[0]).toMatchObject({ statusCode: 200 });
    older.end(JSON.stringify([report('small-hours', 10_000)]));
    expect((await once(older, 'response'))[0]).toMatchObject({ statusCode: 200 });
    const listener = await signedIn(slow.origin, 'free@listener.test');
    const { body } = await listener.get('/user/playing-data/small-hours');
    expect(v.parse(wire.playbackRecord, body).last_position).toBe(20_000);
  }
});

const postgres = withPostgres();

test('a change by one process is shown by another process at once, although that process has cached the title (CAT-96)', async () => {
  const databaseUrl = await postgres().createDatabase();
  const start = () => startProvider({ dataDir: temporaryFolder(), databaseUrl });
  const one = await start();
  const other = await start();
  try {
    const client = await signedIn(other.origin, 'monthly@listener.test');
    const [title] = await newReleases(client);
    const item = buildCatalogue({ now: one.clock.now() }).items.find(({ id }) => id === title?.id);
    if (item === undefined) throw new Error('The first new release is not in the catalogue.');
    for (const description of ['One.', 'Two.', 'Three.']) {
      await one.db
        .transaction()
        .execute((transaction) => writeItems(transaction, [{ ...item, description }], one.clock.now()));
      expect((await newReleases(client))[0]).toMatchObject({ id: item.id, description });
    }
    // Written by hand, or by a release that does not know versions.
    await postgres().query(
      databaseUrl,
      `update items set document = replace(cast(document as text), 'Three.', 'Four.')::json where id = '${item.id}'`,
    );
    expect((await newReleases(client))[0]).toMatchObject({ id: item.id, description: 'Four.' });
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}, 120_000);

async function newReleases(client: ApiClient): Promise<readonly wire.WireItem[]> {
  return v.parse(wire.browse, (await client.get('/browse')).body).new_releases;
}

// Two processes on one PostgreSQL server share what limits and remembers.

let url = '';
let providers: readonly RunningProvider[] = [];

beforeAll(async () => {
  url = await postgres().createDatabase();
  const start = async (): Promise<RunningProvider> => {
    const running = await runProvider(temporaryFolder(), [], { DATABASE_URL: url });
    keepForFile(running);
    return running;
  };
  providers = await Promise.all([start(), start()]);
}, 180_000);

test('wrong passwords are counted for all processes together, and a lock holds in each process', async () => {
  const guess = (at: number, password: string) =>
    session(userOf(`${providers[at % 2]?.origin ?? ''}/pool`, 'buyer@listener.test'), password).then(
      () => 'signed in',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  for (let at = 0; at < 4; at += 1)
    expect(await guess(at, 'wrong password')).toBe('Incorrect username or password.');
  const guesses = `pool_attempts where subject in (
    select sub || '|password|127.0.0.1' from pool_users where email = 'buyer@listener.test')`;
  expect(await postgres().query(url, `select failures from ${guesses}`)).toEqual([{ failures: 4 }]);
  await postgres().query(
    url,
    `update pool_attempts set locked_until = extract(epoch from now()) * 1000 + 60000
     where subject in (select subject from ${guesses})`,
  );
  const right = await Promise.all([guess(0, DEMO_PASSWORD), guess(1, DEMO_PASSWORD)]);
  expect(right).toEqual(['Password attempts exceeded', 'Password attempts exceeded']);
}, 60_000);
