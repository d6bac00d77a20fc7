import type { Result } from '../domain/result.ts';
import type { AuthFailure } from './auth.ts';

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/**
 * Accounts before there is a session (section 7, sign-in service): making one, and getting back into
 * one whose password is lost. Codes arrive by e-mail.
 */
export interface Registration {
  /** Registers a listener; `needsConfirmation` when the address has to be confirmed first. */
  signUp(account: {
    readonly email: string;
    readonly password: string;
    readonly firstName: string;
  }): Outcome<{ readonly needsConfirmation: boolean }>;
  confirmSignUp(confirmation: { readonly email: string; readonly code: string }): Outcome<void>;
  resendConfirmationCode(email: string): Outcome<void>;
  /** Sends the code that sets a new password again. */
  resendResetCode(email: string): Outcome<void>;
  resetPassword(reset: {
    readonly email: string;
    readonly code: string;
    readonly newPassword: string;
  }): Outcome<void>;
}
