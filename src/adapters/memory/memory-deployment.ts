import type { Deployment, DeploymentCheck } from '../../ports/deployment.ts';

/** A build that is the newest one until a test changes that. Counts the reloads of the page. */
export class MemoryDeployment implements Deployment {
  /** How often the page was reloaded. */
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

  /** Sets whether the host serves this build, serves another build, or cannot be reached. */
  setState(state: DeploymentCheck): void {
    this.state = state;
    // The page has not been reloaded for this build yet.
    if (state === 'outdated') this.mayReload = true;
  }
}
