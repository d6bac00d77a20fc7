import type { Attributes } from '../domain/account/attributes.ts';
import type { Result } from '../domain/result.ts';
import type { SecondFactor, SignInChallenge } from '../domain/sign-in.ts';
import type { Instant } from '../domain/time.ts';
import type { Cancellation } from './cancellation.ts';
import type { Signal } from './signal.ts';

/** A bearer for the product API, good until `expiresAt`. */
export type Session = { readonly accessToken: string; readonly expiresAt: Instant };

/**
 * Why there is no session.
 *
 * - `none`: nobody is signed in
 * - `ended`: there was one and the service refused it for good (section 4, session invalid)
 * - `unreachable`: the service could not be asked; whatever is held stays held (contract 3.16)
 */
export type SessionFailure =
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly message: string }
  | { readonly kind: 'unreachable' };

/** What a step of a sign-in has led to: the session, or the next question. */
export type SignInStep =
  { readonly kind: 'signed-in' } | { readonly kind: 'challenge'; readonly challenge: SignInChallenge };

/**
 * Why a sign-in step failed; `message` is for the listener.
 *
 * - `invalid-input`: something is empty or not acceptable; `field` says which. A step of a sign-in names a field only
 *   where it was left empty, and nobody was asked
 * - `refused`: wrong credentials or code, locked or disabled
 * - `unconfirmed`: the account waits for its confirmation code
 * - `reset-required`: the password has to be reset first
 * - `busy`: another password sign-in is pending
 * - `no-challenge`: nothing was asked, or it ran out: start again
 * - `unreachable`: the service could not be asked
 * - `unknown`: anything else
 */
export type AuthFailure = {
  readonly kind:
    | 'invalid-input'
    | 'refused'
    | 'unconfirmed'
    | 'reset-required'
    | 'busy'
    | 'no-challenge'
    | 'unreachable'
    | 'unknown';
  readonly message: string;
  readonly field?:
    'email' | 'password' | 'code' | 'new-password' | 'response' | 'factor' | `attribute:${string}`;
};

/** The sign-in service (sections 4 and 7). */
export interface Auth {
  /** The current session, renewed when it is about to run out. Parallel calls share one renewal. */
  session(): Promise<Result<Session, SessionFailure>>;
  /** A session other than `refused`, which the provider did not accept although it had not run out. */
  renew(refused: Session): Promise<Result<Session, SessionFailure>>;
  /** Whether tokens are held at all, good or not: answered at once, without asking anyone. */
  holdsSession(): boolean;
  /** Whether the session that is held came by the hosted login: answered at once, without asking anyone. */
  isHosted(): boolean;
  signIn(credentials: {
    readonly email: string;
    readonly password: string;
  }): Promise<Result<SignInStep, AuthFailure>>;
  /**
   * Signs in as soon as the account is confirmed by its link, wherever that is opened (section 4): asks every
   * 5 seconds for at most 3 minutes, one question at a time, then gives up ('Please use your credentials to
   * sign in').
   */
  signInOnceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ): Promise<Result<SignInStep, AuthFailure>>;
  /** @param attributes the details that are required beside the password, by their names at the service */
  answerNewPassword(password: string, attributes?: Attributes): Promise<Result<SignInStep, AuthFailure>>;
  /** Answers every challenge that asks for a code; a new authenticator is then known by `deviceName`. */
  answerCode(code: string, deviceName?: string): Promise<Result<SignInStep, AuthFailure>>;
  /** Answers a custom challenge. */
  answerCustom(response: string): Promise<Result<SignInStep, AuthFailure>>;
  /** Chooses among the second factors that the service offers; null when none was chosen. */
  chooseFactor(factor: SecondFactor | null): Promise<Result<SignInStep, AuthFailure>>;
  /**
   * The listener begins again: what was asked is forgotten, and a reply that is still on its way signs nobody in,
   * but ends its step in `no-challenge`.
   */
  abandonSignIn(): void;
  /**
   * Forgets every token here at once and revokes them behind the listener's back; not before `lastCalls`
   * have ended, which still go out with the session, nor much later than they should have. Settles, and never
   * fails, when that is done or has been given up; a listener need not wait for it.
   */
  signOut(lastCalls?: Promise<void>): Promise<void>;
  /**
   * Ends the session of every device (section 7, GlobalSignOut), and forgets the tokens here once that is
   * done; not before `lastCalls` have ended. What fails leaves this session as it was, unless the service
   * has ended it: a listener who asked for this has to know that it did not happen.
   */
  signOutEverywhere(lastCalls?: Promise<void>): Promise<Result<void, AuthFailure>>;
  /** Forgets all that is held here of an account that is no more: there is nothing left to revoke. */
  accountDeleted(): void;
  /** A session that was found to have ended for good, wherever that was noticed; another tab's sign-out too. */
  readonly ended: Signal<{ readonly message: string }>;
}
