import { FakeAudioOutput } from '../../src/adapters/memory/fake-audio-output.ts';
import { MemoryAuth } from '../../src/adapters/memory/memory-auth.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../src/adapters/memory/memory-content-api.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryRegistration } from '../../src/adapters/memory/memory-registration.ts';
import { MemoryUserPool } from '../../src/adapters/memory/memory-user-pool.ts';
import { seconds } from '../../src/domain/time.ts';
import { describeAudioOutput } from './audio-output.ts';
import { describeAuth } from './auth.ts';
import { describeClock } from './clock.ts';
import { describeContentApi } from './content-api.ts';
import { describeKeyValueStore } from './key-value-store.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from './memory-catalogue.ts';
import { describeRegistration } from './registration.ts';
import { untilOn } from './until.ts';

const PASSWORD = 'Listen-2026!';

describeKeyValueStore('MemoryKeyValueStore', () => {
  const capacity = 1000;
  const store = new MemoryKeyValueStore({ capacity });
  return {
    store,
    elsewhere: store.inAnotherTab(),
    capacity,
    block: () => {
      store.isBlocked = true;
    },
  };
});

describeClock('MemoryClock', () => {
  const clock = new MemoryClock();
  return { clock, pass: async (span) => clock.run(span) };
});

describeAudioOutput('FakeAudioOutput', () => {
  const clock = new MemoryClock();
  const output = new FakeAudioOutput(clock, { durationOf: () => seconds(60) });
  return {
    output,
    url: 'https://media.invalid/a.mp3',
    duration: seconds(60),
    now: () => clock.now(),
    until: untilOn(clock),
    quiet: async () => clock.run(20_000),
    unplayable: () => {
      output.failsNextLoad = true;
      return 'https://media.invalid/a.mp3';
    },
    staged: {
      denyNext: () => {
        output.deniesNextPlay = true;
      },
      stall: () => output.stall(),
      dataReturns: () => output.dataReturned(),
    },
  };
});

describeContentApi('MemoryContentApi', async () => {
  const api = new MemoryContentApi(MEMORY_CATALOGUE, new MemoryClock());
  return {
    api,
    setReachable: (isReachable) => {
      api.faults.isUnreachable = !isReachable;
    },
    ...KNOWN_CONTENT,
  };
});

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
