import { describe, expect, test } from 'vitest';

import { MemoryAuth } from '../../../src/adapters/memory/session/memory-auth.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryUserPool } from '../../../src/adapters/memory/session/memory-user-pool.ts';
import type { MemoryAccount } from '../../../src/adapters/memory/session/memory-user-pool.ts';

const PASSWORD = 'Listen-2026!';
const LISTENER = { email: 'wren@listener.test', password: PASSWORD };
const SIGNED_IN = { ok: true, value: { kind: 'signed-in' } };
const GIVEN_UP = {
  ok: false,
  error: { kind: 'refused', message: 'Please use your credentials to sign in' },
};

const make = (account: Partial<MemoryAccount> = {}) => {
  const clock = new MemoryClock();
  const pool = new MemoryUserPool(clock, [{ ...LISTENER, ...account }]);
  const store = new MemoryKeyValueStore();
  return { clock, pool, store, auth: new MemoryAuth(pool, store, clock) };
};

/** Waits until an account is confirmed by its link, and records the outcome. */
const startWaiting = ({ auth }: ReturnType<typeof make>) => {
  const controller = new AbortController();
  const outcomes: unknown[] = [];
  void auth.signInOnceConfirmed(LISTENER, controller.signal).then((outcome) => outcomes.push(outcome));
  return { controller, outcomes };
};

describe('MemoryAuth waits for an account that is confirmed by a link', () => {
  test('tries every 5 seconds until the sign-in succeeds', async () => {
    const fixture = make({ isConfirmed: false });
    const { outcomes } = startWaiting(fixture);
    await fixture.clock.advanceAsync(12_000);
    fixture.pool.keep({ ...LISTENER, isConfirmed: true });
    await fixture.clock.advanceAsync(2_999);
    expect([outcomes, fixture.auth.hasSession()]).toEqual([[], false]);
    await fixture.clock.advanceAsync(1);
    expect([outcomes, fixture.auth.hasSession()]).toEqual([[SIGNED_IN], true]);
  });

  test('continues while the pool cannot be reached', async () => {
    const fixture = make();
    const { outcomes } = startWaiting(fixture);
    fixture.pool.isUnreachable = true;
    await fixture.clock.advanceAsync(30_000);
    expect(outcomes).toEqual([]);
    fixture.pool.isUnreachable = false;
    await fixture.clock.advanceAsync(5000);
    expect(outcomes).toEqual([SIGNED_IN]);
  });

  test('gives up after 3 minutes', async () => {
    const fixture = make({ isConfirmed: false });
    const { outcomes } = startWaiting(fixture);
    await fixture.clock.advanceAsync(179_999);
    expect(outcomes).toEqual([]);
    await fixture.clock.advanceAsync(1);
    expect(outcomes).toEqual([GIVEN_UP]);
  });

  test('gives up at once if the password is wrong', async () => {
    const fixture = make({ password: 'Another-2026!' });
    const { outcomes } = startWaiting(fixture);
    await fixture.clock.advanceAsync(5000);
    expect(outcomes).toEqual([GIVEN_UP]);
  });

  test('signs in nobody after its caller cancelled', async () => {
    const fixture = make();
    const { controller, outcomes } = startWaiting(fixture);
    await fixture.clock.advanceAsync(4000);
    controller.abort();
    await fixture.clock.advanceAsync(1000);
    expect([outcomes, fixture.auth.hasSession()]).toEqual([[GIVEN_UP], false]);
  });
});

describe('MemoryAuth', () => {
  test('has fixed messages for refused sign-ins', async () => {
    const { auth } = make({ isConfirmed: false, smsCode: '161803' });
    const messageOf = async (step: ReturnType<MemoryAuth['signIn']>) => {
      const result = await step;
      return result.ok ? '' : result.error.message;
    };
    expect(await messageOf(auth.signIn({ ...LISTENER, password: 'wrong' }))).toBe(
      'Incorrect username or password.',
    );
    expect(await messageOf(auth.signIn(LISTENER))).toBe('User is not confirmed.');
    expect(await messageOf(auth.answerCode('1'))).toBe('This step has expired. Please sign in again.');
  });

  test('renews a session 30 seconds before it expires, and not earlier', async () => {
    const { auth, clock, pool } = make();
    await auth.signIn(LISTENER);
    clock.advance(pool.lifetime - 30_001);
    await auth.session();
    expect(pool.renewals).toBe(0);
    clock.advance(1);
    expect((await auth.session()).ok).toBe(true);
    expect(pool.renewals).toBe(1);
  });

  test('accepts a new password of 8 characters', async () => {
    const { auth } = make({ needsNewPassword: true });
    await auth.signIn(LISTENER);
    expect(await auth.answerNewPassword('1234567')).toMatchObject({ ok: false });
    expect(await auth.answerNewPassword('12345678')).toEqual(SIGNED_IN);
  });

  test('ignores spaces around a code or a response', async () => {
    const { auth } = make({ setupCode: '271828', customAnswer: 'forty-two' });
    await auth.signIn(LISTENER);
    expect(await auth.answerCustom(' forty-two ')).toMatchObject({ ok: true });
    expect(await auth.answerCode(' 271828 ')).toEqual(SIGNED_IN);
    await auth.signIn(LISTENER);
    await auth.answerCustom('forty-two');
    expect(await auth.answerCode('271828'), 'the code of the authenticator at the next sign-in').toEqual(
      SIGNED_IN,
    );
  });

  test('revokes the session at sign-out, also for a copy of its store', async () => {
    const { auth, clock, pool, store } = make();
    await auth.signIn(LISTENER);
    const copy = new MemoryKeyValueStore();
    for (const key of store.keys()) copy.set(key, store.get(key) ?? '');
    const elsewhere = new MemoryAuth(pool, copy, clock);
    const endings: unknown[] = [];
    elsewhere.ended.subscribe((ending) => endings.push(ending));
    await auth.signOut();
    clock.advance(pool.lifetime);
    const ended = { message: 'Refresh Token has been revoked' };
    expect(await elsewhere.session()).toEqual({ ok: false, error: { kind: 'ended', ...ended } });
    expect(endings).toEqual([ended]);
  });

  test('signs out without an error when nobody is signed in', async () => {
    const { auth } = make();
    await auth.signOut();
    expect(auth.hasSession()).toBe(false);
  });

  test('reports why the session ended when it cannot sign out everywhere', async () => {
    const { auth, clock, pool } = make();
    await auth.signIn(LISTENER);
    pool.endSessions(LISTENER.email, 'User is disabled.');
    clock.advance(pool.lifetime);
    expect(await auth.signOutEverywhere()).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'User is disabled.' },
    });
  });

  test('treats an unreadable session as none', async () => {
    const { auth, store } = make();
    await auth.signIn(LISTENER);
    const [key = ''] = store.keys();
    store.set(key, 'half');
    expect(auth.hasSession()).toBe(false);
    expect(await auth.session()).toEqual({ ok: false, error: { kind: 'none' } });
  });

  test('reports each ending once, whatever other tabs write', async () => {
    const { auth, pool, clock, store } = make();
    const other = store.inAnotherTab();
    const endings: unknown[] = [];
    auth.ended.subscribe((ending) => endings.push(ending));
    await auth.signIn(LISTENER);
    other.set('volume', '1');
    expect(endings, 'while the session is valid').toEqual([]);
    await new MemoryAuth(pool, other, clock).signOut();
    other.set('volume', '2');
    expect(endings).toEqual([{ message: 'The user is not authenticated' }]);
    await auth.signIn(LISTENER);
    await auth.signOut();
    other.set('volume', '3');
    expect(endings, 'after its own sign-out').toHaveLength(1);
  });

  test('adopts a given listener, and abandons the sign-in of another one', async () => {
    const { auth } = make({ smsCode: '161803' });
    await auth.signIn(LISTENER);
    auth.adopt('ada@listener.test');
    expect(auth.hasSession()).toBe(true);
    expect(await auth.answerCode('161803')).toMatchObject({ error: { kind: 'no-challenge' } });
  });
});
