import { describe, expect, test, vi } from 'vitest';
import { Session } from '../../../src/application/session/session.ts';
import { SignUp } from '../../../src/application/session/sign-up.ts';
import { ListenerData } from '../../../src/application/session/listener-data.ts';
import { SessionEndState } from '../../../src/application/session/session-end-state.ts';
import { SignOut } from '../../../src/application/session/sign-out.ts';
import { HostedSession } from '../../../src/application/session/hosted-session.ts';
import { PlayAudio } from '../../../src/application/playback/play-audio.ts';
import { RefreshUser } from '../../../src/application/session/refresh-user.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { RegisterAccount } from '../../../src/application/session/register-account.ts';
import { failed } from '../../../src/domain/result.ts';
import { seconds } from '../../../src/domain/time.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const visiting = (): Harness => new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER });

const signedIn = async (): Promise<Harness> => {
  const harness = visiting();
  await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
  return harness;
};

describe('signing in', () => {
  test('fetches the listener, and reports to analytics, messaging and the provider (SES-19, SES-18, ANA-2)', async () => {
    const harness = await signedIn();
    expect(harness.user.firstName).toBe('Ada');
    expect(harness.user.listener).toEqual({ kind: 'known', user: SUBSCRIBER });
    expect(harness.analytics.user.id).toBe(SUBSCRIBER.id);
    expect(harness.messaging.userId).toBe(SUBSCRIBER.id);
    expect(harness.analytics.events.map((event) => event.name)).toEqual(['Signed In']);
    expect(harness.api.users.loginAttempts).toEqual([{ email: EMAIL, success: true }]);
    expect(await harness.get(Session).check()).toBe('signed-in');
  });

  test('sends the events of the sign-in with the id of the user', async () => {
    const harness = await signedIn();
    expect(harness.analytics.sent).toMatchObject([{ name: 'Signed In', userId: SUBSCRIBER.id }]);
  });

  test('sends the events with the id also if the user becomes known later', async () => {
    const harness = visiting();
    harness.api.faults.failNext('users.me', 'unreachable');
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(harness.analytics.sent).toEqual([]);
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.analytics.sent).toMatchObject([{ name: 'Signed In', userId: SUBSCRIBER.id }]);
  });

  test('clears the cached responses of an earlier listener (SES-19)', async () => {
    const harness = visiting();
    harness.cache.store('GET /browse');
    await harness.get(SignIn).withPassword({ email: EMAIL, password: 'wrong' });
    expect(harness.cache.names, 'after a refused sign-in').toEqual(['GET /browse']);
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(harness.cache.names).toEqual([]);
  });

  test('with a wrong password reports the attempt to the provider only (SES-18)', async () => {
    const harness = visiting();
    const step = await harness.get(SignIn).withPassword({ email: EMAIL, password: 'wrong' });
    expect(step).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(harness.api.users.loginAttempts).toEqual([{ email: EMAIL, success: false }]);
    expect(harness.analytics.events).toEqual([]);
    expect(harness.user.isSignedIn).toBe(false);
  });

  test('reports the e-mail address of the sign-in that succeeds, although a second sign-in was started with another one', async () => {
    const harness = visiting();
    const first = harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    const second = await harness
      .get(SignIn)
      .withPassword({ email: 'other@listener.test', password: PASSWORD });
    expect(second).toMatchObject({ ok: false, error: { kind: 'busy' } });
    expect(await first).toMatchObject({ ok: true });
    expect(harness.api.users.loginAttempts).toEqual([{ email: EMAIL, success: true }]);
  });

  test('with an empty field reports no attempt (SES-18)', async () => {
    const harness = visiting();
    const step = await harness.get(SignIn).withPassword({ email: '', password: PASSWORD });
    expect(step).toMatchObject({ ok: false, error: { field: 'email', message: 'Username cannot be empty' } });
    expect(harness.api.users.loginAttempts).toEqual([]);
  });

  test('with values that the service does not accept reports the attempt to the provider', async () => {
    const harness = visiting();
    vi.spyOn(harness.auth, 'signIn').mockResolvedValue(
      failed({ kind: 'invalid-input', message: '1 validation error detected' }),
    );
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(harness.api.users.loginAttempts).toEqual([{ email: EMAIL, success: false }]);
  });

  test('keeps the session when the listener cannot be fetched, and fetches again on the next route', async () => {
    const harness = visiting();
    harness.api.faults.failNext('users.me', 'unreachable');
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(harness.user.isSignedIn).toBe(false);
    expect(await harness.get(Session).check()).toBe('signed-in');
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.isSignedIn).toBe(true);
  });

  test("discards the player of another listener, and keeps the listener's own (PLAY-22)", async () => {
    for (const [owner, isKept] of [
      [userId('somebody-else'), false],
      [SUBSCRIBER.id, true],
    ] as const) {
      const harness = visiting();
      await harness.get(PlayAudio).play(QUIET_MIND);
      await harness.passes(3);
      const store = { ...harness.player.store, userId: owner };
      harness.player.reset();
      harness.player.restore(store, seconds(3));
      await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
      expect(harness.player.isPresent).toBe(isKept && store.currentAudio !== null);
    }
  });
});

describe('the user refresh on a route change', () => {
  test.each(['unauthorized', 'forbidden', 'not-found'] as const)(
    'resets the user store on %s (SES-69)',
    async (kind) => {
      const harness = await signedIn();
      harness.api.faults.failNext('users.me', kind);
      await harness.get(RefreshUser).refreshOnRouteChange();
      expect(harness.user.user).toEqual(NOBODY);
    },
  );

  test.each([
    'unreachable',
    'timeout',
    'server',
    'rate-limited',
    'rejected',
    'cancelled',
    'no-session',
    'malformed',
  ] as const)('keeps the user store on %s (SES-69)', async (kind) => {
    const harness = await signedIn();
    harness.api.faults.failNext('users.me', kind);
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.user).toEqual(SUBSCRIBER);
  });

  test('fetches the known listener, and identifies them to messaging (SES-68)', async () => {
    const harness = await signedIn();
    harness.user.changeProfile({ name: 'Somebody' });
    harness.messaging.reset();
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.user).toEqual(SUBSCRIBER);
    expect(harness.messaging.userId).toBe(SUBSCRIBER.id);
  });

  test('fetches again after the provider has said that there is no such listener', async () => {
    const harness = await signedIn();
    harness.api.faults.failNext('users.me', 'forbidden');
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.user).toEqual(NOBODY);
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.user).toEqual(SUBSCRIBER);
  });

  test('ignores a response that arrives after the sign-out (SES-70)', async () => {
    const harness = await signedIn();
    harness.api.faults.delay = 500 as typeof harness.api.faults.delay;
    const refreshing = harness.get(RefreshUser).refreshOnRouteChange();
    harness.get(SignOut).signOut();
    await harness.passes(1);
    await refreshing;
    expect(harness.user.user).toEqual(NOBODY);
  });

  test('does not use a response that arrives after the sign-out for the next listener (SES-70)', async () => {
    const harness = visiting();
    harness.api.faults.delay = 500 as typeof harness.api.faults.delay;
    const first = harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await harness.passes(0);
    harness.get(SignOut).signOut();
    await harness.passes(1);
    await first;
    expect(harness.user.user).toEqual(NOBODY);
  });

  test('fetches again when another listener signs in', async () => {
    const harness = await signedIn();
    harness.get(SignOut).signOut();
    harness.api.faults.failNext('users.me', 'server');
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(harness.user.isSignedIn).toBe(false);
    await harness.get(RefreshUser).refreshOnRouteChange();
    expect(harness.user.isSignedIn).toBe(true);
  });
});

describe('signing out', () => {
  test('reports the listening, and deletes all data of the listener (SES-41)', async () => {
    const harness = await signedIn();
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(12);
    harness.cache.store('GET /browse');
    harness.get(SignOut).signOut();
    await harness.passes(0);
    expect(harness.api.playback.reports).toMatchObject([{ id: LONG_BOOK.id, chapterPosition: 12_000 }]);
    expect(harness.api.playback.royalties).toHaveLength(1);
    expect(harness.user.user).toEqual(NOBODY);
    expect(harness.player.isPresent).toBe(false);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.cache.names).toEqual([]);
    expect(harness.analytics.user).toEqual(NOBODY);
    expect(harness.messaging.userId).toBeNull();
    expect(harness.auth.hasSession()).toBe(false);
    expect(await harness.get(Session).check()).toBe('signed-out');
  });

  test('deletes all data of the listener before the click handler returns, also without a network (SES-40)', async () => {
    const harness = new Harness({ items: [LONG_BOOK], user: SUBSCRIBER, asPage: true });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    await harness.get(PlayAudio).play(LONG_BOOK);
    await harness.passes(12);
    harness.network.goOffline();
    harness.pool.isUnreachable = true;
    harness.services.signOut.signOut();
    expect(harness.auth.hasSession()).toBe(false);
    expect(harness.user.user).toEqual(NOBODY);
    expect(harness.player.isPresent).toBe(false);
    expect(harness.output.isPlaying).toBe(false);
    expect(harness.store.keys().filter((key) => key.startsWith('store.'))).toEqual([]);
  });
});

describe('a session that the service has ended', () => {
  test('shows the reason in every tab, until the listener has signed in and out again (SES-37, SES-44)', async () => {
    const harness = new Harness({ items: [], user: SUBSCRIBER, asPage: true });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    const tab = new Harness({ items: [], beside: harness, asPage: true });
    const reasons = () => [harness, tab].map(({ services }) => services.sessionEnd.reason);
    expect(reasons()).toEqual([null, null]);
    harness.pool.endSessions(EMAIL);
    await harness.passes(3600);
    expect(await harness.get(Session).check()).toBe('signed-out');
    const [reason] = reasons();
    expect(reason).toMatch(/revoked/u);
    expect(reasons()).toEqual([reason, reason]);
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    harness.services.signOut.signOut();
    expect(reasons()).toEqual([null, 'The user is not authenticated']);
  });
});

describe('a session that cannot be checked', () => {
  test('is unknown, keeps its tokens, and is known again without a new sign-in (SES-5)', async () => {
    const harness = await signedIn();
    harness.pool.isUnreachable = true;
    await harness.passes(3600);
    expect(await harness.get(Session).check()).toBe('unknown');
    expect(harness.auth.hasSession()).toBe(true);
    const awaited = harness.get(Session).waitForCheck(new AbortController().signal);
    await harness.passes(5);
    harness.pool.isUnreachable = false;
    await harness.passes(5);
    expect(await awaited).toBe('signed-in');
  });
});

describe('creating an account', () => {
  test('registers, confirms, signs in, then reports the account to the provider (SES-60, ANA-1)', async () => {
    const harness = visiting();
    const create = harness.get(SignUp);
    const account = { email: 'grace@listener.test', password: 'another horse', firstName: 'Grace' };
    expect(await create.create(account)).toMatchObject({ ok: true, value: { kind: 'confirmation-needed' } });
    expect(await create.confirm('000000')).toMatchObject({ ok: false });
    const confirmed = await create.confirm(harness.pool.codeFor(account.email) ?? '');
    expect(confirmed).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
    expect(harness.user.firstName).toBe('Grace');
    expect(harness.analytics.events.map((event) => event.name)).toEqual(['Account Created', 'Signed In']);
    expect(harness.analytics.sent.map(({ userId: id }) => id)).toEqual([account.email, account.email]);
    expect(harness.store.keys().join()).not.toContain('unconfirmed');
  });

  test('takes the name from the address if none was given', async () => {
    const harness = visiting();
    const create = harness.get(SignUp);
    await create.create({ email: 'grace@listener.test', password: 'another horse', firstName: ' ' });
    await create.confirm(harness.pool.codeFor('grace@listener.test') ?? '');
    expect(harness.user.firstName).toBe('grace');
  });

  test('signs in automatically once the account is confirmed by its link (SES-54)', async () => {
    const harness = visiting();
    const create = harness.get(SignUp);
    const account = { email: 'grace@listener.test', password: 'another horse', firstName: 'Grace' };
    await create.create(account);
    const confirmed = create.waitForConfirmation(new AbortController().signal);
    await harness.passes(10);
    harness.pool.keep({ ...account, isConfirmed: true });
    await harness.passes(5);
    expect(await confirmed).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
    expect(harness.user.firstName).toBe('Grace');
    expect(harness.api.users.loginAttempts).toEqual([{ email: account.email, success: true }]);
  });

  describe('with a mistyped address', () => {
    const mistyped = { email: 'grace@listner.test', password: 'another horse', firstName: 'Grace' };

    test('registers the corrected address with the same name and password (SES-57)', async () => {
      const harness = visiting();
      const create = harness.get(SignUp);
      await create.create(mistyped);
      const corrected = 'grace@listener.test';
      expect(await create.changeEmail(corrected)).toEqual({
        ok: true,
        value: { kind: 'confirmation-needed' },
      });
      const code = harness.pool.codeFor(corrected) ?? '';
      expect(await create.confirm(code)).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
      expect(harness.user.firstName).toBe('Grace');
      expect(harness.user.user.email).toBe(corrected);
    });

    test('can still confirm the first address if the corrected one is refused', async () => {
      const harness = visiting();
      const create = harness.get(SignUp);
      await create.create(mistyped);
      expect(await create.changeEmail(EMAIL)).toMatchObject({ error: { kind: 'refused', field: 'email' } });
      expect(await create.confirm(harness.pool.codeFor(mistyped.email) ?? '')).toMatchObject({ ok: true });
    });

    test('sends another code if the address was right', async () => {
      const harness = visiting();
      const create = harness.get(SignUp);
      await create.create(mistyped);
      const sent = harness.pool.codeFor(mistyped.email);
      expect(await create.changeEmail(' Grace@Listner.test')).toMatchObject({ ok: true });
      expect(harness.pool.codeFor(mistyped.email)).not.toBe(sent);
    });

    test('has to start again if no account waits for its confirmation', async () => {
      expect(await visiting().get(SignUp).changeEmail('a@b.c')).toMatchObject({
        error: { message: 'Please start again.' },
      });
    });
  });

  test('takes the name from the corrected address if none was given', async () => {
    const harness = visiting();
    const create = harness.get(SignUp);
    await create.create({ email: 'grcae@listener.test', password: 'another horse', firstName: ' ' });
    await create.changeEmail('grace@listener.test');
    await create.confirm(harness.pool.codeFor('grace@listener.test') ?? '');
    expect(harness.user.firstName).toBe('grace');
  });

  test('continues an interrupted confirmation at the sign-in, with the name that was given (SES-21)', async () => {
    const first = visiting();
    const account = { email: 'grace@listener.test', password: 'another horse', firstName: 'Grace' };
    await first.get(SignUp).create(account);
    const sent = first.pool.codeFor(account.email);
    expect(await first.get(SignIn).withPassword(account)).toMatchObject({ error: { kind: 'unconfirmed' } });

    const { email, password } = account;
    const again = first.get(SignUp);
    expect(await again.resume({ email, password })).toEqual({ ok: true, value: undefined });
    expect(first.pool.codeFor(email)).not.toBe(sent);
    expect(await again.confirm(first.pool.codeFor(email) ?? '')).toMatchObject({ ok: true });
    expect(first.user.firstName).toBe('Grace');
  });
});

describe('the report of a new account to the provider', () => {
  const account = { email: 'grace@listener.test', password: 'another horse', firstName: 'Grace' };
  const created = (harness: Harness) =>
    harness.analytics.events.filter(({ name }) => name === 'Account Created').length;

  test('is sent at the first sign-in, also on a later page (SES-60)', async () => {
    const harness = visiting();
    await harness.get(SignUp).create(account);
    harness.pool.keep({ ...account, isConfirmed: true });
    await harness.get(SignIn).withPassword({ ...account, email: 'Grace@Listener.test' });
    expect(harness.user.firstName).toBe('Grace');
    expect(created(harness)).toBe(1);
    void harness.auth.signOut();
    await harness.get(SignIn).withPassword(account);
    expect(created(harness)).toBe(1);
  });

  test('is sent at the next sign-in if it failed at the first (SES-60)', async () => {
    const harness = visiting();
    const create = harness.get(SignUp);
    await create.create(account);
    harness.api.faults.failNext('users.createAccount', 'server');
    await create.confirm(harness.pool.codeFor(account.email) ?? '');
    expect(created(harness)).toBe(0);
    void harness.auth.signOut();
    await harness.get(SignIn).withPassword(account);
    expect(created(harness)).toBe(1);
    expect(harness.user.firstName).toBe('Grace');
  });

  test('is not sent when somebody else signs in', async () => {
    const harness = visiting();
    await harness.get(SignUp).create(account);
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    expect(created(harness)).toBe(0);
    expect(harness.user.firstName).toBe('Ada');
  });

  test.each(['somebody else signs in', 'a session ends here', 'a week passes'] as const)(
    'leaves no address and no name to the next listener after: %s (SES-61)',
    async (event) => {
      const harness = visiting();
      const left = () =>
        harness.store
          .keys()
          .map((key) => harness.store.get(key))
          .join();
      await harness.get(SignUp).create(account);
      expect(left()).toContain(account.email);
      if (event === 'somebody else signs in') {
        await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
      } else if (event === 'a session ends here') harness.services.signOut.signOut();
      else {
        await harness.passes(7 * 24 * 3600);
        harness.get(RegisterAccount).purgeExpired();
        expect(left()).toContain(account.email);
        await harness.passes(1);
        harness.get(RegisterAccount).purgeExpired();
      }
      expect(left()).not.toMatch(/grace/iu);
    },
  );

  test('removes another account that was created here when somebody signs in by the hosted login', async () => {
    const harness = visiting();
    await harness.get(SignUp).create(account);
    const hosted = harness.get(HostedSession);
    await hosted.goToHostedLogin('/');
    hosted.arrive(harness.hostedLogin.returnQueryFor(EMAIL));
    await harness.get(Session).whenArrived();
    await harness.passes(1);
    expect(harness.store.keys().join()).not.toContain('unconfirmed');
  });

  test('is sent also by a browser that stores nothing', async () => {
    const harness = visiting();
    harness.store.isBlocked = true;
    const create = harness.get(SignUp);
    await create.create(account);
    // The double stores its session in the store.
    harness.store.isBlocked = false;
    await create.confirm(harness.pool.codeFor(account.email) ?? '');
    expect(created(harness)).toBe(1);
  });
});

test('an accepted code is not requested again when only the sign-in failed (SES-54)', async () => {
  const harness = visiting();
  const create = harness.get(SignUp);
  const account = { email: 'grace@listener.test', password: 'another horse', firstName: 'Grace' };
  await create.create(account);
  const code = harness.pool.codeFor(account.email) ?? '';
  const signIn = vi.spyOn(harness.auth, 'signIn');
  signIn.mockResolvedValueOnce({ ok: false, error: { kind: 'unknown', message: 'Authentication Error' } });
  expect(await create.confirm(code)).toMatchObject({ error: { kind: 'unknown' } });
  expect(await create.confirm(code)).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
});

test('sends no code again if no account waits for confirmation', async () => {
  const harness = visiting();
  expect(await harness.get(SignUp).resendCode()).toMatchObject({
    ok: false,
    error: { message: 'Please start again.' },
  });
});

describe('a sign-in that is started again', () => {
  const waitingForCode = async () => {
    const harness = visiting();
    const account = { email: 'grace@listener.test', password: 'another horse', smsCode: '123456' };
    harness.pool.keep(account);
    await harness.get(SignIn).withPassword(account);
    return harness;
  };

  test('ignores the pending response, and reports no attempt (SES-16)', async () => {
    const harness = await waitingForCode();
    const signIn = harness.get(SignIn);
    const result = signIn.withCode('123456');
    signIn.startOver();
    const { email, password } = { email: EMAIL, password: PASSWORD };
    expect(await signIn.withPassword({ email, password })).toMatchObject({ value: { kind: 'signed-in' } });
    expect(await result).toMatchObject({ ok: false, error: { kind: 'no-challenge' } });
    expect(harness.user.firstName).toBe('Ada');
    expect(harness.api.users.loginAttempts).toEqual([{ email, success: true }]);
  });
});

describe('a session while something plays', () => {
  const playing = async (): Promise<Harness> => {
    const hours = () => seconds(20_000);
    const harness = new Harness({ items: [QUIET_MIND, LONG_BOOK], user: SUBSCRIBER, durationOf: hours });
    await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
    harness.output.events.subscribe(() => harness.get(Session).keep());
    await harness.get(PlayAudio).play(LONG_BOOK);
    return harness;
  };

  test('is renewed before its end, without another call (SES-30)', async () => {
    const harness = await playing();
    await harness.passes(3540);
    expect(harness.pool.renewals).toBe(0);
    await harness.passes(50);
    expect(harness.pool.renewals).toBe(1);
  });

  test('is requested again until the service can be reached, and is not ended in the meantime (SES-6, SES-30)', async () => {
    const harness = await playing();
    harness.pool.isUnreachable = true;
    await harness.passes(3700);
    expect(harness.auth.hasSession()).toBe(true);
    harness.pool.isUnreachable = false;
    await harness.passes(10);
    expect(harness.pool.renewals).toBe(1);
    expect(harness.output.isPlaying).toBe(true);
  });

  test('is not renewed while nothing plays (SES-30)', async () => {
    const harness = await signedIn();
    harness.output.events.subscribe(() => harness.get(Session).keep());
    await harness.passes(7200);
    expect(harness.pool.renewals).toBe(0);
  });
});

describe('the hosted login', () => {
  test('delays session checks until its result is known, and then signs in', async () => {
    const harness = visiting();
    const hosted = harness.get(HostedSession);
    harness.cache.store('GET /browse');
    expect(hosted.arrive('?from=%2Flibrary')).toBeNull();
    await hosted.goToHostedLogin('/library');
    expect(hosted.arrive(harness.hostedLogin.returnQueryFor(EMAIL))).toEqual({ onwards: '/library' });
    expect(await harness.get(Session).check()).toBe('signed-in');
    await harness.passes(0);
    expect(harness.user.firstName).toBe('Ada');
    expect(harness.analytics.events).toContainEqual({ name: 'Signed In', properties: { method: 'hosted' } });
    expect(harness.analytics.sent).toMatchObject([{ name: 'Signed In', userId: SUBSCRIBER.id }]);
    // Every attempt is reported. By now the listener is known.
    expect(harness.api.users.loginAttempts).toEqual([{ email: SUBSCRIBER.email, success: true }]);
    expect(harness.cache.names).toEqual([]);
    expect(harness.get(Session).takeArrivalFailure()).toBeNull();
  });

  test('signs nobody in by a result that this browser did not request, and shows one message', async () => {
    const harness = visiting();
    const hosted = harness.get(HostedSession);
    expect(hosted.arrive(harness.hostedLogin.returnQueryFor(EMAIL))).toEqual({ onwards: null });
    expect(await harness.get(Session).check()).toBe('signed-out');
    expect(harness.get(Session).takeArrivalFailure()?.message).toBe('Invalid state in OAuth flow');
    expect(harness.get(Session).takeArrivalFailure()).toBeNull();
  });

  test('is signed out too; if its page does not open, a notice says so after 3 seconds (SES-50)', async () => {
    const harness = visiting();
    const hosted = harness.get(HostedSession);
    await hosted.goToHostedLogin('/');
    hosted.arrive(harness.hostedLogin.returnQueryFor(EMAIL));
    await harness.get(Session).whenArrived();
    harness.get(SignOut).signOut();
    await harness.passes(2);
    expect(harness.hostedLogin.hasLeft).toBe(true);
    expect(harness.notices).toEqual([]);
    await harness.passes(2);
    expect(harness.notices).toEqual(['Signout timeout fail']);
  });

  const signedInThere = async (harness: Harness): Promise<void> => {
    const hosted = harness.get(HostedSession);
    await hosted.goToHostedLogin('/');
    hosted.arrive(harness.hostedLogin.returnQueryFor(EMAIL));
    await harness.get(Session).whenArrived();
  };

  test('is signed out as soon as its code has loaded', async () => {
    const harness = visiting();
    await signedInThere(harness);
    const signOut = new SignOut(
      harness.auth,
      harness.get(ListenerData),
      harness.cache,
      harness.analytics,
      harness.messaging,
      harness.get(SessionEndState),
    );
    signOut.signOut();
    expect(harness.auth.hasSession()).toBe(false);
    await harness.passes(60);
    let hasLeft = false;
    signOut.setLazyParts({
      reportLast: async () => Promise.resolve(),
      leaveHostedLogin: async () => {
        hasLeft = true;
        return Promise.resolve();
      },
    });
    expect(hasLeft).toBe(true);
  });

  test('is signed out when the network is back, unless somebody has signed in again (SES-51)', async () => {
    for (const comesBack of [false, true]) {
      const harness = visiting();
      await signedInThere(harness);
      harness.network.goOffline();
      harness.get(SignOut).signOut();
      await harness.passes(60);
      expect(harness.hostedLogin.hasLeft).toBe(false);
      if (comesBack) await harness.get(SignIn).withPassword({ email: EMAIL, password: PASSWORD });
      harness.network.goOnline();
      await harness.passes(1);
      expect(harness.hostedLogin.hasLeft).toBe(!comesBack);
    }
  });

  test('is not signed out if the listener signed in by password', async () => {
    const harness = await signedIn();
    harness.get(SignOut).signOut();
    await harness.passes(5);
    expect(harness.hostedLogin.hasLeft).toBe(false);
  });
});
