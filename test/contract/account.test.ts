import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CognitoAccount } from '../../src/adapters/cognito/account/cognito-account.ts';
import { CognitoAuth } from '../../src/adapters/cognito/cognito-auth.ts';
import { UserPool } from '../../src/adapters/cognito/user-pool.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { SystemClock } from '../../src/adapters/browser/browser-platform.ts';
import {
  CLIENT_ID,
  PASSWORD,
  type RunningPool,
  runPool,
  USER_POOL_ID,
} from 'audio-streaming-provider/test/pool/harness';
import { describeAccount } from './session/account.ts';

// Each sign-in takes half a second of processor time in the client library.
vi.setConfig({ testTimeout: 60_000 });

const TAKEN = 'taken@listener.test';
let count = 0;
const newListener = () => {
  count += 1;
  return { email: `account-${count}@listener.test`, password: PASSWORD };
};
const newEmail = (): string => newListener().email;
const newPhoneNumber = (): string => `+1555${String(1_000_000 + count)}`;
const deviceKeys = (amount: number): readonly string[] =>
  Array.from({ length: amount }, (_, at) => `device-${count}-${String(at).padStart(3, '0')}`);

describe.each(['vendor', 'webcrypto'] as const)('with the client %s against the embedded pool', (client) => {
  let running: RunningPool;

  beforeAll(async () => {
    running = await runPool();
    await running.pool.ensureUser({ email: TAKEN, name: 'Somebody', password: PASSWORD });
  });

  afterAll(async () => running.close());

  const addDevices = async (email: string, amount: number): Promise<void> => {
    const { sub } = await running.pool.ensureUser({ email, name: '', password: PASSWORD });
    const known = { name: '', srp_salt: '1', srp_verifier: '1', remembered: false, group_key: 'group' };
    const times = { created_at: 0, modified_at: 0, authenticated_at: 0 };
    await running.db
      .insertInto('pool_devices')
      .values(deviceKeys(amount).map((device_key) => ({ ...known, ...times, sub, device_key })))
      .execute();
  };

  const addPasskey = async (email: string, id: string): Promise<void> => {
    const { sub } = await running.pool.ensureUser({ email, name: '', password: PASSWORD });
    const { count } = await running.db
      .selectFrom('pool_passkeys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    const others = Math.trunc(count);
    const name = others === 0 ? 'Passkey' : `Passkey ${others + 1}`;
    await running.db
      .insertInto('pool_passkeys')
      .values({
        credential_id: `${sub}-${id}`,
        sub,
        rp_id: 'localhost',
        public_key: 'key',
        counter: 0,
        is_synced: true,
        is_backed_up: true,
        transports: 'internal',
        name,
        created_at: others,
        used_at: null,
      })
      .execute();
  };

  const makeFixture = async () => {
    const listener = newListener();
    await running.pool.ensureUser({ ...listener, name: 'Wren Okafor' });
    const clock = new SystemClock();
    const poolId = { region: 'us-west-2', userPoolId: USER_POOL_ID, clientId: CLIENT_ID, client };
    let isReachable = true;
    const pool = new UserPool({
      ...poolId,
      get endpoint() {
        return isReachable ? running.endpoint : 'http://127.0.0.1:9/pool';
      },
    });
    const store = new MemoryKeyValueStore();
    const auth = new CognitoAuth({ pool, store, clock, log: new MemoryLog(), locks: null });
    return {
      account: new CognitoAccount(auth, pool, clock),
      auth,
      listener,
      takenEmail: TAKEN,
      newEmail,
      newPhoneNumber,
      codeFor: async (destination: string) => {
        const codes = await running.pool.codesFor(listener.email);
        return codes.find((code) => code.destination === destination)?.code ?? '';
      },
      authenticatorCode: async () => (await running.pool.totpFor(listener.email)) ?? '',
      addPasskey: async (id: string) => addPasskey(listener.email, id),
      addDevices: async (amount: number) => addDevices(listener.email, amount),
      storedKeys: () => store.keys(),
      setReachable: async (reachable: boolean) => {
        isReachable = reachable;
      },
      endSessions: async () => running.pool.revokeUser(listener.email),
    };
  };

  describeAccount('CognitoAccount', makeFixture);

  test('this device has its name and the time of its last use', async () => {
    const { account, auth, listener } = await makeFixture();
    const before = Date.now();
    await auth.signIn(listener);
    const page = await account.devices(null);
    const [device] = page.ok ? page.value.devices : [];
    expect(device).toMatchObject({ isThisOne: true, isRemembered: false });
    expect(device?.name).not.toBe('');
    expect(device?.lastUsedAt).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
  });
});
