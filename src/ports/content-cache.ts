import type { ContentId } from '../domain/catalogue/content.ts';

/** The answers that this browser keeps for a while (section 9, response cache). */
export interface ContentCache {
  /** Forgets what a title's own page was answered, so that it is asked for anew. */
  forgetContent(id: ContentId): void;
  /** Forgets everything: what one listener was shown is never shown to the next (contract 3.16). */
  clear(): void;
  /** Drops what has expired; runs when the app starts. */
  purgeExpired(): void;
}
