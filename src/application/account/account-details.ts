import { message } from '../../domain/message.ts';
import type { AccountFailure, AccountApi, SignInDetails, Contact } from '../../ports/account.ts';
import type { BookmarkStore } from '../../ports/stored-positions.ts';
import type { ApiFailure, UserApi } from '../../ports/content-api.ts';
import { MESSAGES } from '../notices-state.ts';
import { type Result, failed, ok } from '../../domain/result.ts';
import { AccountState } from './account-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { Log } from '../../ports/platform.ts';
import { UserState } from '../session/user-state.ts';
import { turnedOff, factorChanges } from '../../domain/sign-in.ts';

/** The failure that the account page shows when the provider did not save a change. */
const saveFailure = ({ kind }: ApiFailure): AccountFailure => {
  switch (kind) {
    case 'no-session':
    case 'unauthorized':
      return { kind: 'no-session', message: MESSAGES.notAuthenticated };
    case 'unreachable':
    case 'timeout':
      return { kind: 'unreachable', message: MESSAGES.saveFailed };
    default:
      return { kind: 'unknown', message: MESSAGES.saveFailed };
  }
};

type Outcome<Value> = Promise<Result<Value, AccountFailure>>;

/** A new e-mail address or phone number. `isVerified` is true once its code was accepted (ACC-14). */
type Pending = { readonly contact: Contact; readonly value: string; readonly isVerified: boolean };

export type ContactStep = 'code-needed' | 'changed';

/** The listener's data at the sign-in service and at the provider: name, e-mail address, phone number, password. */
export class AccountDetails {
  static readonly inject: Inject<typeof AccountDetails> = [
    PORTS.account,
    AccountState,
    PORTS.userApi,
    UserState,
    PORTS.log,
    PORTS.bookmarks,
  ];

  private pending: Pending | null = null;

  constructor(
    private readonly account: AccountApi,
    private readonly state: AccountState,
    private readonly users: UserApi,
    private readonly user: UserState,
    private readonly log: Log,
    private readonly bookmarks: BookmarkStore,
  ) {}

  /** Fetches the listener's data at the sign-in service, for the account page. */
  async load(): Promise<Result<SignInDetails, AccountFailure>> {
    this.state.startLoadingDetails();
    const details = await this.account.details();
    if (details.ok) this.state.setDetails(details.value);
    else this.state.failDetails(details.error);
    return details;
  }

  /**
   * Changes the listener's name: first at the provider, whose name is shown, then at the sign-in service, which stores a
   * copy (ACC-9).
   */
  async changeName(text: string): Promise<Result<void, AccountFailure>> {
    const name = text.trim();
    if (name === '') return failed({ kind: 'invalid-input', message: MESSAGES.nameEmpty, field: 'name' });
    if (name === this.user.user.name) return ok(undefined);
    const saved = await this.users.update({ name });
    if (!saved.ok) return failed(saveFailure(saved.error));
    this.user.changeProfile({ name });
    const copied = await this.account.updateAttributes({ name });
    if (!copied.ok) {
      this.log.warn('The sign-in service keeps an earlier name', { kind: copied.error.kind });
    }
    return ok(undefined);
  }

  /**
   * Changes the listener's e-mail address or phone number. The sign-in service accepts it once the code sent there is
   * given. An e-mail address is reported to the provider after that (ACC-12, ACC-13).
   */
  async changeContact(contact: Contact, text: string): Outcome<ContactStep> {
    const value = text.trim();
    const stored = contact === 'email' ? this.state.email : this.state.phoneNumber;
    if (value !== '' && stored?.isVerified === true && stored.value === value) {
      // Verified before, but an earlier report to the provider may have failed.
      return this.finishContact({ contact, value, isVerified: true });
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

  async confirmContact(code: string): Outcome<ContactStep> {
    const { pending } = this;
    if (pending === null) return ok('changed');
    if (!pending.isVerified) {
      const verified = await this.account.verify({ contact: pending.contact, code });
      if (!verified.ok) return verified;
      this.state.setVerifiedContact(pending.contact, pending.value);
      // A code is valid once. If the report to the provider fails now, the next attempt only repeats the report.
      this.pending = { ...pending, isVerified: true };
    }
    return this.finishContact(pending);
  }

  private async requestCode(contact: Contact, value: string): Outcome<void> {
    const updated = await this.account.updateAttributes({ [contact]: value });
    if (!updated.ok) return updated;
    // If the service sends no code by itself, a code is requested.
    return updated.value.codeSent.includes(contact) ? ok(undefined) : this.account.sendCode(contact);
  }

  private async finishContact({ contact, value }: Pending): Outcome<ContactStep> {
    if (contact === 'email' && value !== this.user.user.email) {
      const saved = await this.users.update({ email: value });
      if (!saved.ok) return failed(saveFailure(saved.error));
      this.user.changeProfile({ email: value });
    }
    this.pending = null;
    return ok('changed');
  }

  /** Removes the phone number, and turns off codes by SMS (ACC-19). */
  async removePhoneNumber(): Promise<Result<void, AccountFailure>> {
    const factors = this.state.secondFactors;
    if (factors?.enabled.includes('sms') === true) {
      const after = turnedOff(factors, 'sms');
      const off = await this.account.setSecondFactors(factorChanges(factors, after));
      if (!off.ok) return off;
      this.state.setSecondFactors(after);
    }
    const removed = await this.account.removePhoneNumber();
    if (removed.ok) this.state.removePhoneNumber();
    return removed;
  }

  /**
   * Changes the password at the sign-in service, and reports the change to the provider, without the password. The
   * listener does not wait for the report, and its failure is only logged (ACC-22).
   */
  async changePassword(change: {
    readonly password: string;
    readonly newPassword: string;
  }): Promise<Result<void, AccountFailure>> {
    const changed = await this.account.changePassword(change);
    if (!changed.ok) return changed;
    void this.reportPasswordChange();
    return ok(undefined);
  }

  private async reportPasswordChange(): Promise<void> {
    const reported = await this.users.passwordChanged();
    if (!reported.ok)
      this.log.warn('A changed password was not reported to the provider', { kind: reported.error.kind });
  }

  /**
   * Fetches everything that the provider stores about the listener, and adds the bookmarks of this browser (SES-93).
   * Returns the JSON text of the file.
   */
  async downloadData(): Promise<Result<string, { readonly message: string }>> {
    const data = await this.users.exportData();
    const bookmarks = await this.bookmarks.list(this.user.user.id);
    return data.ok && bookmarks.ok
      ? ok(JSON.stringify({ ...data.value, bookmarks_in_the_app: bookmarks.value }, null, 2))
      : failed({ message: message('Your data could not be downloaded. Please try again.') });
  }
}
