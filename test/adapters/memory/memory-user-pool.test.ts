import { describe, expect, test } from 'vitest';

import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryRegistration } from '../../../src/adapters/memory/session/memory-registration.ts';
import { MemoryUserPool } from '../../../src/adapters/memory/session/memory-user-pool.ts';

const ADA = { email: 'Ada@listener.test', password: 'Listen-2026!' };
const BEN = { email: 'ben@listener.test', password: 'Listen-2026!' };

const make = () => {
  const clock = new MemoryClock();
  return { clock, pool: new MemoryUserPool(clock, [ADA, BEN]) };
};

describe('MemoryUserPool', () => {
  test('has only the given accounts', () => {
    const pool = new MemoryUserPool(new MemoryClock());
    expect(pool.account(ADA.email)).toBeNull();
    expect(pool.codeFor(ADA.email)).toBeNull();
    expect(pool.owner('access-1')).toBeNull();
  });

  test('ignores case in an address', () => {
    const { pool } = make();
    expect(pool.account(' ADA@LISTENER.TEST ')).toEqual(ADA);
    pool.sendCode(' ADA@listener.test');
    expect(pool.codeFor('ada@LISTENER.test ')).toMatch(/^\d{6}$/u);
    pool.remove(' ada@listener.TEST ');
    expect(pool.account(ADA.email)).toBeNull();
    expect(pool.account(BEN.email)).toEqual(BEN);
  });

  test('sends a new code and issues new tokens each time', () => {
    const { pool } = make();
    const codes = [1, 2, 3].map(() => {
      pool.sendCode(ADA.email);
      return pool.codeFor(ADA.email);
    });
    expect(codes).toEqual(['100001', '100002', '100003']);
    const issued = [pool.issue(ADA.email), pool.issue(BEN.email)];
    const tokens = issued.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
    const renewed = pool.renew(issued[0]?.refreshToken ?? '');
    if ('accessToken' in renewed) tokens.push(renewed.accessToken);
    expect(tokens).toEqual(['access-5', 'refresh-4', 'access-7', 'refresh-6', 'access-8']);
  });

  test('issues tokens with its lifetime to their owner', () => {
    const { clock, pool } = make();
    const tokens = pool.issue(ADA.email);
    expect(tokens.expiresAt).toBe(clock.now() + 3_600_000);
    expect(pool.owner(tokens.accessToken)).toEqual(ADA);
    expect(pool.owner('access-of-nobody')).toBeNull();
  });

  test('ends the sessions of one listener, and reports the reason', () => {
    const { pool } = make();
    const [ada, ben] = [pool.issue(ADA.email), pool.issue(BEN.email)];
    pool.endSessions(ADA.email);
    expect(pool.renew(ada.refreshToken)).toEqual({ revoked: 'Refresh Token has been revoked' });
    expect(pool.owner(ada.accessToken)).toBeNull();
    expect(pool.owner(ben.accessToken)).toEqual(BEN);
    expect(pool.renew(ben.refreshToken)).toMatchObject({ refreshToken: ben.refreshToken });
    expect(pool.renew('refresh-of-nobody')).toEqual({ revoked: 'Invalid Refresh Token' });
  });

  test("ends every session of a token's owner, and none for an unknown token", () => {
    const { pool } = make();
    const [one, other, ben] = [pool.issue(ADA.email), pool.issue(ADA.email), pool.issue(BEN.email)];
    pool.endSessionsOf('access-of-nobody');
    expect(pool.owner(one.accessToken)).toEqual(ADA);
    pool.endSessionsOf(one.accessToken);
    expect([one, other, ben].map(({ accessToken }) => pool.owner(accessToken))).toEqual([null, null, BEN]);
  });

  test('revokes one session, and keeps the first reason', () => {
    const { pool } = make();
    const [one, other] = [pool.issue(ADA.email), pool.issue(ADA.email)];
    pool.revoke(one.refreshToken);
    expect(pool.renew(one.refreshToken)).toEqual({ revoked: 'Refresh Token has been revoked' });
    expect(pool.owner(other.accessToken)).toEqual(ADA);
    pool.remove(ADA.email);
    pool.revoke(other.refreshToken);
    expect(pool.renew(other.refreshToken)).toEqual({ revoked: 'User does not exist.' });
    pool.revoke('refresh-of-nobody');
  });

  test("changes an account's address, with its own sessions only", () => {
    const { pool } = make();
    pool.keep({ ...BEN, name: 'Ben' });
    const [ada, ben] = [pool.issue(ADA.email), pool.issue(BEN.email)];
    pool.readdress(' BEN@listener.test ', ' benno@listener.test ');
    expect(pool.account(BEN.email)).toBeNull();
    const benno = { ...BEN, name: 'Ben', email: 'benno@listener.test' };
    expect(pool.account(benno.email)).toEqual(benno);
    expect(pool.owner(ben.accessToken)).toEqual(benno);
    expect(pool.owner(ada.accessToken)).toEqual(ADA);
    pool.readdress('nobody@listener.test', 'somebody@listener.test');
    expect(pool.account('somebody@listener.test')).toBeNull();
    pool.endSessions(benno.email);
    expect(pool.owner(ben.accessToken)).toBeNull();
  });
});

describe('MemoryRegistration', () => {
  const wren = { email: ' wren@listener.test ', password: 'Listen-2026!', firstName: 'Wren' };

  test('stores the account by its address, with the name', async () => {
    const { pool } = make();
    await new MemoryRegistration(pool).signUp(wren);
    expect(pool.account('wren@listener.test')).toEqual({
      email: 'wren@listener.test',
      password: wren.password,
      name: 'Wren',
      isConfirmed: false,
    });
  });

  test('fails if the pool is unreachable, and refuses codes of a deleted account', async () => {
    const { pool } = make();
    const registration = new MemoryRegistration(pool);
    pool.isUnreachable = true;
    const unreachable = { ok: false, error: { kind: 'unreachable', message: 'Network Error' } };
    expect(await registration.signUp(wren)).toEqual(unreachable);
    expect(await registration.resendResetCode(wren.email)).toEqual(unreachable);
    expect(pool.account(wren.email)).toBeNull();
    pool.isUnreachable = false;
    await registration.resendResetCode(wren.email);
    const confirmation = { email: wren.email, code: pool.codeFor(wren.email) ?? '' };
    expect(await registration.confirmSignUp(confirmation)).toEqual({
      ok: false,
      error: {
        kind: 'refused',
        message: 'Invalid verification code provided, please try again.',
        field: 'code',
      },
    });
  });
});
