import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBytes, GENERATOR, modPow, padded, toHex } from '../../pool/srp/srp.ts';
import { prove, token, wire } from './client.ts';
import { CLIENT_ID, type RunningPool, runPool } from './harness.ts';

const COMPOSED = 'Caf\u00e9 im fr\u00fchen Mai';
const DECOMPOSED = COMPOSED.normalize('NFD');
const EMAIL = 'rene@listener.test';

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

const statusOf = async (password: string): Promise<number> =>
  (await prove(running.endpoint, EMAIL, password)).status;

test('a password is set in one form, whatever form was sent, at each place that sets one', async () => {
  await wire(running.endpoint, 'SignUp', {
    ClientId: CLIENT_ID,
    Username: EMAIL,
    Password: DECOMPOSED,
    UserAttributes: [{ Name: 'name', Value: 'Ren\u00e9' }],
  });
  await running.db.updateTable('pool_users').set({ status: 'CONFIRMED' }).execute();
  expect([await statusOf(COMPOSED), await statusOf(DECOMPOSED)]).toEqual([200, 400]);
  const AccessToken = token(await prove(running.endpoint, EMAIL, COMPOSED), 'AccessToken');
  const changed = await wire(running.endpoint, 'ChangePassword', {
    AccessToken,
    PreviousPassword: DECOMPOSED,
    ProposedPassword: `${DECOMPOSED}!`,
  });
  expect(changed.status).toBe(200);
  expect(await statusOf(`${COMPOSED}!`)).toBe(200);
});

test('a page also accepts a password that an earlier version set in another form', async () => {
  const { sub } = await running.db.selectFrom('pool_users').select('sub').executeTakeFirstOrThrow();
  const hash = (...parts: (string | Uint8Array)[]): Buffer => {
    const sha = createHash('sha256');
    for (const part of parts) sha.update(part);
    return sha.digest();
  };
  const salt = 0x1234n;
  const secret = hash(padded(salt), hash('Embedded01', sub, ':', DECOMPOSED));
  await running.db
    .updateTable('pool_users')
    .set({ srp_salt: toHex(salt), srp_verifier: toHex(modPow(GENERATOR, fromBytes(secret))) })
    .execute();
  expect(await statusOf(DECOMPOSED)).toBe(200);
  for (const typed of [COMPOSED, DECOMPOSED]) {
    const change = await wire(running.endpoint, 'ChangePassword', {
      AccessToken: token(await prove(running.endpoint, EMAIL, DECOMPOSED), 'AccessToken'),
      PreviousPassword: typed,
      ProposedPassword: 'short',
    });
    // The right password, but the new one is too short.
    expect(change.body['__type']).toBe('InvalidPasswordException');
  }
});
