import { describe, expect, test } from 'vitest';

import { instant } from '../../../src/domain/time.ts';
import type { Auth } from '../../../src/ports/auth.ts';

type Credentials = { readonly email: string; readonly password: string };

/** One browser, and a pool with listeners in every state. */
export type AuthWorld = {
  readonly auth: Auth;
  now(): number;
  /** The same browser after a reload. */
  reloaded(): Auth;
  /** The same browser's other tab. */
  inAnotherTab(): Auth;
  /** Another browser of the same listener. */
  onAnotherDevice(): Auth;
  /** Somebody who signs in by password alone. */
  readonly listener: Credentials;
  readonly withNewPassword: Credentials;
  /** Needs a new password as well, and has no `name`, which the service requires. */
  readonly withoutName: Credentials;
  readonly withAuthenticator: Credentials & { code(): Promise<string> };
  /** Gets codes by SMS. */
  readonly withSms: Credentials & { code(): Promise<string> };
  /** Has to set up an authenticator before anything else. */
  readonly withSetup: Credentials & { code(secret: string): Promise<string> };
  /** Has both second factors, and prefers none. */
  readonly withBoth: Credentials & { code(): Promise<string> };
  /** Is asked by the provider itself, beside the password, where a sign-in begins as `inCustomFlow` does. */
  readonly withCustom: Credentials & { answer(): Promise<string> };
  /** Another browser, whose sign-ins may be asked what the provider itself wants to know. */
  inCustomFlow(): Auth;
  readonly unconfirmed: Credentials;
  setReachable(isReachable: boolean): Promise<void>;
  /** Lets the access token run out; the refresh token stays good. */
  expireAccess(): Promise<void>;
  /** Ends every session of a listener at the service. */
  endSessions(email: string): Promise<void>;
  /** How often the service was asked to renew a session so far. */
  renewals(): Promise<number>;
};

const NONE = { ok: false, error: { kind: 'none' } };
const SIGNED_IN = { ok: true, value: { kind: 'signed-in' } };

const endingsOf = (auth: Auth): { readonly message: string }[] => {
  const heard: { readonly message: string }[] = [];
  auth.ended.subscribe((ending) => heard.push(ending));
  return heard;
};

const tokenOf = async (auth: Auth): Promise<string> => {
  const session = await auth.session();
  if (!session.ok) throw new Error(`there is no session: ${session.error.kind}`);
  return session.value.accessToken;
};

/** Says something to the listener. */
const WORDS: unknown = expect.stringMatching(/./u);

/** What a failed step says to the listener; empty for one that did not fail. */
const wordsOf = (step: Awaited<ReturnType<Auth['signIn']>>): string => (step.ok ? '' : step.error.message);

/** What is asked beside the password. */
const challengedBy = async (auth: Auth, credentials: Credentials) => {
  const step = await auth.signIn(credentials);
  if (!step.ok || step.value.kind !== 'challenge') throw new Error('nothing was asked');
  return step.value;
};

/** The tests that every adapter of the sign-in port must pass. */
export const describeAuth = (name: string, make: () => Promise<AuthWorld>): void => {
  describe(`${name} is an Auth`, () => {
    test('holds nothing before anybody signs in', async () => {
      const { auth } = await make();
      expect(auth.hasSession()).toBe(false);
      expect(await auth.session()).toEqual(NONE);
      const expiresAt = instant(Number.MAX_SAFE_INTEGER);
      expect(await auth.renew({ accessToken: 'of nobody', expiresAt }), 'renewing').toEqual(NONE);
    });

    test('signs in by password, and keeps the session over a reload', async () => {
      const world = await make();
      expect(await world.auth.signIn(world.listener)).toEqual(SIGNED_IN);
      expect(world.auth.hasSession()).toBe(true);
      const session = await world.auth.session();
      expect(session.ok && session.value.expiresAt > world.now()).toBe(true);
      expect(await tokenOf(world.reloaded())).toBe(await tokenOf(world.auth));
      expect(world.auth.isHosted(), 'whether the session came by the hosted login').toBe(false);
    });

    test('names an empty field and sends nothing', async () => {
      const { auth, listener, setReachable } = await make();
      await setReachable(false);
      expect(await auth.signIn({ ...listener, email: ' ' })).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Username cannot be empty', field: 'email' },
      });
      expect(await auth.signIn({ ...listener, password: '' })).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Password cannot be empty', field: 'password' },
      });
      for (const code of ['', ' ']) {
        expect(await auth.answerCode(code), `the code "${code}"`).toEqual({
          ok: false,
          error: { kind: 'invalid-input', message: 'Confirmation code cannot be empty', field: 'code' },
        });
      }
      expect(await auth.answerNewPassword('')).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Password cannot be empty', field: 'new-password' },
      });
      await setReachable(true);
    });

    test('refuses a wrong password and an unknown listener, and holds nothing then', async () => {
      const { auth, listener } = await make();
      const wrong = await auth.signIn({ ...listener, password: 'Wrong-2026!' });
      expect(wrong).toMatchObject({ ok: false, error: { kind: 'refused' } });
      expect(wordsOf(wrong), 'what it says of a wrong password').not.toBe('');
      expect(await auth.signIn({ email: 'nobody@listener.test', password: 'Wrong-2026!' })).toMatchObject({
        error: { kind: 'refused' },
      });
      expect(auth.hasSession()).toBe(false);
    });

    test('tells that an account waits for its confirmation', async () => {
      const { auth, unconfirmed } = await make();
      const step = await auth.signIn(unconfirmed);
      expect(step).toMatchObject({ ok: false, error: { kind: 'unconfirmed' } });
      expect(wordsOf(step), 'what it says of an account that waits').not.toBe('');
    });

    test('tells a service that cannot be reached from one that refuses', async () => {
      const { auth, listener, setReachable } = await make();
      await setReachable(false);
      expect(await auth.signIn(listener)).toEqual({
        ok: false,
        error: { kind: 'unreachable', message: 'Network Error' },
      });
      await setReachable(true);
      expect(await auth.signIn(listener)).toEqual(SIGNED_IN);
    });

    test('lets only one password sign-in be pending', async () => {
      const { auth, listener } = await make();
      const [first, second] = await Promise.all([auth.signIn(listener), auth.signIn(listener)]);
      expect(first).toEqual(SIGNED_IN);
      expect(second).toMatchObject({ ok: false, error: { kind: 'busy' } });
      expect(wordsOf(second), 'what it says of the second').not.toBe('');
      expect(await auth.signIn(listener), 'once that is over').toEqual(SIGNED_IN);
    });

    test('asks for a new password where one is due, and again when it is not good enough', async () => {
      const { auth, withNewPassword } = await make();
      expect(await auth.signIn(withNewPassword)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'new-password-required', attributes: {} } },
      });
      expect(auth.hasSession()).toBe(false);
      const short = await auth.answerNewPassword('short');
      expect(short).toMatchObject({ error: { kind: 'invalid-input', field: 'new-password' } });
      expect(wordsOf(short), 'what it says of a password that is too short').not.toBe('');
      expect(await auth.answerNewPassword('Another-2026!')).toEqual(SIGNED_IN);
      expect(auth.hasSession()).toBe(true);
      void auth.signOut();
      const changed = { ...withNewPassword, password: 'Another-2026!' };
      expect(await auth.signIn(changed), 'the next sign-in, by the new password').toEqual(SIGNED_IN);
    });

    test('asks for the details that it requires beside a new password', async () => {
      const { auth, withoutName } = await make();
      expect(await auth.signIn(withoutName)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'new-password-required', attributes: { name: '' } } },
      });
      for (const attributes of [undefined, {}, { name: ' ' }]) {
        const missing = await auth.answerNewPassword('Another-2026!', attributes);
        expect(missing).toMatchObject({ error: { kind: 'invalid-input', field: 'attribute:name' } });
        expect(wordsOf(missing), 'what it says of a detail that is missing').not.toBe('');
      }
      expect(await auth.answerNewPassword('short', { name: 'Wren' })).toMatchObject({
        error: { kind: 'invalid-input', field: 'new-password' },
      });
      expect(await auth.answerNewPassword('Another-2026!', { name: 'Wren' })).toEqual(SIGNED_IN);
    });

    test('asks for the code of an authenticator, and again when it is wrong', async () => {
      const { auth, withAuthenticator } = await make();
      expect(await auth.signIn(withAuthenticator)).toMatchObject({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'authenticator-code' } },
      });
      const wrong = await auth.answerCode('000000');
      expect(wrong).toMatchObject({ error: { kind: 'refused', field: 'code' } });
      expect(wordsOf(wrong), 'what it says of a wrong code').not.toBe('');
      expect(await auth.answerCode(await withAuthenticator.code())).toEqual(SIGNED_IN);
    });

    test('asks for the code that was sent by SMS, and again when it is wrong', async () => {
      const { auth, withSms } = await make();
      const { challenge } = await challengedBy(auth, withSms);
      expect(challenge.kind === 'sms-code' && challenge.destination).toMatch(/0000$/u);
      expect(await auth.answerCode('000000')).toMatchObject({ error: { kind: 'refused', field: 'code' } });
      expect(await auth.answerCode(` ${await withSms.code()} `)).toEqual(SIGNED_IN);
      void auth.signOut();
      const again = await challengedBy(auth, withSms);
      expect(again.challenge.kind, 'what it asks the next time').toBe('sms-code');
    });

    test('has an authenticator set up within the sign-in, and asks for its codes from then on', async () => {
      const { auth, withSetup } = await make();
      const { challenge } = await challengedBy(auth, withSetup);
      const secret = challenge.kind === 'authenticator-setup' ? challenge.secret : '';
      expect(secret).toMatch(/^[A-Z2-7]{16,}$/u);
      expect(await auth.answerCode('000000')).toMatchObject({ error: { kind: 'refused', field: 'code' } });
      expect(await auth.answerCode(await withSetup.code(secret))).toEqual(SIGNED_IN);
      void auth.signOut();
      expect(await auth.signIn(withSetup)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'authenticator-code', device: 'My TOTP device' } },
      });
    });

    test('lets a listener choose among second factors, and none that was not offered', async () => {
      const { auth, withBoth, withSms } = await make();
      expect(await auth.signIn(withBoth)).toMatchObject({
        value: { challenge: { kind: 'factor-choice', factors: ['sms', 'authenticator'] } },
      });
      expect(await auth.chooseFactor(null)).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'No valid MFA method provided', field: 'factor' },
      });
      expect(await auth.answerCode('123456')).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(await auth.chooseFactor('authenticator')).toMatchObject({
        value: { challenge: { kind: 'authenticator-code' } },
      });
      expect(await auth.answerCode(await withBoth.code())).toEqual(SIGNED_IN);
      await auth.signIn(withSms);
      expect(await auth.chooseFactor('sms')).toMatchObject({ error: { kind: 'no-challenge' } });
    });

    test('asks what the provider itself wants to know, and again when the answer is wrong', async () => {
      const { inCustomFlow, withCustom } = await make();
      const auth = inCustomFlow();
      expect(await auth.signIn(withCustom)).toMatchObject({ value: { challenge: { kind: 'custom' } } });
      expect(await auth.answerCustom(' ')).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Challenge response cannot be empty', field: 'response' },
      });
      const wrong = await auth.answerCustom('wrong');
      expect(wrong).toMatchObject({ error: { kind: 'refused', field: 'response' } });
      expect(wordsOf(wrong), 'what it says of a wrong answer').not.toBe('');
      expect(await auth.answerCustom(await withCustom.answer())).toEqual(SIGNED_IN);
    });

    test('takes no answer to what was not asked', async () => {
      const { auth, listener } = await make();
      const unasked = await auth.answerCode('123456');
      expect(unasked).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(wordsOf(unasked), 'what it says of an answer to nothing').not.toBe('');
      await auth.signIn(listener);
      expect(await auth.answerNewPassword('Another-2026!')).toMatchObject({
        error: { kind: 'no-challenge' },
      });
    });

    test('lets nobody in by a sign-in that was given up, and begins another at once', async () => {
      const { auth, listener, withSms } = await make();
      await auth.signIn(withSms);
      const answered = auth.answerCode(await withSms.code());
      auth.abandonSignIn();
      expect(await auth.signIn(listener)).toEqual(SIGNED_IN);
      const token = await tokenOf(auth);
      expect(await answered).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(await tokenOf(auth)).toBe(token);
      expect(await auth.answerCode('123456')).toMatchObject({ error: { kind: 'no-challenge' } });
    });

    test('asks for no confirmed account once nobody waits for it', async () => {
      const { auth, unconfirmed } = await make();
      expect(await auth.signInOnceConfirmed(unconfirmed, AbortSignal.abort())).toEqual({
        ok: false,
        error: { kind: 'refused', message: 'Please use your credentials to sign in' },
      });
      expect(auth.hasSession()).toBe(false);
    });

    test('asks the service for nothing while the session holds', async () => {
      const { auth, listener, renewals } = await make();
      await auth.signIn(listener);
      const before = await renewals();
      await Promise.all(Array.from({ length: 20 }, () => auth.session()));
      expect(await renewals()).toBe(before);
    });

    test('renews a session that ran out by one request, however many ask', async () => {
      const { auth, listener, expireAccess, renewals } = await make();
      await auth.signIn(listener);
      const old = await tokenOf(auth);
      const before = await renewals();
      await expireAccess();
      const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(auth)));
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).not.toBe(old);
      expect(await renewals()).toBe(before + 1);
    });

    test('renews a session that the provider refused, once for all who were refused', async () => {
      const { auth, listener, renewals } = await make();
      await auth.signIn(listener);
      const refused = await auth.session();
      if (!refused.ok) throw new Error('there is no session');
      const before = await renewals();
      const [one, other] = await Promise.all([auth.renew(refused.value), auth.renew(refused.value)]);
      expect(one.ok && one.value.accessToken).not.toBe(refused.value.accessToken);
      expect(one).toEqual(other);
      expect(await auth.renew(refused.value)).toEqual(one);
      expect(await renewals()).toBe(before + 1);
    });

    test('renews no refused session of a listener who has made way for another one', async () => {
      const { auth, listener, withAuthenticator } = await make();
      await auth.signIn(listener);
      const refused = await auth.session();
      if (!refused.ok) throw new Error('there is no session');
      await auth.signOut();
      await auth.signIn(withAuthenticator);
      expect(await auth.answerCode(await withAuthenticator.code())).toEqual(SIGNED_IN);
      expect(await auth.renew(refused.value)).toEqual(NONE);
      expect((await auth.session()).ok).toBe(true);
    });

    test('keeps what it holds when the service cannot be asked', async () => {
      const { auth, listener, expireAccess, setReachable } = await make();
      await auth.signIn(listener);
      const endings = endingsOf(auth);
      await expireAccess();
      await setReachable(false);
      expect(await auth.session()).toEqual({ ok: false, error: { kind: 'unreachable' } });
      expect(auth.hasSession()).toBe(true);
      await setReachable(true);
      // The next attempt may have to wait for a moment.
      await expect.poll(async () => (await auth.session()).ok, { timeout: 5000 }).toBe(true);
      expect(endings).toEqual([]);
    });

    test('ends a session that the service refuses for good, and says so once', async () => {
      const { auth, listener, expireAccess, endSessions } = await make();
      await auth.signIn(listener);
      const endings = endingsOf(auth);
      await endSessions(listener.email);
      await expireAccess();
      const [ended] = await Promise.all([auth.session(), auth.session()]);
      expect(ended).toMatchObject({ ok: false, error: { kind: 'ended' } });
      expect(endings, 'what it told of the end').toEqual([{ message: WORDS }]);
      expect(auth.hasSession()).toBe(false);
      expect(await auth.session()).toEqual(NONE);
    });

    test('tells the other tabs why the service has ended the session', async () => {
      const world = await make();
      const other = world.inAnotherTab();
      await world.auth.signIn(world.listener);
      const [here, there] = [endingsOf(world.auth), endingsOf(other)];
      await world.endSessions(world.listener.email);
      await world.expireAccess();
      await world.auth.session();
      expect(here).toEqual([{ message: WORDS }]);
      expect(there, 'what the other tab heard').toEqual(here);
      await world.auth.signIn(world.listener);
      void world.auth.signOut();
      expect(there[1]?.message, 'what it heard of a sign-out later').not.toBe(here[0]?.message);
    });

    test('signs out at once, and is ready for the next listener', async () => {
      const world = await make();
      await world.auth.signIn(world.listener);
      const endings = endingsOf(world.auth);
      void world.auth.signOut();
      expect(world.auth.hasSession()).toBe(false);
      expect(await world.auth.session()).toEqual(NONE);
      expect(endings).toEqual([]);
      expect(world.reloaded().hasSession()).toBe(false);
      expect(await world.auth.signIn(world.listener)).toEqual(SIGNED_IN);
    });

    test('a renewal under way does not bring back a listener who signed out', async () => {
      const { auth, listener, expireAccess } = await make();
      await auth.signIn(listener);
      const endings = endingsOf(auth);
      await expireAccess();
      const renewal = auth.session();
      void auth.signOut();
      expect(await renewal).toMatchObject({ ok: false });
      expect(auth.hasSession()).toBe(false);
      expect(endings, 'what it told the listener who signed out').toEqual([]);
    });

    test('signs out everywhere, here and where else the listener is signed in', async () => {
      const world = await make();
      const elsewhere = world.onAnotherDevice();
      await world.auth.signIn(world.listener);
      await elsewhere.signIn(world.listener);
      const endings = endingsOf(elsewhere);
      expect(await world.auth.signOutEverywhere()).toEqual({ ok: true, value: undefined });
      expect(world.auth.hasSession()).toBe(false);
      expect(world.reloaded().hasSession()).toBe(false);
      await world.expireAccess();
      expect(await elsewhere.session()).toMatchObject({ error: { kind: 'ended' } });
      expect(endings).toHaveLength(1);
    });

    test('says that it could not sign out everywhere, and keeps the session then', async () => {
      const { auth, listener, setReachable, expireAccess } = await make();
      expect(await auth.signOutEverywhere()).toEqual({
        ok: false,
        error: { kind: 'refused', message: 'User is not authenticated' },
      });
      await auth.signIn(listener);
      await setReachable(false);
      const unreachable = { ok: false, error: { kind: 'unreachable', message: 'Network Error' } };
      expect(await auth.signOutEverywhere()).toEqual(unreachable);
      expect(auth.hasSession()).toBe(true);
      await expireAccess();
      expect(await auth.signOutEverywhere(), 'where the session has to be renewed first').toEqual(
        unreachable,
      );
      expect(auth.hasSession()).toBe(true);
      await setReachable(true);
      await expect.poll(async () => (await auth.session()).ok, { timeout: 5000 }).toBe(true);
      expect((await auth.signOutEverywhere()).ok).toBe(true);
    });

    test('hears of a sign-out in another tab', async () => {
      const world = await make();
      const other = world.inAnotherTab();
      const [here, there] = [endingsOf(world.auth), endingsOf(other)];
      await world.auth.signIn(world.listener);
      expect(other.hasSession()).toBe(true);
      expect([here, there], 'what a sign-in tells of endings').toEqual([[], []]);
      void world.auth.signOut();
      const ending = { message: WORDS };
      expect(there, 'what the other tab heard').toEqual([ending]);
      expect(here, 'what the tab heard that signed out itself').toEqual([]);
      expect(await other.session()).toEqual(NONE);
      await world.auth.signIn(world.listener);
      void other.signOut();
      expect(here, 'what this tab heard of a sign-out in the other').toEqual([ending]);
      expect(there, 'what the other one heard of its own').toEqual([ending]);
    });
  });
};
