import type { Deployment, DeploymentCheck } from '../ports/deployment.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';

/**
 * What to do where a part of the app cannot be fetched: after a deployment the page is loaded anew, once and at the
 * same place. Offline, or when the host has nothing newer, it stays as it is: the sound that plays goes on.
 */
export class MoveToNewestBuild {
  static readonly inject: Inject<typeof MoveToNewestBuild> = [PORTS.deployment];

  constructor(private readonly deployment: Deployment) {}

  /** `outdated` means that the page is on its way out. */
  async move(): Promise<DeploymentCheck> {
    const check = await this.deployment.check();
    if (check !== 'outdated') return check;
    return this.deployment.reload() ? 'outdated' : 'newest';
  }
}
