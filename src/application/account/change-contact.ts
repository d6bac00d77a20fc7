import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { AccountApi, AccountFailure, Contact } from '../../ports/account.ts';
import type { UserApi } from '../../ports/content-api.ts';
import { saveFailure } from './save-failure.ts';
import { AccountState } from './account-state.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

/** A new address or number that waits for its code, or already has been proved by it. */
type Pending = { readonly contact: Contact; readonly value: string; readonly isProved: boolean };

/** What the listener has to do next. */
export type ContactStep = 'code-needed' | 'changed';

/**
 * Changes the listener's e-mail address or phone number: the sign-in service takes it when
 * the code that was sent there is given; an address is told to the provider after that.
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
    const held = contact === 'email' ? this.state.email : this.state.phoneNumber;
    if (value !== '' && held?.isVerified === true && held.value === value) {
      // Proved before: the provider may not have heard of it.
      return this.finish({ contact, value, isProved: true });
    }
    const asked = await this.askForCode(contact, value);
    if (!asked.ok) return asked;
    this.pending = { contact, value, isProved: false };
    return ok('code-needed');
  }

  async resendCode(): Outcome<void> {
    const { pending } = this;
    return pending === null ? ok(undefined) : this.askForCode(pending.contact, pending.value);
  }

  async confirm(code: string): Outcome<ContactStep> {
    const { pending } = this;
    if (pending === null) return ok('changed');
    if (!pending.isProved) {
      const proved = await this.account.verify({ contact: pending.contact, code });
      if (!proved.ok) return proved;
      this.state.setVerifiedContact(pending.contact, pending.value);
      // A code counts once: if the provider cannot be told now, the next attempt does only that.
      this.pending = { ...pending, isProved: true };
    }
    return this.finish(pending);
  }

  private async askForCode(contact: Contact, value: string): Outcome<void> {
    const updated = await this.account.updateAttributes({ [contact]: value });
    if (!updated.ok) return updated;
    // A service that does not send a code by itself is asked for one.
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
