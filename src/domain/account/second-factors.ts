import type { SecondFactor } from '../sign-in.ts';

/** Which second factors are on, and which one is preferred. Null lets the sign-in ask which one to use. */
export type SecondFactors = {
  readonly enabled: readonly SecondFactor[];
  readonly preferred: SecondFactor | null;
};

/** The change of one second factor. */
export type FactorWish = { readonly isOn: boolean; readonly isPreferred: boolean };

/** The second factors that a listener can set up. */
export const SECOND_FACTORS: readonly SecondFactor[] = ['authenticator', 'sms'];

/** The first factor that is turned on becomes the preferred one. A later one does not change the preference. */
export const turnedOn = ({ enabled, preferred }: SecondFactors, factor: SecondFactor): SecondFactors => ({
  enabled: SECOND_FACTORS.filter((each) => each === factor || enabled.includes(each)),
  preferred: enabled.length === 0 ? factor : preferred,
});

/** The remaining factor becomes the preferred one, so that the sign-in does not have to ask (ACC-25, ACC-26). */
export const turnedOff = (factors: SecondFactors, factor: SecondFactor): SecondFactors => {
  const enabled = factors.enabled.filter((each) => each !== factor);
  const preferred = factors.preferred === factor ? (enabled[0] ?? null) : factors.preferred;
  return { enabled, preferred };
};

/** Prefers a factor that is on. Does nothing for a factor that is off. */
export const preferring = (factors: SecondFactors, factor: SecondFactor): SecondFactors =>
  factors.enabled.includes(factor) ? { ...factors, preferred: factor } : factors;

/** The changes from one setting to another: every factor that is on before or after. */
export const wishesFor = (
  before: SecondFactors,
  after: SecondFactors,
): Readonly<Partial<Record<SecondFactor, FactorWish>>> =>
  Object.fromEntries(
    SECOND_FACTORS.filter((each) => before.enabled.includes(each) || after.enabled.includes(each)).map(
      (each) => [each, { isOn: after.enabled.includes(each), isPreferred: after.preferred === each }],
    ),
  );
