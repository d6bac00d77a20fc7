import type { Message } from '../../../src/domain/message.ts';
import type { StudioPerson } from '../ports/studio-api.ts';

/** Whether the studio may be shown, and to whom. */
export type StudioAccess =
  | { readonly kind: 'checking' }
  | { readonly kind: 'open'; readonly person: StudioPerson }
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'failed'; readonly message: Message };

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
