import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { AuthFailure } from '../../../ports/auth.ts';
import type { Registration } from '../../../ports/registration.ts';
import type { MemoryUserPool } from './memory-user-pool.ts';

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** Registration at a pool in memory. Every account is confirmed by a code. */
export class MemoryRegistration implements Registration {
  constructor(private readonly pool: MemoryUserPool) {}

  async signUp(account: {
    readonly email: string;
    readonly password: string;
    readonly firstName: string;
  }): Outcome<{ readonly needsConfirmation: boolean }> {
    const { email, password, firstName } = account;
    return this.validated(email, [['password', password, 'Password cannot be empty']], () => {
      if (this.pool.account(email) !== null) {
        return failed({
          kind: 'refused',
          message: 'An account with the given email already exists.',
          field: 'email',
        });
      }
      this.pool.keep({ email: email.trim(), password, name: firstName, isConfirmed: false });
      this.pool.sendCode(email);
      return ok({ needsConfirmation: true });
    });
  }

  async confirmSignUp({ email, code }: { readonly email: string; readonly code: string }): Outcome<void> {
    return this.validated(email, [['code', code, 'Confirmation code cannot be empty']], () =>
      this.withCode(email, code, {}),
    );
  }

  async resendConfirmationCode(email: string): Outcome<void> {
    return this.resendResetCode(email);
  }

  async resendResetCode(email: string): Outcome<void> {
    return this.validated(email, [], () => {
      this.pool.sendCode(email);
      return ok(undefined);
    });
  }

  async resetPassword(reset: {
    readonly email: string;
    readonly code: string;
    readonly newPassword: string;
  }): Outcome<void> {
    const { email, code, newPassword } = reset;
    const fields = [
      ['code', code, 'Confirmation code cannot be empty'],
      ['new-password', newPassword, 'Password cannot be empty'],
    ] as const;
    return this.validated(email, fields, () => this.withCode(email, code, { password: newPassword }));
  }

  private withCode(
    email: string,
    code: string,
    changes: { readonly password?: string },
  ): Result<void, AuthFailure> {
    const account = this.pool.account(email);
    if (account === null || this.pool.codeFor(email) !== code.trim()) {
      return failed({
        kind: 'refused',
        message: 'Invalid verification code provided, please try again.',
        field: 'code',
      });
    }
    this.pool.keep({ ...account, ...changes, isConfirmed: true });
    return ok(undefined);
  }

  private async validated<Value>(
    email: string,
    fields: readonly (readonly [NonNullable<AuthFailure['field']>, string, string])[],
    work: () => Result<Value, AuthFailure>,
  ): Outcome<Value> {
    const required = [['email', email, 'Username cannot be empty'] as const, ...fields];
    for (const [field, value, message] of required) {
      if (value.trim() === '') return failed({ kind: 'invalid-input', message, field });
    }
    await Promise.resolve();
    return this.pool.isUnreachable ? failed({ kind: 'unreachable', message: 'Network Error' }) : work();
  }
}
