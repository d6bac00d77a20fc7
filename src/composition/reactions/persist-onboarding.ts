import * as v from 'valibot';
import type { OnboardingState, OnboardingStore } from '../../application/session/onboarding-state.ts';
import type { KeyValueStore, Log } from '../../ports/platform.ts';
import { persistValue } from './persist-value.ts';

const onboardingSchema: v.GenericSchema<unknown, OnboardingStore> = v.object({
  awaitsForYou: v.boolean(),
  awaitsHome: v.boolean(),
  awaitsOffer: v.boolean(),
  from: v.nullable(v.string()),
});

const isOver = (store: OnboardingStore): boolean =>
  Object.values(store).every((step) => step === null || step === false);

/** Stores the open steps of the onboarding, so that they survive a reload (SES-64). */
export function persistOnboarding(store: KeyValueStore, onboarding: OnboardingState, log: Log): void {
  persistValue(store, {
    key: 'onboarding',
    schema: onboardingSchema,
    restore: (stored) => onboarding.restore(stored),
    current: () => (isOver(onboarding.store) ? null : onboarding.store),
    failed: (kind) => log.warn('The onboarding could not be saved', { kind }),
  });
}
