// Proves SES-99.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, pressButton, session, signIn, userOf } from './client.ts';
import { PASSWORD, type RunningPool, runPool } from './harness.ts';

// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

async function seeded(email: string, extra: object = {}): Promise<string> {
  await running.pool.ensureUser({ email, name: 'Ada Lovelace', password: PASSWORD, ...extra });
  return email;
}

describe('signing in with the client library', () => {
  it('compares e-mail addresses without regard to case', async () => {
    await seeded('case@listener.test');
    await expect(session(userOf(running.endpoint, 'CASE@Listener.Test'), PASSWORD)).resolves.toBeDefined();
  });

  it('signs in repeatedly, with salts and values of any length', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = await seeded(`round-${round}@listener.test`);
      await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
    }
  }, 60_000);
});

describe('creating an account with the client library', () => {
  it('confirms by the button behind the link that was sent, once; opening the link changes nothing', async () => {
    const email = await seeded('link@listener.test', { state: 'unconfirmed' });
    await call((callback) => userOf(running.endpoint, email).resendConfirmationCode(callback));
    const link = (await running.pool.codesFor(email))[0]?.link ?? '';
    expect(running.log.at(-1)).toContain(link);
    // A mail scanner opens links as often as it likes.
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    const page = await fetch(link);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.* form-action 'self';/u);
    expect(await page.text()).toMatch(/<h1>Confirm your e-mail address<.*<button>Confirm<\/button>/su);
    await expect(signIn(userOf(running.endpoint, email), PASSWORD)).rejects.toMatchObject({
      code: 'UserNotConfirmedException',
    });
    expect(await pressButton(link)).toBe(200);
    expect(await pressButton(link)).toBe(400);
    await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
  });
});
