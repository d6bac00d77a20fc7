import { milliseconds, type Milliseconds } from '../domain/time.ts';
import type { Clock, Deployment, DeploymentCheck } from '../ports/platform.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';

/** After this long, the host is asked again. */
const INTERVAL = milliseconds(5000);

type Move = { readonly at: Milliseconds; readonly outcome: Promise<DeploymentCheck> };

/**
 * Runs when a part of the app cannot be fetched. After a deployment it reloads the page once, at the same address.
 * Offline, or if the host has no newer build, the page stays, and the sound plays on (APP-53). The host is asked at
 * most once in five seconds, even if several parts are missing (APP-67).
 */
export class MoveToNewestBuild {
  static readonly inject: Inject<typeof MoveToNewestBuild> = [PORTS.deployment, PORTS.clock];

  private newest: Move | null = null;

  constructor(
    private readonly deployment: Deployment,
    private readonly clock: Clock,
  ) {}

  /** Returns `outdated` if the page is being reloaded. */
  async move(): Promise<DeploymentCheck> {
    const at = this.clock.elapsed();
    if (this.newest === null || at - this.newest.at >= INTERVAL)
      this.newest = { at, outcome: this.checkAndReload() };
    return this.newest.outcome;
  }

  private async checkAndReload(): Promise<DeploymentCheck> {
    const check = await this.deployment.check();
    if (check !== 'outdated') return check;
    return this.deployment.reload() ? 'outdated' : 'newest';
  }
}
