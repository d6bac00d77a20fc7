import type { SecondFactor } from '../sign-in.ts';

/** Which second factors are on, and which of them is asked for; null leaves the choice to the sign-in. */
export type SecondFactors = {
  readonly enabled: readonly SecondFactor[];
  readonly preferred: SecondFactor | null;
};

/** What becomes of one second factor. */
export type FactorWish = { readonly isOn: boolean; readonly isPreferred: boolean };

export const SECOND_FACTORS: readonly SecondFactor[] = ['authenticator', 'sms'];

/** The first one to be turned on is preferred by itself; a later one leaves the preference as it is. */
export const turnedOn = ({ enabled, preferred }: SecondFactors, factor: SecondFactor): SecondFactors => ({
  enabled: SECOND_FACTORS.filter((each) => each === factor || enabled.includes(each)),
  preferred: enabled.length === 0 ? factor : preferred,
});

/** What is left takes over the preference, so that the sign-in asks for it without a choice of one. */
export const turnedOff = (factors: SecondFactors, factor: SecondFactor): SecondFactors => {
  const enabled = factors.enabled.filter((each) => each !== factor);
  const preferred = factors.preferred === factor ? (enabled[0] ?? null) : factors.preferred;
  return { enabled, preferred };
};

/** Prefers a factor that is on; one that is off leaves everything as it is. */
export const preferring = (factors: SecondFactors, factor: SecondFactor): SecondFactors =>
  factors.enabled.includes(factor) ? { ...factors, preferred: factor } : factors;

/** What leads from one setting to another: every factor that is on before or after. */
export const wishesFor = (
  before: SecondFactors,
  after: SecondFactors,
): Readonly<Partial<Record<SecondFactor, FactorWish>>> =>
  Object.fromEntries(
    SECOND_FACTORS.filter((each) => before.enabled.includes(each) || after.enabled.includes(each)).map(
      (each) => [each, { isOn: after.enabled.includes(each), isPreferred: after.preferred === each }],
    ),
  );
