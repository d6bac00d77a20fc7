import type { Attributes } from '../domain/account/attributes.ts';
import type { Result } from '../domain/result.ts';
import type { FactorWish, SecondFactors } from '../domain/account/second-factors.ts';
import type { SecondFactor } from '../domain/sign-in.ts';
import type { Instant } from '../domain/time.ts';

/** A way to reach a listener that a code can prove, by its attribute's name. */
export type Contact = 'email' | 'phone_number';

/** An address or a number, and whether a code has proven it. */
export type ContactDetail = { readonly value: string; readonly isVerified: boolean };

/** What the sign-in service holds about a listener; null where it holds nothing. */
export type SignInDetails = {
  readonly email: ContactDetail | null;
  readonly phoneNumber: ContactDetail | null;
  /** Those that are known here. */
  readonly secondFactors: SecondFactors;
  /** Whether the service names a factor that is unknown here. */
  readonly hasUnknownFactor: boolean;
};

/** A browser or an app that signed in (section 4: remembered or not_remembered). */
export type Device = {
  readonly key: string;
  /** Empty when it told none. */
  readonly name: string;
  readonly isRemembered: boolean;
  /** Whether it is the one that this session belongs to. */
  readonly isThisOne: boolean;
  readonly lastUsedAt: Instant | null;
};

/** A page of devices; `next` is null at its end. */
export type DevicePage = { readonly devices: readonly Device[]; readonly next: string | null };

/**
 * Why something about the account could not be done; `message` is for the listener.
 *
 * - `invalid-input`: a value is empty or not acceptable; `field` says which
 * - `refused`: a wrong password or code, or too many attempts
 * - `no-session`: nobody is signed in ('User is not authenticated')
 * - `not-permitted`: the session may not see what the sign-in service holds (section 6, user-admin scope)
 * - `not-configured`: the service does not do this at all, such as tracking devices
 * - `unreachable`: the service could not be asked
 * - `unknown`: anything else
 */
export type AccountFailure = {
  readonly kind:
    | 'invalid-input'
    | 'refused'
    | 'no-session'
    | 'not-permitted'
    | 'not-configured'
    | 'unreachable'
    | 'unknown';
  readonly message: string;
  readonly field?: 'name' | 'email' | 'phone-number' | 'code' | 'password' | 'new-password' | 'device-name';
};

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

/** What a signed-in listener may see and change at the sign-in service (section 7). */
export interface AccountApi {
  details(): Outcome<SignInDetails>;
  /**
   * Changes attributes by their names at the service; those that are not a listener's to change are skipped
   * (section 5). A new address or number counts when its code is given: `codeSent` names those on their way.
   */
  updateAttributes(changes: Attributes): Outcome<{ readonly codeSent: readonly Contact[] }>;
  /** Sends a code to the address or number that is held now. */
  sendCode(contact: Contact): Outcome<void>;
  verify(proof: { readonly contact: Contact; readonly code: string }): Outcome<void>;
  removePhoneNumber(): Outcome<void>;
  changePassword(change: { readonly password: string; readonly newPassword: string }): Outcome<void>;
  /** A secret for an authenticator app, base32; nothing is asked for before it was confirmed. */
  newAuthenticator(): Outcome<{ readonly secret: string }>;
  confirmAuthenticator(proof: { readonly code: string; readonly deviceName: string }): Outcome<void>;
  /**
   * Turns second factors on or off. A method that is not named stays as it is; to name none, or to prefer one
   * that is off, fails.
   */
  setSecondFactors(wishes: Readonly<Partial<Record<SecondFactor, FactorWish>>>): Outcome<void>;
  /** The devices, 60 a page (section 9), after the page that ended with `after`. */
  devices(after: string | null): Outcome<DevicePage>;
  setDeviceRemembered(key: string, isRemembered: boolean): Outcome<void>;
  forgetDevice(key: string): Outcome<void>;
  /** Removes the account for good; the tokens here are left to `Auth`. */
  deleteAccount(): Outcome<void>;
}
