import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signIn, step, userOf } from './client.ts';
import { PASSWORD, type RunningPool, runPool } from './harness.ts';

// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});
afterAll(async () => running.close());

it('a code of an authenticator counts once', async () => {
  const email = 'once@listener.test';
  const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD, totpSecret });
  const code = (await running.pool.totpFor(email)) ?? '';
  const sendCode = async () => {
    const { user } = await signIn(userOf(running.endpoint, email), PASSWORD);
    return step(user, (callbacks) => user.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'));
  };
  expect(await sendCode()).toMatchObject({ kind: 'session' });
  await expect(sendCode()).rejects.toMatchObject({ code: 'ExpiredCodeException' });
});

it.each([64, 256])('a password of %i characters signs in, and not without its last one', async (length) => {
  const email = `long-${length}@listener.test`;
  const password = `Listen 2026 ${'é'.repeat(length)}`.slice(0, length);
  await running.pool.ensureUser({ email, name: 'Ada', password });
  expect(await signIn(userOf(running.endpoint, email), password)).toMatchObject({ kind: 'session' });
  await expect(signIn(userOf(running.endpoint, email), password.slice(0, -1))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});
