import type { UserApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES, NoticesState } from '../notices-state.ts';
import { UserState } from './user-state.ts';

/** The language that the listener chose, at a provider that keeps it. The browser keeps it in any case (LANG-9). */
export class ListenerLanguage {
  static readonly inject: Inject<typeof ListenerLanguage> = [PORTS.userApi, UserState, NoticesState];

  constructor(
    private readonly users: UserApi,
    private readonly user: UserState,
    private readonly notices: NoticesState,
  ) {}

  /** Saves the choice with the account. Without a session, or if the provider does not keep it, nothing is sent. */
  async save(language: string): Promise<void> {
    const { id, language: before } = this.user.user;
    if (!this.user.isSignedIn || before === undefined || before === language) return;
    const saved = await this.users.update({ language });
    if (this.user.user.id !== id) return;
    if (saved.ok) this.user.changeProfile({ language });
    else this.notices.post(MESSAGES.saveFailed);
  }
}
