import type { Clock } from '../clock.ts';
import type { Database } from '../members/tables.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { Pool } from '../pool/index.ts';

/** The dependencies of every route. */
export interface ApiContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly pool: Pick<Pool, 'verifyAccessToken' | 'sendForgotPasswordCode' | 'getVerifiedEmail'>;
  readonly addresses: MediaAddresses;
  /** Asks the payment service about what the listener may have paid for meanwhile. Absent if nothing is sold. */
  readonly refreshBilling?: (sub: string) => Promise<void>;
  readonly log: (line: string) => void;
}
