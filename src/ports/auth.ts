import type { SecondFactor, SignInChallenge, Attributes } from '../domain/sign-in.ts';
import type { Result } from '../domain/result.ts';
import type { Instant } from '../domain/time.ts';
import type { Cancellation, Signal } from './platform.ts';

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/**
 * Calls to the sign-in service that need no session: creating an account, and resetting a lost password. Codes are
 * sent by email. No method rejects.
 */
export interface Registration {
  /** Creates an account. `needsConfirmation` is true if the address must be confirmed first (SES-53). */
  signUp(account: {
    readonly email: string;
    readonly password: string;
    readonly firstName: string;
  }): Outcome<{ readonly needsConfirmation: boolean }>;
  /** Confirms the address of a new account by the code that was sent to it. A wrong or old code fails with `refused`. */
  confirmSignUp(confirmation: { readonly email: string; readonly code: string }): Outcome<void>;
  /** Sends another code for `confirmSignUp`. */
  resendConfirmationCode(email: string): Outcome<void>;
  /** Sends another code for `resetPassword`. */
  resendResetCode(email: string): Outcome<void>;
  /** Sets a new password by the code that was sent. A wrong or old code fails with `refused`, an unacceptable password with `invalid-input`. */
  resetPassword(reset: {
    readonly email: string;
    readonly code: string;
    readonly newPassword: string;
  }): Outcome<void>;
}

/** A bearer token for the product API, valid until `expiresAt`. */
export type Session = { readonly accessToken: string; readonly expiresAt: Instant };

/**
 * Why there is no session.
 *
 * - `none`: nobody is signed in
 * - `ended`: the service has ended the session (SES-34); `message` is shown to the listener
 * - `unreachable`: the service could not be reached; the stored tokens stay stored (SES-26)
 */
export type SessionFailure =
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly message: string }
  | { readonly kind: 'unreachable' };

/** The result of a step of a sign-in: a session, or the next challenge. */
export type SignInStep =
  { readonly kind: 'signed-in' } | { readonly kind: 'challenge'; readonly challenge: SignInChallenge };

/**
 * Why a call of the sign-in service failed. `message` is shown to the listener.
 *
 * - `invalid-input`: a value is empty or not acceptable; `field` says which. A step of a sign-in names a field only
 *   if it was empty; then nothing was sent (SES-10)
 * - `refused`: wrong credentials or code, locked or disabled
 * - `unconfirmed`: the account is not confirmed yet
 * - `reset-required`: the password must be reset first
 * - `busy`: another password sign-in is pending (SES-7)
 * - `no-challenge`: no challenge is pending, or it has expired; the sign-in must be started again
 * - `unreachable`: the service could not be reached
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

/** The sign-in service: sessions, the steps of a sign-in, and sign-out. No method rejects. */
export interface Auth {
  /**
   * Returns the current session. Renews it shortly before it expires; parallel calls share one renewal (SES-25).
   *
   * @param earlier the session of an earlier attempt of the same call. If another listener has signed in since, the
   *   result is `none` (SES-98)
   */
  session(earlier?: Session): Promise<Result<Session, SessionFailure>>;
  /**
   * Returns a session other than `refused`.
   *
   * @param refused a session to which the provider responded with 401 although it had not expired
   */
  renew(refused: Session): Promise<Result<Session, SessionFailure>>;
  /** True if tokens are stored, valid or not. Makes no request. */
  hasSession(): boolean;
  /** True if the stored session came by the hosted login. Makes no request. */
  isHosted(): boolean;
  /** Starts a sign-in with a password. */
  signIn(credentials: {
    readonly email: string;
    readonly password: string;
  }): Promise<Result<SignInStep, AuthFailure>>;
  /**
   * Signs in as soon as the account is confirmed by its link, on whatever device. Tries every 5 seconds for at most
   * 3 minutes, one request at a time (SES-55). Then fails with 'Please use your credentials to sign in'.
   */
  signInOnceConfirmed(
    credentials: { readonly email: string; readonly password: string },
    cancellation: Cancellation,
  ): Promise<Result<SignInStep, AuthFailure>>;
  /**
   * Responds to the challenge `new-password-required` (SES-11).
   *
   * @param attributes the details that the challenge asks for, by their names at the service
   */
  respondWithNewPassword(password: string, attributes?: Attributes): Promise<Result<SignInStep, AuthFailure>>;
  /** Responds to a challenge that asks for a code. A new authenticator app gets the name `deviceName` (SES-12). */
  respondWithCode(code: string, deviceName?: string): Promise<Result<SignInStep, AuthFailure>>;
  /** Responds to a custom challenge. */
  respondToCustom(response: string): Promise<Result<SignInStep, AuthFailure>>;
  /** Responds to the challenge `factor-choice`. Null means no selection, which fails (SES-13). */
  chooseFactor(factor: SecondFactor | null): Promise<Result<SignInStep, AuthFailure>>;
  /**
   * Gives up the current sign-in. A response that arrives later signs nobody in (SES-16); its step fails with
   * `no-challenge`.
   */
  abandonSignIn(): void;
  /**
   * Deletes the stored tokens at once and revokes them in the background (SES-42). The result settles when the
   * revocation is done or was given up, and never rejects.
   *
   * @param lastCalls calls that still use the session; the revocation waits for them for at most 3 seconds
   */
  signOut(lastCalls?: Promise<void>): Promise<void>;
  /**
   * Ends the session of every device, and then deletes the stored tokens (ACC-34). After a failure this session
   * stays as it was (ACC-35), unless the service has ended it.
   *
   * @param lastCalls calls that still use the session; they are waited for
   */
  signOutEverywhere(lastCalls?: Promise<void>): Promise<Result<void, AuthFailure>>;
  /** Deletes all that is stored here of an account that was deleted. Revokes nothing (ACC-38). */
  accountDeleted(): void;
  /** Emits when the service, or another tab, has ended the session (SES-36, SES-44). */
  readonly ended: Signal<{ readonly message: string }>;
}

/** The return of a listener from the hosted login. */
export type HostedArrival = {
  /** The path that was given to `begin`; null if this browser did not begin this login. */
  readonly onwards: string | null;
  /** The result of the sign-in. Settles within 10 seconds. */
  readonly done: Outcome<void>;
};

/** How a listener wants to sign in on the hosted page. */
export type HostedWay = 'passkey' | 'again' | { readonly provider: string; readonly isAgain?: true };

/** The sign-in on a page of the sign-in service itself. */
export interface HostedLogin {
  /** True if the configuration names a hosted login (SES-45). */
  readonly isOffered: boolean;
  /**
   * Leads the browser to the hosted page.
   *
   * @param onwards the path to open after the sign-in
   * @param way `passkey`: the page asks for a passkey at once; `again`: it asks even somebody who is signed in there;
   *   a provider: the page leads there at once (SES-153), and with `isAgain` also somebody who is signed in there
   */
  begin(onwards: string, way?: HostedWay): Outcome<void>;
  /**
   * Reads the address on which the listener has come back. Each address counts once (SES-47).
   *
   * @param query the query of the address, starting with `?`
   * @returns null if the query is no response of the hosted login; `done` fails with 'Invalid state in OAuth flow' if
   *   this browser did not begin this login
   */
  arrive(query: string): HostedArrival | null;
  /** Leads to the sign-out of the hosted login. Fails with 'Signout timeout fail' if the page is still here after 3 s. */
  leave(): Outcome<void>;
}
