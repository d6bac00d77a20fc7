import type { Attributes } from './account/second-factors.ts';

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
export type SignInAnswer = 'new-password' | 'code' | 'response' | 'factor';

const ANSWER_TO: Readonly<Record<SignInChallenge['kind'], SignInAnswer>> = {
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
  | { readonly kind: 'answer-sent'; readonly answer: SignInAnswer }
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
    case 'answer-sent':
      return stage.kind === 'challenged' && ANSWER_TO[stage.challenge.kind] === event.answer
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
