import { describe, expect, test } from 'vitest';

import type { Auth } from '../../../src/ports/auth.ts';

/** One browser, and a sign-in service. */
export type SessionsFixture = {
  readonly auth: Auth;
  /** Signs the listener in to `auth`, in whatever way the service does it. */
  signIn(): Promise<void>;
  /** The same browser after a reload. */
  reloaded(): Auth;
  /** The same browser's other tab. */
  inAnotherTab(): Auth;
  setReachable(isReachable: boolean): Promise<void>;
  /** Lets the access token expire. The refresh token stays valid. */
  expireAccess(): Promise<void>;
  /** Ends every session of the listener at the service. */
  endSessions(): Promise<void>;
  /** Number of renewal requests that the service has received. */
  renewals(): Promise<number>;
};

const NONE = { ok: false, error: { kind: 'none' } };

/** Any text for the listener. */
const TEXT: unknown = expect.stringMatching(/./u);

/** Collects the endings of sessions from now on. */
export const endingsOf = (auth: Auth): { readonly message: string }[] => {
  const endings: { readonly message: string }[] = [];
  auth.ended.subscribe((ending) => endings.push(ending));
  return endings;
};

/** The access token of the session. Throws without a session. */
export const tokenOf = async (auth: Auth): Promise<string> => {
  const session = await auth.session();
  if (!session.ok) throw new Error(`there is no session: ${session.error.kind}`);
  return session.value.accessToken;
};

/** The tests of sessions, for an adapter of any kind of sign-in. */
export const testSessions = (make: () => Promise<SessionsFixture>): void => {
  test('sends no renewal while the session is valid', async () => {
    const { auth, signIn, renewals } = await make();
    await signIn();
    const before = await renewals();
    await Promise.all(Array.from({ length: 20 }, () => auth.session()));
    expect(await renewals()).toBe(before);
  });

  test('renews an expired session with one request for all callers', async () => {
    const { auth, signIn, expireAccess, renewals } = await make();
    await signIn();
    const old = await tokenOf(auth);
    const before = await renewals();
    await expireAccess();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(auth)));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(old);
    expect(await renewals()).toBe(before + 1);
  });

  test('renews a session that the provider refused, once for all callers', async () => {
    const { auth, signIn, renewals } = await make();
    await signIn();
    const refused = await auth.session();
    if (!refused.ok) throw new Error('there is no session');
    const before = await renewals();
    const [one, other] = await Promise.all([auth.renew(refused.value), auth.renew(refused.value)]);
    expect(one.ok && one.value.accessToken).not.toBe(refused.value.accessToken);
    expect(one).toEqual(other);
    expect(await auth.renew(refused.value)).toEqual(one);
    expect(await renewals()).toBe(before + 1);
  });

  test('keeps the session if the service cannot be reached', async () => {
    const { auth, signIn, expireAccess, setReachable } = await make();
    await signIn();
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

  test('ends a session that the service refuses, and reports it once', async () => {
    const { auth, signIn, expireAccess, endSessions } = await make();
    await signIn();
    const endings = endingsOf(auth);
    await endSessions();
    await expireAccess();
    const [ended] = await Promise.all([auth.session(), auth.session()]);
    expect(ended).toMatchObject({ ok: false, error: { kind: 'ended' } });
    expect(endings, 'the reported endings').toEqual([{ message: TEXT }]);
    expect(auth.hasSession()).toBe(false);
    expect(await auth.session()).toEqual(NONE);
  });

  test('reports to other tabs why the service ended the session', async () => {
    const fixture = await make();
    const other = fixture.inAnotherTab();
    await fixture.signIn();
    const [endings, otherEndings] = [endingsOf(fixture.auth), endingsOf(other)];
    await fixture.endSessions();
    await fixture.expireAccess();
    await fixture.auth.session();
    expect(endings).toEqual([{ message: TEXT }]);
    expect(otherEndings, 'the endings in the other tab').toEqual(endings);
    await fixture.signIn();
    void fixture.auth.signOut();
    expect(otherEndings[1]?.message, 'the ending by a later sign-out').not.toBe(endings[0]?.message);
  });

  test('signs out at once, and lets the next listener sign in', async () => {
    const fixture = await make();
    await fixture.signIn();
    const endings = endingsOf(fixture.auth);
    void fixture.auth.signOut();
    expect(fixture.auth.hasSession()).toBe(false);
    expect(await fixture.auth.session()).toEqual(NONE);
    expect(endings).toEqual([]);
    expect(fixture.reloaded().hasSession()).toBe(false);
    await fixture.signIn();
    expect(fixture.auth.hasSession(), 'after the next sign-in').toBe(true);
  });

  test('a pending renewal does not sign in again a listener who signed out', async () => {
    const { auth, signIn, expireAccess } = await make();
    await signIn();
    const endings = endingsOf(auth);
    await expireAccess();
    const renewal = auth.session();
    void auth.signOut();
    expect(await renewal).toMatchObject({ ok: false });
    expect(auth.hasSession()).toBe(false);
    expect(endings, 'the endings after the sign-out').toEqual([]);
  });

  test('reports a sign-out in another tab', async () => {
    const fixture = await make();
    const other = fixture.inAnotherTab();
    const [endings, otherEndings] = [endingsOf(fixture.auth), endingsOf(other)];
    await fixture.signIn();
    expect(other.hasSession()).toBe(true);
    expect([endings, otherEndings], 'the endings after a sign-in').toEqual([[], []]);
    void fixture.auth.signOut();
    const ending = { message: TEXT };
    expect(otherEndings, 'the endings in the other tab').toEqual([ending]);
    expect(endings, 'the endings in the tab that signed out').toEqual([]);
    expect(await other.session()).toEqual(NONE);
    await fixture.signIn();
    void other.signOut();
    expect(endings, 'the endings in this tab after a sign-out in the other tab').toEqual([ending]);
    expect(otherEndings, 'the endings in the tab that signed out later').toEqual([ending]);
  });
};

/**
 * The tests that an adapter of the sign-in port must pass if its listeners sign in on a page of the service, without a
 * password of this app. `describeAuth` has the same tests.
 */
export const describeSessions = (
  name: string,
  make: () => Promise<SessionsFixture & { signInAnother(): Promise<void> }>,
): void => {
  describe(`${name} has the sessions of an Auth`, () => {
    test('keeps the session after a reload, and asks for none before the sign-in', async () => {
      const { auth, signIn, reloaded } = await make();
      expect(auth.hasSession()).toBe(false);
      expect(await auth.session()).toEqual(NONE);
      await signIn();
      expect(auth.hasSession()).toBe(true);
      expect(auth.isHosted(), 'whether the session came from a page of the service').toBe(true);
      expect(await tokenOf(reloaded())).toBe(await tokenOf(auth));
    });

    test('refuses a password, and says why', async () => {
      const { auth } = await make();
      const step = await auth.signIn({ email: 'ada@listener.test', password: 'Listen-2026!' });
      expect(step).toMatchObject({ ok: false, error: { kind: 'refused', message: TEXT } });
      expect(auth.hasSession()).toBe(false);
    });

    test('repeats no call of one listener with the session of another (SES-98)', async () => {
      const { auth, signIn, signInAnother } = await make();
      await signIn();
      const refused = await auth.session();
      if (!refused.ok) throw new Error('there is no session');
      void auth.signOut();
      await signInAnother();
      expect(await auth.renew(refused.value), 'the renewal of a refused session').toEqual(NONE);
      expect(await auth.session(refused.value), 'the session of a later attempt').toEqual(NONE);
      expect((await auth.session()).ok).toBe(true);
    });

    testSessions(make);
  });
};
