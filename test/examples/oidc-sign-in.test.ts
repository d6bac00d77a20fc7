import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCOUNT_ELSEWHERE, REGISTRATION_ELSEWHERE } from '../../examples/oidc/account-elsewhere.ts';
import { OidcSignIn } from '../../examples/oidc/oidc-sign-in.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { describeHostedLogin } from '../contract/session/hosted-login.ts';
import { describeSessions } from '../contract/session/sessions.ts';
import { OpenIdProvider } from './openid-provider.ts';

const HOUR = 3_600_000;

const provider = new OpenIdProvider();
beforeAll(async () => provider.start());
afterAll(() => provider.stop());
beforeEach(() => {
  provider.isReachable = true;
});

/** A browser with an address bar, at one listener's. */
const browser = () => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const visited: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const open = (tab: MemoryKeyValueStore): OidcSignIn =>
    new OidcSignIn({
      authority: provider.authority,
      clientId: 'hark',
      scope: 'openid offline_access',
      returnAddress: 'https://hark.invalid/login',
      store: tab,
      clock,
      log: new MemoryLog(),
      goTo: (address) => visited.push(address),
      exclusively: async (work) => {
        const done = last.then(work, work);
        last = done;
        return done;
      },
    });
  const auth = open(store);
  const signInAs = async (subject: string): Promise<void> => {
    expect((await auth.begin('/library')).ok).toBe(true);
    const done = await auth.arrive(provider.signIn(visited.at(-1) ?? '', subject))?.done;
    expect(done).toEqual({ ok: true, value: undefined });
  };
  return { clock, store, visited, open, auth, signInAs };
};

describeSessions('OidcSignIn', async () => {
  const { clock, store, open, auth, signInAs } = browser();
  return {
    auth,
    signIn: async () => signInAs('ada'),
    signInAnother: async () => signInAs('ben'),
    reloaded: () => open(store),
    inAnotherTab: () => open(store.inAnotherTab()),
    setReachable: async (isReachable) => {
      provider.isReachable = isReachable;
    },
    expireAccess: async () => clock.advanceAsync(HOUR),
    endSessions: async () => provider.endSessions('ada'),
    renewals: async () => provider.renewals,
  };
});

describeHostedLogin('OidcSignIn', () => {
  const { clock, visited, auth } = browser();
  return {
    login: auth,
    returnQuery: () => provider.signIn(visited.at(-1) ?? '', 'ada'),
    hasSession: () => auth.hasSession(),
    pass: async (span) => clock.advanceAsync(span),
  };
});

test('a sign-out revokes the session at the provider', async () => {
  const { clock, store, open, auth, signInAs } = browser();
  await signInAs('ada');
  const stored = store.get('oidc.tokens') ?? '';
  await auth.signOut();
  // A thief of the tokens comes too late.
  store.set('oidc.tokens', stored);
  await clock.advanceAsync(HOUR);
  expect(await open(store).session()).toMatchObject({ ok: false, error: { kind: 'ended' } });
});

test('a session of another listener is not used before this page has ended its own (SES-98)', async () => {
  const { store, open, auth, signInAs } = browser();
  await signInAs('ada');
  const shown = open(store);
  const endings: string[] = [];
  shown.ended.subscribe(({ message }) => endings.push(message));
  // This page shares its store with the other one, so no message comes.
  await signInAs('ben');
  expect(await shown.session()).toEqual({ ok: false, error: { kind: 'none' } });
  expect(endings).toEqual(['You signed out in another tab.']);
  expect(await shown.session()).toEqual(await auth.session());
  expect(endings).toHaveLength(1);
});

test('another listener who signs in in another tab ends the session of this page', async () => {
  const { store, open, signInAs } = browser();
  await signInAs('ada');
  const shown = open(store.inAnotherTab());
  const endings: string[] = [];
  shown.ended.subscribe(({ message }) => endings.push(message));
  await signInAs('ben');
  expect(endings).toEqual(['You signed out in another tab.']);
});

test('calls about accounts and passwords say where this is done', async () => {
  const message = 'Please do this on the page of your provider.';
  expect(await ACCOUNT_ELSEWHERE.details()).toMatchObject({ ok: false, error: { message } });
  expect(await REGISTRATION_ELSEWHERE.resendResetCode('ada@listener.test')).toMatchObject({
    ok: false,
    error: { message },
  });
});

test('leaving leads to the sign-out page of the provider', async () => {
  const { visited, auth } = browser();
  void auth.leave();
  await expect.poll(() => visited.at(-1)).toMatch(/\/logout\?.*post_logout_redirect_uri=/u);
});
