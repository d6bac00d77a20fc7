// Proves SES-64.
import { describe, expect, test } from 'vitest';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { OnboardingState } from '../../src/application/session/onboarding-state.ts';
import { observed } from '../../src/composition/observed.ts';
import { persistOnboarding } from '../../src/composition/reactions/persist-onboarding.ts';

const KEY = 'onboarding';

const opened = (store: MemoryKeyValueStore) => {
  const onboarding = observed(new OnboardingState());
  persistOnboarding(store, onboarding, new MemoryLog());
  return onboarding;
};

describe('the onboarding', () => {
  test('continues after a reload', () => {
    const store = new MemoryKeyValueStore();
    const before = opened(store);
    before.accountCreated();
    before.signedIn();
    before.leadsTo('/library');
    before.forYouShown();
    expect(opened(store).store).toEqual({
      awaitsForYou: false,
      awaitsHome: true,
      awaitsOffer: true,
      from: '/library',
    });
  });

  test('deletes its stored steps once it is over', () => {
    const store = new MemoryKeyValueStore();
    const onboarding = opened(store);
    onboarding.accountCreated();
    onboarding.signedIn();
    onboarding.leadsTo('/library');
    onboarding.homeShown();
    onboarding.offerShown();
    expect(store.keys()).toEqual([]);
  });

  test.each(['', 'null', '{}', '{"awaitsForYou":1}', '{"awaitsOffer":true'])(
    'counts as over when what was kept cannot be read: %s',
    (kept) => {
      const store = new MemoryKeyValueStore();
      store.set(KEY, kept);
      expect(opened(store).store).toEqual(new OnboardingState().store);
    },
  );
});
