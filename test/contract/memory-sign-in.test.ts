import { MemoryAccountApi } from '../../src/adapters/memory/memory-account.ts';
import { MemoryAuth } from '../../src/adapters/memory/memory-auth.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryHostedLogin } from '../../src/adapters/memory/memory-hosted-login.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryRegistration } from '../../src/adapters/memory/memory-registration.ts';
import { MemoryUserPool } from '../../src/adapters/memory/memory-user-pool.ts';
import { describeAccount } from './account.ts';
import { describeAuth } from './auth.ts';
import { describeHostedLogin } from './hosted-login.ts';
import { describeRegistration } from './registration.ts';

const PASSWORD = 'Listen-2026!';

const makePool = () => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const account = (name: string) => ({ email: `${name}@listener.test`, password: PASSWORD });
  const pool = new MemoryUserPool(clock, [
    account('listener'),
    { ...account('unconfirmed'), isConfirmed: false },
    { ...account('new-password'), needsNewPassword: true },
    { ...account('authenticator'), authenticatorCode: '314159' },
    { ...account('sms'), smsCode: '161803' },
    { ...account('setup'), setupCode: '271828' },
    { ...account('both'), smsCode: '161803', authenticatorCode: '314159' },
    { ...account('custom'), customAnswer: 'forty-two' },
  ]);
  return { clock, store, pool, account, auth: new MemoryAuth(pool, store, clock) };
};

describeAuth('MemoryAuth', async () => {
  const { clock, store, pool, account, auth } = makePool();
  return {
    auth,
    now: () => clock.now(),
    reloaded: () => new MemoryAuth(pool, store, clock),
    inAnotherTab: () => new MemoryAuth(pool, store.inAnotherTab(), clock),
    onAnotherDevice: () => new MemoryAuth(pool, new MemoryKeyValueStore(), clock),
    listener: account('listener'),
    withNewPassword: account('new-password'),
    withAuthenticator: { ...account('authenticator'), code: async () => '314159' },
    withSms: { ...account('sms'), code: async () => '161803' },
    withSetup: { ...account('setup'), code: async () => '271828' },
    withBoth: { ...account('both'), code: async () => '314159' },
    withCustom: { ...account('custom'), answer: async () => 'forty-two' },
    unconfirmed: account('unconfirmed'),
    setReachable: async (isReachable) => {
      pool.isUnreachable = !isReachable;
    },
    expireAccess: async () => clock.run(pool.lifetime),
    endSessions: async (email) => pool.endSessions(email),
    renewals: async () => pool.renewals,
  };
});

let registered = 0;

describeRegistration('MemoryRegistration', async () => {
  const { pool, auth } = makePool();
  return {
    registration: new MemoryRegistration(pool),
    auth,
    newEmail: () => {
      registered += 1;
      return `new-${registered}@listener.test`;
    },
    codeFor: async (email) => pool.codeFor(email) ?? '',
  };
});

const TAKEN = 'both@listener.test';

describeAccount('MemoryAccountApi', async () => {
  const { pool, store, auth, account } = makePool();
  const listener = account('listener');
  const accountApi = new MemoryAccountApi(pool, auth);
  return {
    account: accountApi,
    auth,
    listener,
    takenEmail: TAKEN,
    newEmail: () => 'another@listener.test',
    newPhoneNumber: () => '+15551000000',
    codeFor: async (destination) => pool.codeFor(destination) ?? '',
    authenticatorCode: async () => accountApi.authenticatorCode,
    addDevices: async (amount) =>
      accountApi.seedDevices(
        listener.email,
        Array.from({ length: amount }, (_, at) => ({
          key: `device-${at}`,
          name: '',
          isRemembered: false,
          isThisOne: at === 0,
          lastUsedAt: null,
        })),
      ),
    storedKeys: () => store.keys(),
    setReachable: async (isReachable) => {
      pool.isUnreachable = !isReachable;
    },
    endSessions: async () => pool.endSessions(listener.email),
  };
});

describeHostedLogin('MemoryHostedLogin', () => {
  const { clock, auth, account } = makePool();
  const login = new MemoryHostedLogin(auth, clock);
  return {
    login,
    answer: () => login.answerAs(account('listener').email),
    holdsSession: () => auth.holdsSession(),
    passes: async (span) => clock.run(span),
  };
});
