import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a password is set in one form, whatever form was sent, and its change accepts every form of it (SES-108)', async () => {
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
