import type { ContentItem } from '../../domain/catalogue/content.ts';
import { failed, ok } from '../../domain/result.ts';
import { NOBODY, userId } from '../../domain/account/user.ts';
import type { Profile } from '../../domain/account/user.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Page, PageKey, UserApi } from '../../ports/content-api.ts';
import type { Registration } from '../../ports/registration.ts';
import { unlessCancelled } from './results.ts';
import type { FeedIndex } from './feed-index.ts';

/**
 * The listener's record, stored in this browser under the id of the sign-in service. Feeds are free, so there are no
 * payment details and no purchases.
 */
export class FeedUsers implements UserApi {
  constructor(
    private readonly index: FeedIndex,
    private readonly registration: Pick<Registration, 'resendResetCode'>,
  ) {}

  async me(cancellation?: Cancellation): Promise<ApiResult<Profile>> {
    return unlessCancelled(cancellation, async () => {
      const data = await this.index.listenerData();
      if (!data.ok) return data;
      const profile = data.value.read('profile');
      return ok({
        id: userId(data.value.listener),
        name: profile?.name ?? NOBODY.name,
        email: profile?.email ?? NOBODY.email,
        paymentDetails: null,
      });
    });
  }

  async update(changes: { readonly name?: string; readonly email?: string }): Promise<ApiResult<void>> {
    const data = await this.index.listenerData();
    if (!data.ok) return data;
    const { name = null, email = NOBODY.email } = data.value.read('profile') ?? {};
    return data.value.write('profile', { name: changes.name ?? name, email: changes.email ?? email });
  }

  /** Does nothing, because only the sign-in service stores passwords. */
  async passwordChanged(): Promise<ApiResult<void>> {
    return Promise.resolve(ok(undefined));
  }

  /** Lets the sign-in service send the code. */
  async requestPasswordReset(email: string): Promise<ApiResult<void>> {
    const sent = await this.registration.resendResetCode(email);
    if (sent.ok) return sent;
    return failed({ kind: sent.error.kind === 'unreachable' ? 'unreachable' : 'rejected' });
  }

  async createAccount(account: { readonly email: string; readonly name: string }): Promise<ApiResult<void>> {
    return this.update(account);
  }

  /** Stores the email address of a successful sign-in in the listener's record. */
  async recordLoginAttempt({ email, success }: { readonly email: string; readonly success: boolean }) {
    return success ? this.update({ email }) : ok(undefined);
  }

  async purchased(_page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>> {
    return unlessCancelled(cancellation, async () => Promise.resolve(ok({ items: [], next: null })));
  }

  /** No provider stores anything, so nobody is offered an export. */
  async exportData(): Promise<ApiResult<string>> {
    return Promise.resolve(failed({ kind: 'not-found' }));
  }

  /** There are no billing pages. */
  async billingCode(): Promise<ApiResult<string>> {
    return Promise.resolve(failed({ kind: 'not-found' }));
  }
}
