import type { Auth } from '../../ports/auth.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { MESSAGES, NoticesState } from '../notices-state.ts';
import { UserState } from './user-state.ts';

/** In the browser's store, until the account has the choice: the listener's id, a line break, and the language. */
const KEY = 'unsaved-language';

/** The language that the listener chose, at a provider that keeps it. The browser keeps it in any case (LANG-9). */
export class ListenerLanguage {
  static readonly inject: Inject<typeof ListenerLanguage> = [
    PORTS.auth,
    PORTS.userApi,
    UserState,
    NoticesState,
    PORTS.store,
  ];
  /** The language that was chosen last. Null if there is nothing to send. */
  private chosen: string | null = null;
  /** The stored text of an earlier page, which could not send its choice. Null if there is none. */
  private earlier: string | null;
  private isSending = false;

  constructor(
    private readonly auth: Pick<Auth, 'hasSession'>,
    private readonly users: UserApi,
    private readonly user: UserState,
    private readonly notices: NoticesState,
    private readonly store: KeyValueStore,
  ) {
    this.earlier = store.get(KEY);
  }

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
    this.chosen ??= this.choiceOfEarlierPage();
    this.earlier = null;
    if (this.chosen === null) return language;
    void this.send();
    return null;
  }

  private choiceOfEarlierPage(): string | null {
    const [id, language = null] = this.earlier?.split('\n') ?? [];
    return id === this.user.user.id ? language : null;
  }

  /** The session has ended. The next listener chooses anew. */
  reset(): void {
    this.chosen = null;
    this.earlier = null;
    this.store.delete(KEY);
  }

  /** Sends the newest choice until the account has it. Each call waits for the one before, so the last choice counts. */
  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.chosen !== null && this.user.user.language !== undefined) {
      const { id, language: kept } = this.user.user;
      const language = this.chosen;
      // The next page sends it if this page ends before the response, or has no network.
      this.store.set(KEY, `${id}\n${language}`);
      const sent = kept === language ? null : await this.users.update({ language });
      // Another listener has signed in. Their choice is not this one.
      if (this.user.user.id !== id) continue;
      if (sent?.ok === true) this.user.changeProfile({ language });
      // A newer choice is sent next.
      if (this.chosen !== language) continue;
      this.chosen = null;
      const failure = sent?.ok === false ? sent.error.kind : null;
      if (failure !== 'unreachable') this.store.delete(KEY);
      if (failure !== null) this.notices.post(MESSAGES.saveFailed);
    }
    this.isSending = false;
  }
}
