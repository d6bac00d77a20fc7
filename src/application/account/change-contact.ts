import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure, Contact } from '../../ports/account.ts';
import type { UserApi } from '../../ports/content-api.ts';
import { saveFailure } from './save-failure.ts';
import { AccountState } from './account-state.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

/** A new e-mail address or phone number. `isVerified` is true once its code was accepted. */
type Pending = { readonly contact: Contact; readonly value: string; readonly isVerified: boolean };

/** The next step for the listener. */
export type ContactStep = 'code-needed' | 'changed';

/**
 * Changes the listener's e-mail address or phone number. The sign-in service accepts it once the code sent there is
 * given. An e-mail address is reported to the provider after that.
 */
export class ChangeContact {
  static readonly inject: Inject<typeof ChangeContact> = [
    PORTS.account,
    PORTS.userApi,
    AccountState,
    UserState,
  ];
  private pending: Pending | null = null;

  constructor(
    private readonly account: AccountApi,
    private readonly users: UserApi,
    private readonly state: AccountState,
    private readonly user: UserState,
  ) {}

  async change(contact: Contact, text: string): Outcome<ContactStep> {
    const value = text.trim();
    const stored = contact === 'email' ? this.state.email : this.state.phoneNumber;
    if (value !== '' && stored?.isVerified === true && stored.value === value) {
      // Verified before, but an earlier report to the provider may have failed.
      return this.finish({ contact, value, isVerified: true });
    }
    const requested = await this.requestCode(contact, value);
    if (!requested.ok) return requested;
    this.pending = { contact, value, isVerified: false };
    return ok('code-needed');
  }

  async resendCode(): Outcome<void> {
    const { pending } = this;
    return pending === null ? ok(undefined) : this.requestCode(pending.contact, pending.value);
  }

  async confirm(code: string): Outcome<ContactStep> {
    const { pending } = this;
    if (pending === null) return ok('changed');
    if (!pending.isVerified) {
      const verified = await this.account.verify({ contact: pending.contact, code });
      if (!verified.ok) return verified;
      this.state.setVerifiedContact(pending.contact, pending.value);
      // A code is valid once. If the report to the provider fails now, the next attempt only repeats the report.
      this.pending = { ...pending, isVerified: true };
    }
    return this.finish(pending);
  }

  private async requestCode(contact: Contact, value: string): Outcome<void> {
    const updated = await this.account.updateAttributes({ [contact]: value });
    if (!updated.ok) return updated;
    // If the service sends no code by itself, a code is requested.
    return updated.value.codeSent.includes(contact) ? ok(undefined) : this.account.sendCode(contact);
  }

  private async finish({ contact, value }: Pending): Outcome<ContactStep> {
    if (contact === 'email' && value !== this.user.user.email) {
      const saved = await this.users.update({ email: value });
      if (!saved.ok) return failed(saveFailure(saved.error));
      this.user.changeProfile({ email: value });
    }
    this.pending = null;
    return ok('changed');
  }
}
