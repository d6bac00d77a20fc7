/**
 * How this page stands to the build that its host serves now: it may have been deployed anew since the page was
 * opened, and files of the older build may be gone.
 */
export type DeploymentCheck = 'newest' | 'outdated' | 'unreachable';

/** The build that runs in this page, beside the one that the host serves. */
export interface Deployment {
  check(): Promise<DeploymentCheck>;
  /**
   * Loads the page anew, at the same place.
   *
   * @returns false when this was done before and brought no other build: a second time would be a third
   */
  reload(): boolean;
}
