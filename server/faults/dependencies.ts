import type { OriginRule } from '../http/cors.ts';
import type { MovableClock } from '../clock.ts';

/** What the test controls change and read. */
export interface FaultDependencies {
  readonly clock: MovableClock;
  readonly origins: OriginRule;
  /** Makes every access token issued so far invalid. */
  readonly expireTokens: () => Promise<void>;
  /** The royalties that were counted, and the positions. */
  readonly readReports: () => Promise<object>;
}
