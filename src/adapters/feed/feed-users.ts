import type { ContentItem } from '../../domain/catalogue/content.ts';
import { failed, ok } from '../../domain/result.ts';
import { NOBODY, userId } from '../../domain/account/user.ts';
import type { Profile } from '../../domain/account/user.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Page, PageKey, UserApi } from '../../ports/content-api.ts';
import type { Registration } from '../../ports/registration.ts';
import { unlessCancelled } from './answers.ts';
import type { FeedIndex } from './feed-index.ts';

/**
 * The listener's record, kept in this browser under the name that the sign-in service has for them. Nobody pays for
 * feeds: there are no payment details, and nothing was ever bought.
 */
export class FeedUsers implements UserApi {
  constructor(
    private readonly index: FeedIndex,
    private readonly registration: Pick<Registration, 'resendResetCode'>,
  ) {}

  async me(cancellation?: Cancellation): Promise<ApiResult<Profile>> {
    return unlessCancelled(cancellation, async () => {
      const notes = await this.index.notes();
      if (!notes.ok) return notes;
      const profile = notes.value.read('profile');
      return ok({
        id: userId(notes.value.listener),
        name: profile?.name ?? NOBODY.name,
        email: profile?.email ?? NOBODY.email,
        paymentDetails: null,
      });
    });
  }

  async update(changes: { readonly name?: string; readonly email?: string }): Promise<ApiResult<void>> {
    const notes = await this.index.notes();
    if (!notes.ok) return notes;
    const { name = null, email = NOBODY.email } = notes.value.read('profile') ?? {};
    return notes.value.write('profile', { name: changes.name ?? name, email: changes.email ?? email });
  }

  /** No one but the sign-in service has to know. */
  async passwordChanged(): Promise<ApiResult<void>> {
    return Promise.resolve(ok(undefined));
  }

  /** The sign-in service sends the code itself, where no provider asks it to. */
  async requestPasswordReset(email: string): Promise<ApiResult<void>> {
    const sent = await this.registration.resendResetCode(email);
    if (sent.ok) return sent;
    return failed({ kind: sent.error.kind === 'unreachable' ? 'unreachable' : 'rejected' });
  }

  async createAccount(account: { readonly email: string; readonly name: string }): Promise<ApiResult<void>> {
    return this.update(account);
  }

  /** The address of a sign-in that succeeded is the listener's. */
  async recordLoginAttempt({ email, success }: { readonly email: string; readonly success: boolean }) {
    return success ? this.update({ email }) : ok(undefined);
  }

  async purchased(_page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>> {
    return unlessCancelled(cancellation, async () => Promise.resolve(ok({ items: [], next: null })));
  }
}
