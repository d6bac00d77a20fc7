import type { OriginRule } from '../http/cors.ts';
import type { MovableClock } from '../clock.ts';

/** What the faults change. */
export interface FaultDependencies {
  readonly clock: MovableClock;
  readonly origins: OriginRule;
  /** Makes every access token issued so far invalid. */
  readonly expireTokens: () => Promise<void>;
}
