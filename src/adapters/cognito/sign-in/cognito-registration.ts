import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { AuthFailure, Registration } from '../../../ports/auth.ts';
import type { Clock, Log } from '../../../ports/platform.ts';
import { composed } from '../password-forms.ts';
import { MESSAGES } from '../messages.ts';
import { giveUpAfter, retried } from '../within.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { PoolClient, PoolExchange } from '../pool-client.ts';
import { type Ending, endingOf, isThrottled, toAuthFailure } from '../vendor-errors.ts';

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;
type Field = NonNullable<AuthFailure['field']>;

const DEADLINE = milliseconds(20_000);

export class CognitoRegistration implements Registration {
  constructor(
    private readonly pool: PoolClient,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async signUp(account: {
    readonly email: string;
    readonly password: string;
    readonly firstName: string;
  }): Outcome<{ readonly needsConfirmation: boolean }> {
    const email = account.email.trim();
    if (email === '') return empty('email', MESSAGES.emptyUsername);
    if (account.password === '') return empty('password', MESSAGES.emptyPassword);
    const signedUp = await this.call(
      async (exchange) =>
        exchange.signUp({
          email,
          password: composed(account.password),
          firstName: account.firstName.trim(),
        }),
      MESSAGES.errorCreatingAccount,
    );
    return signedUp.ok
      ? ok({ needsConfirmation: !signedUp.value.isConfirmed })
      : failed(inField(signedUp.error, { email: 'email', password: 'password' }));
  }

  async confirmSignUp({ email, code }: { readonly email: string; readonly code: string }): Outcome<void> {
    if (email.trim() === '') return empty('email', MESSAGES.emptyUsername);
    if (code.trim() === '') return empty('code', MESSAGES.emptyCode);
    const confirmed = await this.call(async (exchange) =>
      exchange.user(email.trim()).confirmSignUp(code.replaceAll(/\s/gu, '')),
    );
    return confirmed.ok ? confirmed : failed(inField(confirmed.error, { code: 'code' }));
  }

  async resendConfirmationCode(email: string): Outcome<void> {
    if (email.trim() === '') return empty('email', MESSAGES.emptyUsername);
    return this.call(async (exchange) => exchange.user(email.trim()).resendConfirmationCode());
  }

  async resendResetCode(email: string): Outcome<void> {
    if (email.trim() === '') return empty('email', MESSAGES.emptyUsername);
    return this.call(async (exchange) => exchange.user(email.trim()).forgotPassword());
  }

  async resetPassword(reset: {
    readonly email: string;
    readonly code: string;
    readonly newPassword: string;
  }): Outcome<void> {
    if (reset.email.trim() === '') return empty('email', MESSAGES.emptyUsername);
    if (reset.code.trim() === '') return empty('code', MESSAGES.emptyCode);
    if (reset.newPassword === '') return empty('new-password', MESSAGES.emptyPassword);
    const done = await this.call(async (exchange) =>
      exchange
        .user(reset.email.trim())
        .confirmPassword(reset.code.replaceAll(/\s/gu, ''), composed(reset.newPassword)),
    );
    return done.ok ? done : failed(inField(done.error, { code: 'code', password: 'new-password' }));
  }

  private async call<Value>(
    work: (exchange: PoolExchange) => Promise<Value>,
    otherwise: string = MESSAGES.authenticationError,
  ): Outcome<Value> {
    try {
      const { clock } = this;
      const ending = await giveUpAfter(clock, DEADLINE, async (signal) =>
        retried(async () => this.ending(work, signal), isThrottled, { clock, signal }),
      );
      if (ending === null) return failed({ kind: 'unreachable', message: MESSAGES.networkError });
      return 'value' in ending ? ok(ending.value) : failed(toAuthFailure(ending.error, otherwise));
    } catch (error) {
      this.log.warn('The sign-in library could not be used', { reason: String(error) });
      return failed({ kind: 'unreachable', message: MESSAGES.networkError });
    }
  }

  private async ending<Value>(
    work: (exchange: PoolExchange) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Ending<Value>> {
    const exchange = await this.pool.exchange(new ScratchStorage(), signal);
    return endingOf(work(exchange));
  }
}

const empty = (field: Field, message: string) =>
  failed<AuthFailure>({ kind: 'invalid-input', message, field });

/** The words of the service for an address, a password and a code. */
const NAMED = /\b(?:(username|e-?mail)|(password)|confirmation ?code)\b/iu;

/** Returns the field that a sentence names first. A sentence about a password may name the address later. */
const namedIn = (message: string): 'email' | 'password' | 'code' | null => {
  const named = NAMED.exec(message);
  if (named === null) return null;
  const [, address, password] = named;
  if (address !== undefined) return 'email';
  return password === undefined ? 'code' : 'password';
};

/**
 * Adds the field to a failure for invalid input, if the form has the field that the sentence names (SES-58). Any other
 * failure is about the whole form.
 */
const inField = (
  failure: AuthFailure,
  fields: Readonly<Partial<Record<'email' | 'password' | 'code', Field>>>,
): AuthFailure => {
  const named = failure.kind === 'invalid-input' ? namedIn(failure.message) : null;
  const field = named === null ? undefined : fields[named];
  if (field === undefined || failure.field !== undefined) return failure;
  // The service calls the address a username. The form has no field of that name.
  return { ...failure, field, message: named === 'email' ? MESSAGES.notAnEmail : failure.message };
};
