import { beforeEach, describe, expect, test } from 'vitest';
import { addLoginAttempt, purgeLoginAttempts } from '../../../server/members/audit.ts';
import { signedOut, useProvider } from '../support/provider.ts';

const provider = useProvider();
const DAY = 86_400_000;

const stored = () =>
  provider()
    .db.selectFrom('login_attempts')
    .select(['email', 'success', 'attempted_at'])
    .orderBy('id')
    .execute();

beforeEach(async () => {
  await provider().db.deleteFrom('login_attempts').execute();
});

describe('sign-in attempts', () => {
  test('are stored without a session, each with its address and its outcome', async () => {
    const nobody = signedOut(provider().origin);
    for (const success of [false, true]) {
      const response = await nobody.post('/user/login_attempts', { email: 'Free@listener.test', success });
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ok: true } });
    }
    expect((await stored()).map(({ email, success }) => [email, success])).toEqual([
      ['free@listener.test', false],
      ['free@listener.test', true],
    ]);
  });

  test('of one address are stored up to the newest twenty', async () => {
    const { db } = provider();
    await addLoginAttempt(db, { email: 'other@listener.test', success: true }, 1);
    for (let at = 1; at <= 30; at += 1) {
      await addLoginAttempt(db, { email: 'free@listener.test', success: false }, at);
    }
    const rows = await stored();
    expect(rows.map(({ email }) => email).filter((email) => email.startsWith('other'))).toHaveLength(1);
    const times = rows.filter(({ email }) => email.startsWith('free')).map((row) => row.attempted_at);
    expect(times).toEqual(Array.from({ length: 20 }, (_, at) => at + 11));
  });

  test('are deleted after ninety days', async () => {
    const { db } = provider();
    await addLoginAttempt(db, { email: 'old@listener.test', success: false }, 0);
    await addLoginAttempt(db, { email: 'new@listener.test', success: false }, 2 * DAY);
    await purgeLoginAttempts(db, 91 * DAY);
    expect((await stored()).map(({ email }) => email)).toEqual(['new@listener.test']);
  });

  test('of new addresses are stored up to a limit', async () => {
    const { db } = provider();
    for (let at = 1; at <= 8; at += 1) {
      await addLoginAttempt(db, { email: `a${at}@listener.test`, success: false }, at);
    }
    await purgeLoginAttempts(db, 9, 3);
    expect((await stored()).map(({ email }) => email)).toEqual([6, 7, 8].map((at) => `a${at}@listener.test`));
  });

  test('above a rate from one machine are refused, with the time of the next try', async () => {
    const nobody = signedOut(provider().origin);
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        nobody.post('/user/login_attempts', { email: `b${at}@listener.test`, success: false }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => /^[12]$/.test(headers.get('retry-after') ?? ''))).toBe(true);
    expect(await stored()).toHaveLength(responses.length - refused.length);
    // Meanwhile, other requests are accepted.
    expect((await nobody.post('/user/forgot_password', { email: 'nobody@listener.test' })).status).toBe(200);
  });
});
