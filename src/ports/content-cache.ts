import type { ContentId } from '../domain/catalogue/content.ts';

/** The cached responses of the provider. */
export interface ContentCache {
  /** Removes the response for a title's own page, so that the next call requests it again. */
  forgetContent(id: ContentId): void;
  /** Removes everything. Called when a session ends, because responses belong to one listener (SES-36). */
  clear(): void;
  /** Removes expired responses. Called when the app starts. */
  purgeExpired(): void;
}
