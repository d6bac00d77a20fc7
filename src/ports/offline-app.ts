import type { AppFailure } from '../domain/downloads/download.ts';
import type { Result } from '../domain/result.ts';

/** The app's own files in this browser: its page and its code. Without them, nothing opens without a network. */
export interface OfflineApp {
  /** True if this page was loaded by means of the stored files. Then the next one opens without a network, too. */
  isStored(): boolean;
  /** Stores what is missing. Succeeds when the next page opens without a network. Never rejects. */
  store(): Promise<Result<void, { readonly kind: AppFailure }>>;
}
