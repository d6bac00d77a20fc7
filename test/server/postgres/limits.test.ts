import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { ANALYTICS_KEY } from '../../../server/demo/collectors/analytics.ts';
import { DEMO_PASSWORD } from '../../../server/demo/accounts.ts';
import { session, userOf } from '../pool/client.ts';
import { withPostgres } from '../support/postgres.ts';
import { keepForFile, type RunningProvider, runProvider } from '../support/processes.ts';
import { temporaryFolder } from '../support/provider.ts';

// Two processes on one PostgreSQL server share what limits and remembers.

let url = '';
let providers: readonly RunningProvider[] = [];
const postgres = withPostgres();

beforeAll(async () => {
  url = await postgres().createDatabase();
  const start = async (): Promise<RunningProvider> => {
    const running = await runProvider(temporaryFolder(), [], { DATABASE_URL: url });
    keepForFile(running);
    return running;
  };
  providers = await Promise.all([start(), start()]);
}, 180_000);

/** Sends a request to the processes in turn. */
const post = (at: number, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch((providers[at % 2]?.origin ?? '') + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('wrong passwords are counted for all processes together, and a lock holds in each process', async () => {
  const guess = (at: number, password: string) =>
    session(userOf(`${providers[at % 2]?.origin ?? ''}/pool`, 'buyer@listener.test'), password).then(
      () => 'signed in',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  for (let at = 0; at < 4; at += 1)
    expect(await guess(at, 'wrong password')).toBe('Incorrect username or password.');
  const guesses = `pool_attempts where subject in (select sub from pool_users where email = 'buyer@listener.test')`;
  expect(await postgres().query(url, `select failures from ${guesses}`)).toEqual([{ failures: 4 }]);
  await postgres().query(
    url,
    `update pool_attempts set locked_until = extract(epoch from now()) * 1000 + 60000
     where subject in (select subject from ${guesses})`,
  );
  const right = await Promise.all([guess(0, DEMO_PASSWORD), guess(1, DEMO_PASSWORD)]);
  expect(right).toEqual(['Password attempts exceeded', 'Password attempts exceeded']);
}, 60_000);

test('the page of the events shows what any process received, and an event that was sent twice once', async () => {
  const event = (name: string) => ({ event_type: name, user_id: 'listener-1', insert_id: name });
  const batch = (...names: readonly string[]) => ({ api_key: ANALYTICS_KEY, events: names.map(event) });
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      post(at, '/collect/analytics/2/httpapi', batch('both', `own ${at}`)),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
  const shape = v.object({
    events: v.array(v.object({ name: v.string(), number: v.number() })),
    latest: v.number(),
  });
  const pages = await Promise.all(
    providers.map(async ({ origin }) =>
      v.parse(shape, await (await fetch(`${origin}/events/received`)).json()),
    ),
  );
  expect(pages[0]?.events.map(({ name }) => name).toSorted()).toEqual(
    ['both', ...Array.from({ length: 6 }, (_, at) => `own ${at}`)].toSorted(),
  );
  expect(pages[1]).toEqual(pages[0]);
  expect(pages[0]?.latest).toBe(pages[0]?.events.at(-1)?.number);
});
