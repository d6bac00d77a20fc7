import { reaction } from 'mobx';
import * as v from 'valibot';
import type { OnboardingState, OnboardingStore } from '../../application/session/onboarding-state.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import { read } from './persist.ts';

const KEY = 'onboarding';

const storedOnboarding: v.GenericSchema<unknown, OnboardingStore> = v.object({
  awaitsForYou: v.boolean(),
  awaitsHome: v.boolean(),
  awaitsOffer: v.boolean(),
  from: v.nullable(v.string()),
});

/** Stores the open steps of the onboarding, so that they survive a reload (SES-64). */
export function persistOnboarding(store: KeyValueStore, onboarding: OnboardingState, log: Log): void {
  const saved = read(store, KEY, storedOnboarding);
  if (saved !== null) onboarding.restored(saved);
  reaction(
    () => onboarding.store,
    (value) => {
      if (Object.values(value).every((step) => step === null || step === false)) {
        store.delete(KEY);
        return;
      }
      const written = store.set(KEY, JSON.stringify(value));
      if (!written.ok) log.warn('The onboarding could not be kept', { kind: written.error.kind });
    },
  );
}
