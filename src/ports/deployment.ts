import type { AppFailure } from '../domain/downloads/download.ts';
import type { Result } from '../domain/result.ts';

/** The app's own files in this browser: its page and its code. Without them, nothing opens without a network. */
export interface OfflineApp {
  /** True if this page was loaded by means of the stored files. Then the next one opens without a network, too. */
  isStored(): boolean;
  /** Stores what is missing. Succeeds when the next page opens without a network. Never rejects. */
  store(): Promise<Result<void, { readonly kind: AppFailure }>>;
}

/**
 * Whether this page runs the build that its host serves now. After a new deployment, files of the older build may
 * be gone.
 */
export type DeploymentCheck = 'newest' | 'outdated' | 'unreachable';

/** Compares the build of this page with the build that the host serves. */
export interface Deployment {
  /** Asks the host for its current build. `unreachable` if it gave no answer that names one. Never rejects. */
  check(): Promise<DeploymentCheck>;
  /**
   * Reloads the page at the same address (APP-53).
   *
   * @returns false if an earlier reload brought no other build; the page is then not reloaded again
   */
  reload(): boolean;
}
