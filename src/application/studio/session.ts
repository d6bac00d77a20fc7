import type { StudioPerson, StudioApi } from '../../ports/studio-api.ts';
import { sentenceOf } from './notices.ts';

/** Whether the studio may be shown, and to whom. */
export type StudioAccess =
  | { readonly kind: 'checking' }
  | { readonly kind: 'open'; readonly person: StudioPerson }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'failed'; readonly message: string };

export class SessionState {
  access: StudioAccess = { kind: 'checking' };

  get person(): StudioPerson | null {
    return this.access.kind === 'open' ? this.access.person : null;
  }

  /** True from the moment on when the page leads to the sign-in page. */
  isLeaving = false;

  leave(): void {
    this.isLeaving = true;
  }

  setAccess(access: StudioAccess): void {
    this.access = access;
  }
}

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
    this.state.setAccess({ kind: 'checking' });
    const person = await this.api.me();
    if (person.ok) this.state.setAccess({ kind: 'open', person: person.value });
    else if (person.error.kind === 'no-session') this.leadToSignIn();
    else if (person.error.kind === 'not-allowed') this.state.setAccess({ kind: 'not-allowed' });
    else this.state.setAccess({ kind: 'failed', message: sentenceOf(person.error) });
  }
}
