import { failed, ok, type Result } from '../../domain/result.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Registration } from '../../ports/registration.ts';
import { MESSAGES } from '../messages.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Outcome = Promise<Result<void, AuthFailure>>;

/** Resets a lost password: the provider sends a code, and the sign-in service accepts it with the new password (SES-67). */
export class ResetPassword {
  static readonly inject: Inject<typeof ResetPassword> = [PORTS.userApi, PORTS.registration];

  constructor(
    private readonly users: UserApi,
    private readonly registration: Registration,
  ) {}

  async requestCode(email: string): Outcome {
    if (email.trim() === '') {
      return failed({ kind: 'invalid-input', message: MESSAGES.emailEmpty, field: 'email' });
    }
    const requested = await this.users.requestPasswordReset(email);
    return requested.ok ? ok(undefined) : failed({ kind: 'unreachable', message: MESSAGES.codeNotSent });
  }

  resendCode(email: string): Outcome {
    return this.registration.resendResetCode(email);
  }

  confirm(reset: { readonly email: string; readonly code: string; readonly newPassword: string }): Outcome {
    return this.registration.resetPassword(reset);
  }
}
