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

/** The default name of a TOTP device. */
export const DEFAULT_TOTP_DEVICE = 'My TOTP device';

/**
 * The address in the QR code by which an authenticator app sets itself up.
 *
 * @param secret in base32, as the sign-in service gave it
 * @param issuer the product's name in the app
 * @param account the account's name in the app, such as an e-mail address (ACC-23)
 */
export const otpauthAddress = (secret: string, issuer: string, account: string): string => {
  const [product, name] = [issuer, account].map((text) =>
    // A colon separates issuer and account, so neither may contain one. Half of a surrogate pair cannot be encoded.
    encodeURIComponent(text.replaceAll(':', '').toWellFormed()),
  );
  return `otpauth://totp/${product}:${name}?secret=${encodeURIComponent(secret)}&issuer=${product}`;
};

/** Splits a secret into groups of four characters, which are easier to type. */
export const readableSecret = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';

/** Attributes of a listener at the sign-in service, by their names there, such as `name` or `phone_number`. */
export type Attributes = Readonly<Record<string, string>>;

/** Leaves out `sub` and every attribute that says that something was verified (ACC-17). */
export const updatableAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => name !== 'sub' && !name.includes('_verified')),
  );
