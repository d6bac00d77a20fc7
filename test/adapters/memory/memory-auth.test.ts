import { describe, expect, test } from 'vitest';

import { MemoryAuth } from '../../../src/adapters/memory/memory-auth.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryUserPool } from '../../../src/adapters/memory/memory-user-pool.ts';
import type { MemoryAccount } from '../../../src/adapters/memory/memory-user-pool.ts';

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

/** Waits for an account that its link confirms, and takes down what came of it. */
const waiting = ({ auth }: ReturnType<typeof make>) => {
  const leaving = new AbortController();
  const outcomes: unknown[] = [];
  void auth.signInOnceConfirmed(LISTENER, leaving.signal).then((outcome) => outcomes.push(outcome));
  return { leaving, outcomes };
};

describe('waiting in memory for an account to be confirmed by its link', () => {
  test('asks every 5 seconds until the listener is let in', async () => {
    const world = make({ isConfirmed: false });
    const { outcomes } = waiting(world);
    await world.clock.run(12_000);
    world.pool.keep({ ...LISTENER, isConfirmed: true });
    await world.clock.run(2_999);
    expect([outcomes, world.auth.hasSession()]).toEqual([[], false]);
    await world.clock.run(1);
    expect([outcomes, world.auth.hasSession()]).toEqual([[SIGNED_IN], true]);
  });

  test('goes on while the pool cannot be asked', async () => {
    const world = make();
    const { outcomes } = waiting(world);
    world.pool.isUnreachable = true;
    await world.clock.run(30_000);
    expect(outcomes).toEqual([]);
    world.pool.isUnreachable = false;
    await world.clock.run(5000);
    expect(outcomes).toEqual([SIGNED_IN]);
  });

  test('gives up after 3 minutes', async () => {
    const world = make({ isConfirmed: false });
    const { outcomes } = waiting(world);
    await world.clock.run(179_999);
    expect(outcomes).toEqual([]);
    await world.clock.run(1);
    expect(outcomes).toEqual([GIVEN_UP]);
  });

  test('gives up at once where the password is another', async () => {
    const world = make({ password: 'Another-2026!' });
    const { outcomes } = waiting(world);
    await world.clock.run(5000);
    expect(outcomes).toEqual([GIVEN_UP]);
  });

  test('lets nobody in who has left meanwhile', async () => {
    const world = make();
    const { leaving, outcomes } = waiting(world);
    await world.clock.run(4000);
    leaving.abort();
    await world.clock.run(1000);
    expect([outcomes, world.auth.hasSession()]).toEqual([[GIVEN_UP], false]);
  });
});

describe('MemoryAuth', () => {
  test('says what it says in words that tests can rely on', async () => {
    const { auth } = make({ isConfirmed: false, smsCode: '161803' });
    const wordsOf = async (step: ReturnType<MemoryAuth['signIn']>) => {
      const result = await step;
      return result.ok ? '' : result.error.message;
    };
    expect(await wordsOf(auth.signIn({ ...LISTENER, password: 'wrong' }))).toBe(
      'Incorrect username or password.',
    );
    expect(await wordsOf(auth.signIn(LISTENER))).toBe('User is not confirmed.');
    expect(await wordsOf(auth.answerCode('1'))).toBe('This step has expired. Please sign in again.');
  });

  test('renews half a minute before a session runs out, and not before', async () => {
    const { auth, clock, pool } = make();
    await auth.signIn(LISTENER);
    clock.advance(pool.lifetime - 30_001);
    await auth.session();
    expect(pool.renewals).toBe(0);
    clock.advance(1);
    expect((await auth.session()).ok).toBe(true);
    expect(pool.renewals).toBe(1);
  });

  test('takes a new password of 8 signs', async () => {
    const { auth } = make({ needsNewPassword: true });
    await auth.signIn(LISTENER);
    expect(await auth.answerNewPassword('1234567')).toMatchObject({ ok: false });
    expect(await auth.answerNewPassword('12345678')).toEqual(SIGNED_IN);
  });

  test('pays no heed to blanks around a code or an answer', async () => {
    const { auth } = make({ setupCode: '271828', customAnswer: 'forty-two' });
    await auth.signIn(LISTENER);
    expect(await auth.answerCustom(' forty-two ')).toMatchObject({ ok: true });
    expect(await auth.answerCode(' 271828 ')).toEqual(SIGNED_IN);
    await auth.signIn(LISTENER);
    await auth.answerCustom('forty-two');
    expect(await auth.answerCode('271828'), 'the code of the authenticator from then on').toEqual(SIGNED_IN);
  });

  test('revokes at sign-out what a copy of its store would go on with', async () => {
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

  test('signs out where nobody is signed in without a word', async () => {
    const { auth } = make();
    await auth.signOut();
    expect(auth.hasSession()).toBe(false);
  });

  test('says why it could not sign out everywhere when the session has ended', async () => {
    const { auth, clock, pool } = make();
    await auth.signIn(LISTENER);
    pool.endSessions(LISTENER.email, 'User is disabled.');
    clock.advance(pool.lifetime);
    expect(await auth.signOutEverywhere()).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'User is disabled.' },
    });
  });

  test('takes a session that it cannot read for none', async () => {
    const { auth, store } = make();
    await auth.signIn(LISTENER);
    const [key = ''] = store.keys();
    store.set(key, 'half');
    expect(auth.hasSession()).toBe(false);
    expect(await auth.session()).toEqual({ ok: false, error: { kind: 'none' } });
  });

  test('tells each ending once, whatever else the other tabs write', async () => {
    const { auth, pool, clock, store } = make();
    const other = store.inAnotherTab();
    const endings: unknown[] = [];
    auth.ended.subscribe((ending) => endings.push(ending));
    await auth.signIn(LISTENER);
    other.set('volume', '1');
    expect(endings, 'while the session lasts').toEqual([]);
    await new MemoryAuth(pool, other, clock).signOut();
    other.set('volume', '2');
    expect(endings).toEqual([{ message: 'The user is not authenticated' }]);
    await auth.signIn(LISTENER);
    await auth.signOut();
    other.set('volume', '3');
    expect(endings, 'after a sign-out of its own').toHaveLength(1);
  });

  test('lets in whom it is told, and gives up what was asked of somebody else', async () => {
    const { auth } = make({ smsCode: '161803' });
    await auth.signIn(LISTENER);
    auth.adopt('ada@listener.test');
    expect(auth.hasSession()).toBe(true);
    expect(await auth.answerCode('161803')).toMatchObject({ error: { kind: 'no-challenge' } });
  });
});
