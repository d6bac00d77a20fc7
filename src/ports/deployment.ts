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
