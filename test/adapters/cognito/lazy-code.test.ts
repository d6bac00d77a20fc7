import { expect, test } from 'vitest';
import { CognitoAuth } from '../../../src/adapters/cognito/cognito-auth.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';

test('a sign-in that is abandoned while its code loads sends no request', async () => {
  const pool = new UserPool({
    region: 'us-west-2',
    userPoolId: 'us-west-2_P',
    clientId: 'client',
    // No server listens there, so a request would end as unreachable.
    endpoint: 'http://127.0.0.1:9/',
  });
  const store = new MemoryKeyValueStore();
  const auth = new CognitoAuth({ pool, store, clock: new MemoryClock(), log: new MemoryLog(), locks: null });

  const step = auth.signIn({ email: 'ada@listener.test', password: 'correct horse' });
  auth.abandonSignIn();
  expect(await step).toMatchObject({ ok: false, error: { kind: 'no-challenge' } });
});

test('each failed load of code is reported, and a successful load is not', async () => {
  let reports = 0;
  const config = { region: 'us-west-2', userPoolId: 'us-west-2_P', clientId: 'client', endpoint: null };
  const pool = new UserPool(config, () => {
    reports += 1;
  });
  expect(await pool.code(async () => Promise.resolve('here'))).toBe('here');
  expect(reports).toBe(0);
  for (const times of [1, 2]) {
    await expect(pool.code(async () => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
    expect(reports).toBe(times);
  }
});
