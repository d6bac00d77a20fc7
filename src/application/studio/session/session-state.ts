import type { StudioPerson } from '../../../ports/studio-api.ts';

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

  setAccess(access: StudioAccess): void {
    this.access = access;
  }
}
