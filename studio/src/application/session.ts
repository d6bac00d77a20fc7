import type { StudioPerson, StudioApi, StudioFailure } from '../ports/studio-api.ts';

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

const SENTENCES: Readonly<Record<StudioFailure['kind'], string>> = {
  'no-session': 'Your session has ended. Sign in again to go on.',
  'not-allowed': 'Your account may not do this. It needs the role publisher or owner.',
  'not-found': 'This is no longer there.',
  conflict: 'Somebody else has changed this meanwhile.',
  invalid: 'A value was refused. Check what you have typed.',
  unreachable: 'The provider could not be reached. Check the connection and try again.',
  timeout: 'The provider did not answer in time. Try again.',
  'rate-limited': 'These were too many requests at once. Wait a moment and try again.',
  server: 'Something went wrong at the provider. Try again.',
  malformed: 'The answer of the provider could not be read.',
  cancelled: 'This was cancelled.',
};

/** Failures for which the provider's own sentence says more than ours. */
const TOLD_BY_PROVIDER: readonly StudioFailure['kind'][] = ['invalid', 'not-found', 'conflict'];

/** A message that is written for a person, and not for a program, is a sentence. */
const isSentence = (message: string): boolean => /^\S+ .*[.!?]$/su.test(message);

/** A sentence about a failure for the person who reads it (STU-57). */
export const sentenceOf = ({ kind, message }: StudioFailure): string =>
  message !== undefined && isSentence(message) && TOLD_BY_PROVIDER.includes(kind) ? message : SENTENCES[kind];

/** A name inside a sentence. The marks around it keep right-to-left text from turning the rest of the sentence round. */
export const quoted = (name: string): string => `“\u2068${name}\u2069”`;

/** A short message. `failure` is announced at once. */
export type Notice = { readonly id: number; readonly kind: 'done' | 'failure'; readonly text: string };

/** The last message of the studio. A new one replaces it. */
export class StudioNoticesState {
  notice: Notice | null = null;
  private count = 0;

  post(kind: Notice['kind'], text: string): void {
    this.count += 1;
    this.notice = { id: this.count, kind, text };
  }

  dismiss(): void {
    this.notice = null;
  }
}
