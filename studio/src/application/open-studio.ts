import type { StudioApi } from '../ports/studio-api.ts';
import type { SessionState } from './session-state.ts';
import { sentenceOf } from './sentences.ts';

/** Asks who is signed in, and whether that person may use the studio (STU-2, STU-3). */
export class OpenStudio {
  private running: Promise<void> | null = null;

  constructor(
    private readonly api: StudioApi,
    private readonly state: SessionState,
    /** Leads to the sign-in page, and back to this page afterwards. */
    private readonly leadToSignIn: () => void,
  ) {}

  /** Checks once, however often it is called meanwhile. */
  async open(): Promise<void> {
    this.running ??= this.check().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async check(): Promise<void> {
    // Who is in stays in, for example while the page is built anew in another language.
    if (this.state.person === null) this.state.setAccess({ kind: 'checking' });
    const person = await this.api.me();
    if (person.ok) this.state.setAccess({ kind: 'open', person: person.value });
    else if (person.error.kind === 'no-session') this.leadToSignIn();
    else if (person.error.kind === 'not-allowed') this.state.setAccess({ kind: 'not-allowed' });
    else this.state.setAccess({ kind: 'failed', message: sentenceOf(person.error) });
  }
}
