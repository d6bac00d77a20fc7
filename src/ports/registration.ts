import type { Result } from '../domain/result.ts';
import type { AuthFailure } from './auth.ts';

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
