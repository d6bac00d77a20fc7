import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type {
  AuthFailure,
  Registration,
  HostedArrival,
  HostedLogin,
  HostedWay,
} from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/platform.ts';
import type { MemoryAuth } from './memory-auth.ts';
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

const LEAVING_DEADLINE = milliseconds(3000);

/** A hosted login in memory. Its page sends a listener back with the query that `returnQueryFor` makes. */
export class MemoryHostedLogin implements HostedLogin {
  /** True if the sign-in screen offers the hosted login. */
  isOffered = true;
  /** How the last login was to be begun. */
  lastWay: HostedWay | null = null;
  /** True after the page was left for the sign-out. */
  hasLeft = false;
  private readonly away = new Map<string, string>();
  private readonly codes = new Map<string, string>();

  constructor(
    private readonly auth: MemoryAuth,
    private readonly clock: Clock,
  ) {}

  async begin(onwards: string, way?: HostedWay): Promise<Result<void, AuthFailure>> {
    this.lastWay = way ?? null;
    this.away.set(`state-${this.away.size + 1}`, onwards);
    return ok(undefined);
  }

  /** Returns the query string that the most recent login would add to the return address for this listener. */
  returnQueryFor(email: string): string {
    const code = `code-${this.codes.size + 1}`;
    this.codes.set(code, email);
    return `?code=${code}&state=${[...this.away.keys()].at(-1) ?? ''}`;
  }

  arrive(query: string): HostedArrival | null {
    const parameters = new URLSearchParams(query);
    const code = parameters.get('code');
    const error = parameters.get('error');
    if (code === null && error === null) return null;
    const state = parameters.get('state') ?? '';
    const onwards = this.away.get(state) ?? null;
    this.away.delete(state);
    if (onwards === null) return { onwards, done: this.refused('Invalid state in OAuth flow') };
    const email = this.codes.get(code ?? '');
    this.codes.delete(code ?? '');
    return { onwards, done: email === undefined ? this.refused('Authentication Error') : this.signIn(email) };
  }

  async leave(): Promise<Result<void, AuthFailure>> {
    this.hasLeft = true;
    await this.clock.after(LEAVING_DEADLINE);
    return failed({ kind: 'unreachable', message: 'Signout timeout fail' });
  }

  private async refused(message: string): Promise<Result<void, AuthFailure>> {
    return failed({ kind: 'refused', message });
  }

  private async signIn(email: string): Promise<Result<void, AuthFailure>> {
    await Promise.resolve();
    this.auth.adopt(email);
    return ok(undefined);
  }
}
