import type { Deployment, DeploymentCheck } from '../../ports/deployment.ts';

/** A build that is newest until another is deployed by hand, and counts how often the page was loaded anew. */
export class MemoryDeployment implements Deployment {
  reloads = 0;
  private state: DeploymentCheck = 'newest';
  private mayReload = true;

  async check(): Promise<DeploymentCheck> {
    return this.state;
  }

  reload(): boolean {
    if (!this.mayReload) return false;
    this.mayReload = false;
    this.reloads += 1;
    return true;
  }

  /** The host now serves another build, serves this one again, or cannot be reached. */
  becomes(state: DeploymentCheck): void {
    this.state = state;
    // A build that nobody was moved to yet.
    if (state === 'outdated') this.mayReload = true;
  }
}
