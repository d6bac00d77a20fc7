import { message } from '../../../src/domain/message.ts';
import type { UserApi } from '../../../src/ports/content-api.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';

/** The language that the account of this person keeps (LANG-9). */
export class PersonLanguage {
  /** Null means that nothing was chosen, and undefined that the provider keeps none, or has not said it. */
  private kept: string | null | undefined;
  private chosen: string | null = null;
  private isSending = false;
  private opening: Promise<void> | null = null;

  constructor(
    private readonly users: Pick<UserApi, 'me' | 'update'>,
    private readonly notices: StudioNoticesState,
    /** Changes the language of the page. */
    private readonly show: (language: string) => void,
  ) {}

  /** Shows the page in the language of the account. Asks once, however often it is called. */
  async open(): Promise<void> {
    this.opening ??= this.read();
    await this.opening;
  }

  /** Saves a choice with the account. If the provider does not keep it, nothing is sent. */
  async save(language: string): Promise<void> {
    this.chosen = language;
    await this.open();
    await this.send();
  }

  /** Sends the newest choice until the account has it. Each call waits for the one before, so the last choice counts. */
  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.chosen !== null && this.kept !== undefined && this.kept !== this.chosen) {
      const language = this.chosen;
      const saved = await this.users.update({ language });
      if (saved.ok) this.kept = language;
      // A newer choice is sent next.
      else if (this.chosen === language) {
        this.notices.post('failure', message('Your change could not be saved. Please try again.'));
        break;
      }
    }
    this.isSending = false;
  }

  private async read(): Promise<void> {
    const user = await this.users.me();
    if (!user.ok) return;
    this.kept = user.value.language;
    // A choice that was made meanwhile is newer.
    if (typeof this.kept === 'string' && this.chosen === null) this.show(this.kept);
  }
}
