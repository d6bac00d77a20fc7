import type { Deployment, DeploymentCheck } from '../ports/deployment.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';

/**
 * Runs when a part of the app cannot be fetched. After a deployment it reloads the page once, at the same address.
 * Offline, or if the host has no newer build, the page stays, and the sound plays on (APP-53).
 */
export class MoveToNewestBuild {
  static readonly inject: Inject<typeof MoveToNewestBuild> = [PORTS.deployment];

  constructor(private readonly deployment: Deployment) {}

  /** Returns `outdated` if the page is being reloaded. */
  async move(): Promise<DeploymentCheck> {
    const check = await this.deployment.check();
    if (check !== 'outdated') return check;
    return this.deployment.reload() ? 'outdated' : 'newest';
  }
}
