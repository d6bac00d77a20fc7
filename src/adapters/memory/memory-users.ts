import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { ok } from '../../domain/result.ts';
import { userId } from '../../domain/account/user.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { PageKey, UserApi } from '../../ports/content-api.ts';
import { pageOf } from './memory-content.ts';
import type { MemoryContent } from './memory-content.ts';
import type { MemoryFaults } from './memory-faults.ts';

type LoginAttempt = { readonly email: string; readonly success: boolean };

/** The user calls over a provider in memory, which records sign-ins and password resets. */
export class MemoryUsers implements UserApi {
  private codes = 0;
  /** Every reported sign-in, in order. */
  loginAttempts: readonly LoginAttempt[] = [];
  /** The addresses for which a code was asked, in order. */
  passwordResets: readonly string[] = [];

  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
  ) {}

  async me(cancellation?: Cancellation) {
    return this.faults.respond('users.me', cancellation, () => ok(this.content.user));
  }

  async update(changes: { readonly name?: string; readonly email?: string }) {
    return this.faults.respond('users.update', undefined, () => {
      this.content.user = { ...this.content.user, ...changes };
      return ok(undefined);
    });
  }

  async passwordChanged() {
    return this.faults.respond('users.passwordChanged', undefined, () => ok(undefined));
  }

  async requestPasswordReset(email: string) {
    return this.faults.respond('users.requestPasswordReset', undefined, () => {
      this.passwordResets = [...this.passwordResets, email];
      return ok(undefined);
    });
  }

  async createAccount({ email, name }: { readonly email: string; readonly name: string }) {
    return this.faults.respond('users.createAccount', undefined, () => {
      this.content.user = { ...this.content.user, id: userId(email), email, name };
      return ok(undefined);
    });
  }

  async recordLoginAttempt(attempt: LoginAttempt) {
    return this.faults.respond('users.recordLoginAttempt', undefined, () => {
      this.loginAttempts = [...this.loginAttempts, attempt];
      return ok(undefined);
    });
  }

  async purchased(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('users.purchased', cancellation, () => {
      const bought = this.content.items((item) => item.isPurchased);
      return ok(pageOf(bought, PAGE_SIZES.purchases, page));
    });
  }

  async exportData() {
    return this.faults.respond('users.exportData', undefined, () =>
      ok(JSON.stringify({ account: this.content.user }, null, 2)),
    );
  }

  async billingCode() {
    return this.faults.respond('users.billingCode', undefined, () => {
      this.codes += 1;
      return ok(`billing-code-${this.codes}`);
    });
  }
}
