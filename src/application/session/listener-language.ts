import type { Auth } from '../../ports/auth.ts';
import type { UserApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES, NoticesState } from '../notices-state.ts';
import { UserState } from './user-state.ts';

/** The language that the listener chose, at a provider that keeps it. The browser keeps it in any case (LANG-9). */
export class ListenerLanguage {
  static readonly inject: Inject<typeof ListenerLanguage> = [
    PORTS.auth,
    PORTS.userApi,
    UserState,
    NoticesState,
  ];
  /** The newest choice on this page that the account does not have yet. */
  private chosen: string | null = null;
  private isSending = false;

  constructor(
    private readonly auth: Pick<Auth, 'hasSession'>,
    private readonly users: UserApi,
    private readonly user: UserState,
    private readonly notices: NoticesState,
  ) {}

  /** Keeps a choice with the account. It waits until the provider has said what the account keeps. */
  async save(language: string): Promise<void> {
    if (!this.auth.hasSession()) return;
    this.chosen = language;
    await this.send();
  }

  /**
   * The provider has said what the account keeps. A choice that the account does not have yet is newer, and is sent.
   *
   * @returns the language in which the page is to be shown; null if the page stays as it is
   */
  accountKeeps(language: string | null): string | null {
    if (this.chosen === null) return language;
    void this.send();
    return null;
  }

  /** The session has ended. The next listener chooses anew. */
  reset(): void {
    this.chosen = null;
  }

  /** Sends the newest choice until the account has it. Each call waits for the one before, so the last choice counts. */
  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.chosen !== null && this.user.user.language !== undefined) {
      const { id, language: kept } = this.user.user;
      const language = this.chosen;
      const saved = kept === language || (await this.users.update({ language })).ok;
      // Another listener has signed in. Their choice is not this one.
      if (this.user.user.id !== id) continue;
      if (saved && kept !== language) this.user.changeProfile({ language });
      // A newer choice is sent next.
      if (this.chosen !== language) continue;
      this.chosen = null;
      if (!saved) this.notices.post(MESSAGES.saveFailed);
    }
    this.isSending = false;
  }
}
