import { describe, expect, test } from 'vitest';

import { instant } from '../../../src/domain/time.ts';
import type { Auth } from '../../../src/ports/auth.ts';
import { endingsOf, testSessions, tokenOf } from './sessions.ts';

type Credentials = { readonly email: string; readonly password: string };

/** One browser, and a user pool with listeners in every state. */
export type AuthFixture = {
  readonly auth: Auth;
  now(): number;
  /** The same browser after a reload. */
  reloaded(): Auth;
  /** The same browser's other tab. */
  inAnotherTab(): Auth;
  /** Another browser of the same listener. */
  onAnotherDevice(): Auth;
  /** Signs in with a password only. */
  readonly listener: Credentials;
  readonly withNewPassword: Credentials;
  /** Needs a new password, and has no `name`, which the service requires. */
  readonly withoutName: Credentials;
  readonly withAuthenticator: Credentials & { code(): Promise<string> };
  /** Receives codes by SMS. */
  readonly withSms: Credentials & { code(): Promise<string> };
  /** Has to set up an authenticator first. */
  readonly withSetup: Credentials & { code(secret: string): Promise<string> };
  /** Has both second factors and prefers none. */
  readonly withBoth: Credentials & { code(): Promise<string> };
  /** Gets a custom challenge after the password, in a sign-in of `inCustomFlow`. */
  readonly withCustom: Credentials & { response(): Promise<string> };
  /** Another browser, whose sign-ins may get custom challenges. */
  inCustomFlow(): Auth;
  readonly unconfirmed: Credentials;
  setReachable(isReachable: boolean): Promise<void>;
  /** Lets the access token expire. The refresh token stays valid. */
  expireAccess(): Promise<void>;
  /** Ends every session of a listener at the service. */
  endSessions(email: string): Promise<void>;
  /** Number of renewal requests that the service has received. */
  renewals(): Promise<number>;
};

const NONE = { ok: false, error: { kind: 'none' } };
const SIGNED_IN = { ok: true, value: { kind: 'signed-in' } };

/** The message of a failed step; empty for a step that succeeded. */
const messageOf = (step: Awaited<ReturnType<Auth['signIn']>>): string => (step.ok ? '' : step.error.message);

/** Signs in and returns the challenge that follows. */
const challengeFor = async (auth: Auth, credentials: Credentials) => {
  const step = await auth.signIn(credentials);
  if (!step.ok || step.value.kind !== 'challenge') throw new Error('there was no challenge');
  return step.value;
};

/** The tests that every adapter of the sign-in port must pass. */
export const describeAuth = (name: string, make: () => Promise<AuthFixture>): void => {
  describe(`${name} is an Auth`, () => {
    test('has no session before a sign-in', async () => {
      const { auth } = await make();
      expect(auth.hasSession()).toBe(false);
      expect(await auth.session()).toEqual(NONE);
      const expiresAt = instant(Number.MAX_SAFE_INTEGER);
      expect(await auth.renew({ accessToken: 'of nobody', expiresAt }), 'renewing').toEqual(NONE);
    });

    test('signs in with a password, and keeps the session after a reload', async () => {
      const fixture = await make();
      expect(await fixture.auth.signIn(fixture.listener)).toEqual(SIGNED_IN);
      expect(fixture.auth.hasSession()).toBe(true);
      const session = await fixture.auth.session();
      expect(session.ok && session.value.expiresAt > fixture.now()).toBe(true);
      expect(await tokenOf(fixture.reloaded())).toBe(await tokenOf(fixture.auth));
      expect(fixture.auth.isHosted(), 'whether the session came from the hosted login').toBe(false);
    });

    test('names an empty field, and sends nothing (SES-10)', async () => {
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
        expect(await auth.respondWithCode(code), `the code "${code}"`).toEqual({
          ok: false,
          error: { kind: 'invalid-input', message: 'Confirmation code cannot be empty', field: 'code' },
        });
      }
      expect(await auth.respondWithNewPassword('')).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Password cannot be empty', field: 'new-password' },
      });
      await setReachable(true);
    });

    test('refuses a wrong password and an unknown listener, and stores no session', async () => {
      const { auth, listener } = await make();
      const wrong = await auth.signIn({ ...listener, password: 'Wrong-2026!' });
      expect(wrong).toMatchObject({ ok: false, error: { kind: 'refused' } });
      expect(messageOf(wrong), 'the message for a wrong password').not.toBe('');
      expect(await auth.signIn({ email: 'nobody@listener.test', password: 'Wrong-2026!' })).toMatchObject({
        error: { kind: 'refused' },
      });
      expect(auth.hasSession()).toBe(false);
    });

    test('fails as unconfirmed if the account is not confirmed', async () => {
      const { auth, unconfirmed } = await make();
      const step = await auth.signIn(unconfirmed);
      expect(step).toMatchObject({ ok: false, error: { kind: 'unconfirmed' } });
      expect(messageOf(step), 'the message for an unconfirmed account').not.toBe('');
    });

    test('fails as unreachable if the service cannot be reached', async () => {
      const { auth, listener, setReachable } = await make();
      await setReachable(false);
      expect(await auth.signIn(listener)).toEqual({
        ok: false,
        error: { kind: 'unreachable', message: 'Network Error' },
      });
      await setReachable(true);
      expect(await auth.signIn(listener)).toEqual(SIGNED_IN);
    });

    test('refuses a second password sign-in while one is pending (SES-7)', async () => {
      const { auth, listener } = await make();
      const [first, second] = await Promise.all([auth.signIn(listener), auth.signIn(listener)]);
      expect(first).toEqual(SIGNED_IN);
      expect(second).toMatchObject({ ok: false, error: { kind: 'busy' } });
      expect(messageOf(second), 'the message for the second sign-in').not.toBe('');
      expect(await auth.signIn(listener), 'after the first sign-in').toEqual(SIGNED_IN);
    });

    test('asks for a required new password, and again if it is too weak', async () => {
      const { auth, withNewPassword } = await make();
      expect(await auth.signIn(withNewPassword)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'new-password-required', attributes: {} } },
      });
      expect(auth.hasSession()).toBe(false);
      const short = await auth.respondWithNewPassword('short');
      expect(short).toMatchObject({ error: { kind: 'invalid-input', field: 'new-password' } });
      expect(messageOf(short), 'the message for a short password').not.toBe('');
      expect(await auth.respondWithNewPassword('Another-2026!')).toEqual(SIGNED_IN);
      expect(auth.hasSession()).toBe(true);
      void auth.signOut();
      const changed = { ...withNewPassword, password: 'Another-2026!' };
      expect(await auth.signIn(changed), 'the next sign-in with the new password').toEqual(SIGNED_IN);
    });

    test('asks for required attributes together with a new password', async () => {
      const { auth, withoutName } = await make();
      expect(await auth.signIn(withoutName)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'new-password-required', attributes: { name: '' } } },
      });
      for (const attributes of [undefined, {}, { name: ' ' }]) {
        const missing = await auth.respondWithNewPassword('Another-2026!', attributes);
        expect(missing).toMatchObject({ error: { kind: 'invalid-input', field: 'attribute:name' } });
        expect(messageOf(missing), 'the message for a missing attribute').not.toBe('');
      }
      expect(await auth.respondWithNewPassword('short', { name: 'Wren' })).toMatchObject({
        error: { kind: 'invalid-input', field: 'new-password' },
      });
      expect(await auth.respondWithNewPassword('Another-2026!', { name: 'Wren' })).toEqual(SIGNED_IN);
    });

    test('asks for the code of an authenticator, and again if it is wrong', async () => {
      const { auth, withAuthenticator } = await make();
      expect(await auth.signIn(withAuthenticator)).toMatchObject({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'authenticator-code' } },
      });
      const wrong = await auth.respondWithCode('000000');
      expect(wrong).toMatchObject({ error: { kind: 'refused', field: 'code' } });
      expect(messageOf(wrong), 'the message for a wrong code').not.toBe('');
      expect(await auth.respondWithCode(await withAuthenticator.code())).toEqual(SIGNED_IN);
    });

    test('asks for the code from an SMS, and again if it is wrong', async () => {
      const { auth, withSms } = await make();
      const { challenge } = await challengeFor(auth, withSms);
      expect(challenge.kind === 'sms-code' && challenge.destination).toMatch(/0000$/u);
      expect(await auth.respondWithCode('000000')).toMatchObject({
        error: { kind: 'refused', field: 'code' },
      });
      expect(await auth.respondWithCode(` ${await withSms.code()} `)).toEqual(SIGNED_IN);
      void auth.signOut();
      const again = await challengeFor(auth, withSms);
      expect(again.challenge.kind, 'the challenge of the next sign-in').toBe('sms-code');
    });

    test('sets up an authenticator during the sign-in, and then asks for its codes (SES-12)', async () => {
      const { auth, withSetup } = await make();
      const { challenge } = await challengeFor(auth, withSetup);
      const secret = challenge.kind === 'authenticator-setup' ? challenge.secret : '';
      expect(secret).toMatch(/^[A-Z2-7]{16,}$/u);
      expect(await auth.respondWithCode('000000')).toMatchObject({
        error: { kind: 'refused', field: 'code' },
      });
      expect(await auth.respondWithCode(await withSetup.code(secret))).toEqual(SIGNED_IN);
      void auth.signOut();
      expect(await auth.signIn(withSetup)).toEqual({
        ok: true,
        value: { kind: 'challenge', challenge: { kind: 'authenticator-code', device: 'My TOTP device' } },
      });
    });

    test('offers a choice of second factors, and accepts no other factor (SES-13)', async () => {
      const { auth, withBoth, withSms } = await make();
      expect(await auth.signIn(withBoth)).toMatchObject({
        value: { challenge: { kind: 'factor-choice', factors: ['sms', 'authenticator'] } },
      });
      expect(await auth.chooseFactor(null)).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'No valid MFA method provided', field: 'factor' },
      });
      expect(await auth.respondWithCode('123456')).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(await auth.chooseFactor('authenticator')).toMatchObject({
        value: { challenge: { kind: 'authenticator-code' } },
      });
      expect(await auth.respondWithCode(await withBoth.code())).toEqual(SIGNED_IN);
      await auth.signIn(withSms);
      expect(await auth.chooseFactor('sms')).toMatchObject({ error: { kind: 'no-challenge' } });
    });

    test('asks a custom challenge, and again if the response is wrong (SES-14)', async () => {
      const { inCustomFlow, withCustom } = await make();
      const auth = inCustomFlow();
      expect(await auth.signIn(withCustom)).toMatchObject({ value: { challenge: { kind: 'custom' } } });
      expect(await auth.respondToCustom(' ')).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'Challenge response cannot be empty', field: 'response' },
      });
      const wrong = await auth.respondToCustom('wrong');
      expect(wrong).toMatchObject({ error: { kind: 'refused', field: 'response' } });
      expect(messageOf(wrong), 'the message for a wrong response').not.toBe('');
      expect(await auth.respondToCustom(await withCustom.response())).toEqual(SIGNED_IN);
    });

    test('refuses a response without a challenge (SES-9)', async () => {
      const { auth, listener } = await make();
      const withoutChallenge = await auth.respondWithCode('123456');
      expect(withoutChallenge).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(messageOf(withoutChallenge), 'the message for a response without a challenge').not.toBe('');
      await auth.signIn(listener);
      expect(await auth.respondWithNewPassword('Another-2026!')).toMatchObject({
        error: { kind: 'no-challenge' },
      });
    });

    test('ignores an abandoned sign-in, and starts another one at once', async () => {
      const { auth, listener, withSms } = await make();
      await auth.signIn(withSms);
      const result = auth.respondWithCode(await withSms.code());
      auth.abandonSignIn();
      expect(await auth.signIn(listener)).toEqual(SIGNED_IN);
      const token = await tokenOf(auth);
      expect(await result).toMatchObject({ error: { kind: 'no-challenge' } });
      expect(await tokenOf(auth)).toBe(token);
      expect(await auth.respondWithCode('123456')).toMatchObject({ error: { kind: 'no-challenge' } });
    });

    test('stops waiting for a confirmed account when its caller cancels', async () => {
      const { auth, unconfirmed } = await make();
      expect(await auth.signInOnceConfirmed(unconfirmed, AbortSignal.abort())).toEqual({
        ok: false,
        error: { kind: 'refused', message: 'Please use your credentials to sign in' },
      });
      expect(auth.hasSession()).toBe(false);
    });

    test('repeats no call of one listener with the session of another (SES-98)', async () => {
      const { auth, listener, withAuthenticator } = await make();
      await auth.signIn(listener);
      const refused = await auth.session();
      if (!refused.ok) throw new Error('there is no session');
      await auth.signOut();
      await auth.signIn(withAuthenticator);
      expect(await auth.respondWithCode(await withAuthenticator.code())).toEqual(SIGNED_IN);
      expect(await auth.renew(refused.value), 'the renewal of a refused session').toEqual(NONE);
      expect(await auth.session(refused.value), 'the session of a later attempt').toEqual(NONE);
      expect((await auth.session()).ok).toBe(true);
    });

    test('signs out everywhere, in this browser and on other devices', async () => {
      const fixture = await make();
      const elsewhere = fixture.onAnotherDevice();
      await fixture.auth.signIn(fixture.listener);
      await elsewhere.signIn(fixture.listener);
      const endings = endingsOf(elsewhere);
      expect(await fixture.auth.signOutEverywhere()).toEqual({ ok: true, value: undefined });
      expect(fixture.auth.hasSession()).toBe(false);
      expect(fixture.reloaded().hasSession()).toBe(false);
      await fixture.expireAccess();
      expect(await elsewhere.session()).toMatchObject({ error: { kind: 'ended' } });
      expect(endings).toHaveLength(1);
    });

    test('keeps the session if it could not sign out everywhere', async () => {
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
      expect(await auth.signOutEverywhere(), 'with an expired session').toEqual(unreachable);
      expect(auth.hasSession()).toBe(true);
      await setReachable(true);
      await expect.poll(async () => (await auth.session()).ok, { timeout: 5000 }).toBe(true);
      expect((await auth.signOutEverywhere()).ok).toBe(true);
    });

    testSessions(async () => {
      const fixture = await make();
      return {
        ...fixture,
        signIn: async () => {
          expect(await fixture.auth.signIn(fixture.listener)).toEqual(SIGNED_IN);
        },
        endSessions: async () => fixture.endSessions(fixture.listener.email),
      };
    });
  });
};
