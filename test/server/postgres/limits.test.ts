import { beforeAll, expect, test } from 'vitest';
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
