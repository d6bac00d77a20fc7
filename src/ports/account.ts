import type { SecondFactor, Attributes, FactorChange, SecondFactors } from '../domain/sign-in.ts';
import type { Result } from '../domain/result.ts';
import type { Instant } from '../domain/time.ts';

/** A contact that the listener verifies by a code. The value is the attribute's name at the sign-in service. */
export type Contact = 'email' | 'phone_number';

/** An address or a number, and whether a code has verified it. */
export type ContactDetail = { readonly value: string; readonly isVerified: boolean };

/** What the sign-in service has stored about a listener. Null means that a contact is not stored. */
export type SignInDetails = {
  readonly email: ContactDetail | null;
  readonly phoneNumber: ContactDetail | null;
  /** Only the factors that this product knows (ACC-28). */
  readonly secondFactors: SecondFactors;
  /** True if the service names a factor that this product does not know (ACC-28). */
  readonly hasUnknownFactor: boolean;
};

/** A browser or an app that the listener has signed in with. */
export type Device = {
  readonly key: string;
  /** Empty if the device has reported no name. */
  readonly name: string;
  readonly isRemembered: boolean;
  /** True for the device of this session. */
  readonly isThisOne: boolean;
  readonly lastUsedAt: Instant | null;
};

/** A passkey that signs the listener in without a password. */
export type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Instant | null;
  /** Null if it was not used yet, or if the service does not say it. */
  readonly usedAt: Instant | null;
};

/** One page of devices. Pass `next` to `devices` for the following page; it is null on the last page. */
export type DevicePage = { readonly devices: readonly Device[]; readonly next: string | null };

/**
 * Why an account call failed. `message` is shown to the listener.
 *
 * - `invalid-input`: a value is empty or not acceptable; `field` says which
 * - `refused`: a wrong password or code, or too many attempts
 * - `old-sign-in`: the listener has to sign in again before this change (SES-163)
 * - `no-session`: nobody is signed in ('User is not authenticated')
 * - `not-permitted`: the access token lacks the scope to read the details (ACC-4)
 * - `not-configured`: the service does not offer this, for example device tracking (ACC-32)
 * - `unreachable`: the service could not be reached
 * - `unknown`: anything else
 */
export type AccountFailure = {
  readonly kind:
    | 'invalid-input'
    | 'refused'
    | 'old-sign-in'
    | 'no-session'
    | 'not-permitted'
    | 'not-configured'
    | 'unreachable'
    | 'unknown';
  readonly message: string;
  readonly field?: 'name' | 'email' | 'phone-number' | 'code' | 'password' | 'new-password' | 'device-name';
};

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

/** What a signed-in listener can see and change at the sign-in service. No method rejects. */
export interface AccountApi {
  /** Returns the contacts and the second factors of the listener. Fails with `not-permitted` without the scope for it (ACC-4). */
  details(): Outcome<SignInDetails>;
  /**
   * Changes attributes, by their names at the service. Skips those that a listener cannot change (ACC-17).
   * A new address or number counts after `verify`. `codeSent` names the contacts that a code was sent to.
   */
  updateAttributes(changes: Attributes): Outcome<{ readonly codeSent: readonly Contact[] }>;
  /** Sends a code to the address or number that the service has stored. */
  sendCode(contact: Contact): Outcome<void>;
  /** Confirms an address or number by the code that was sent to it. */
  verify(proof: { readonly contact: Contact; readonly code: string }): Outcome<void>;
  /** Removes the stored phone number. Succeeds if there is none. */
  removePhoneNumber(): Outcome<void>;
  /** Replaces the password. A wrong `password` fails with `refused`, an unacceptable `newPassword` with `invalid-input`. */
  changePassword(change: { readonly password: string; readonly newPassword: string }): Outcome<void>;
  /** Returns a base32 secret for an authenticator app. The app counts after `confirmAuthenticator` (ACC-24). */
  newAuthenticator(): Outcome<{ readonly secret: string }>;
  /** Confirms the app of `newAuthenticator` by a code that it shows now. The app is named `deviceName`. A wrong code fails with `refused`. */
  confirmAuthenticator(proof: { readonly code: string; readonly deviceName: string }): Outcome<void>;
  /**
   * Turns second factors on or off. A factor that is not named stays as it is.
   * Fails if no factor is named, or if a factor that is off is preferred (ACC-27).
   */
  setSecondFactors(changes: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Outcome<void>;
  /**
   * Lists the devices, 60 a page (ACC-29).
   *
   * @param after `next` of the page before; null for the first page
   */
  devices(after: string | null): Outcome<DevicePage>;
  /** Remembers the device with this key, or no longer. Fails with `not-configured` without device tracking (ACC-32). */
  setDeviceRemembered(key: string, isRemembered: boolean): Outcome<void>;
  /** Removes the device with this key from the list. Fails with `not-configured` without device tracking (ACC-32). */
  forgetDevice(key: string): Outcome<void>;
  /** Lists the passkeys, the oldest first. */
  passkeys(): Outcome<readonly Passkey[]>;
  /** Lets the browser make a passkey, and stores it. Fails with `refused` if the sign-in was too long ago (SES-137). */
  addPasskey(): Outcome<void>;
  /** Gives a passkey another name. Only the embedded provider can. */
  renamePasskey(id: string, name: string): Outcome<void>;
  /** Removes a passkey. Nobody signs in with it any more. */
  removePasskey(id: string): Outcome<void>;
  /** Deletes the account at the service. The caller then calls `Auth.accountDeleted` to delete the tokens. */
  deleteAccount(): Outcome<void>;
}
