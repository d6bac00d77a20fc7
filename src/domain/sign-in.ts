import { message } from './message.ts';

/** A second factor of a listener: codes by SMS, or codes of an authenticator app. */
export type SecondFactor = 'sms' | 'authenticator';

/**
 * A challenge of the sign-in service before it lets a listener in.
 *
 * - `new-password-required`: somebody else chose the password; `attributes` are the details that the service also
 *   requires, with their stored values
 * - `sms-code`: the code sent to `destination`, which the service masks; null if it names none
 * - `authenticator-code`: the code that `device` shows
 * - `authenticator-setup`: an authenticator has to be set up with `secret` (base32), and to show its first code
 * - `factor-choice`: which of several second factors to use
 * - `custom`: any other challenge of the provider, sent to `destination`
 */
export type SignInChallenge =
  | { readonly kind: 'new-password-required'; readonly attributes: Attributes }
  | { readonly kind: 'sms-code'; readonly destination: string | null }
  | { readonly kind: 'authenticator-code'; readonly device: string }
  | { readonly kind: 'authenticator-setup'; readonly secret: string }
  | { readonly kind: 'factor-choice'; readonly factors: readonly SecondFactor[] }
  | { readonly kind: 'custom'; readonly destination: string | null };

/** The listener's response to a challenge. */
export type ChallengeResponse = 'new-password' | 'code' | 'response' | 'factor';

const RESPONSE_TO: Readonly<Record<SignInChallenge['kind'], ChallengeResponse>> = {
  'new-password-required': 'new-password',
  'sms-code': 'code',
  'authenticator-code': 'code',
  'authenticator-setup': 'code',
  'factor-choice': 'factor',
  custom: 'response',
};

/**
 * The stage of a sign-in. `asking`: the service is checking the password, or the response to the challenge `before`.
 */
export type SignInStage =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'challenged'; readonly challenge: SignInChallenge }
  | { readonly kind: 'asking'; readonly before: SignInChallenge | null }
  | { readonly kind: 'signed-in' };

/** What moves a sign-in from one stage to the next. */
export type SignInEvent =
  | { readonly kind: 'password-sent' }
  | { readonly kind: 'response-sent'; readonly response: ChallengeResponse }
  | { readonly kind: 'challenged'; readonly challenge: SignInChallenge }
  | { readonly kind: 'let-in' }
  /** The password or response is wrong, or nobody could be reached. The listener may try again. */
  | { readonly kind: 'refused' }
  /** The service no longer knows the challenge. */
  | { readonly kind: 'expired' }
  /** The listener starts over or signs out. */
  | { readonly kind: 'abandoned' };

/** The stage before a sign-in. */
export const SIGNED_OUT: SignInStage = { kind: 'signed-out' };

const atRest = (challenge: SignInChallenge | null): SignInStage =>
  challenge === null ? SIGNED_OUT : { kind: 'challenged', challenge };

/** The stage after an event. Null if the event cannot happen in this stage (SES-9). */
export const signInAfter = (stage: SignInStage, event: SignInEvent): SignInStage | null => {
  switch (event.kind) {
    case 'abandoned':
      return SIGNED_OUT;
    case 'password-sent':
      // Only one password sign-in may be pending at a time.
      return stage.kind === 'asking' ? null : { kind: 'asking', before: null };
    case 'response-sent':
      return stage.kind === 'challenged' && RESPONSE_TO[stage.challenge.kind] === event.response
        ? { kind: 'asking', before: stage.challenge }
        : null;
    case 'challenged':
      return stage.kind === 'asking' ? { kind: 'challenged', challenge: event.challenge } : null;
    case 'let-in':
      return stage.kind === 'asking' ? { kind: 'signed-in' } : null;
    case 'refused':
      return stage.kind === 'asking' ? atRest(stage.before) : null;
    case 'expired':
      return stage.kind === 'asking' ? SIGNED_OUT : null;
  }
};

/** Which second factors are on, and which one is preferred. Null lets the sign-in ask which one to use. */
export type SecondFactors = {
  readonly enabled: readonly SecondFactor[];
  readonly preferred: SecondFactor | null;
};

/** The change of one second factor. */
export type FactorChange = { readonly isOn: boolean; readonly isPreferred: boolean };

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
export const factorChanges = (
  before: SecondFactors,
  after: SecondFactors,
): Readonly<Partial<Record<SecondFactor, FactorChange>>> =>
  Object.fromEntries(
    SECOND_FACTORS.filter((each) => before.enabled.includes(each) || after.enabled.includes(each)).map(
      (each) => [each, { isOn: after.enabled.includes(each), isPreferred: after.preferred === each }],
    ),
  );

/** The default name of a TOTP device. */
export const DEFAULT_TOTP_DEVICE = message('My TOTP device');

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
