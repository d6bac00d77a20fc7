import type { ItemDocuments } from '../catalogue/documents.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../members/tables.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import type { Pool } from '../pool/index.ts';

/** The dependencies of every route. */
export interface ApiContext {
  readonly db: Database;
  readonly documents: ItemDocuments;
  readonly clock: Clock;
  readonly pool: Pick<Pool, 'verifyAccessToken' | 'sendForgotPasswordCode' | 'getVerifiedEmail'>;
  readonly addresses: MediaAddresses;
  /** Counts requests for the limits. */
  readonly requestCounts: RequestCounts;
  /** Asks the payment service about what the listener may have paid for meanwhile. Absent if nothing is sold. */
  readonly refreshBilling?: (sub: string) => Promise<void>;
  /** The billing pages of the provider. Absent if nothing is sold. */
  readonly billingPages?: {
    /** How their addresses start, at an origin. */
    readonly startAt: (origin: string) => string;
    /** Makes a code that signs a listener in to one of them. */
    readonly issueCode: (sub: string) => Promise<string>;
  };
  readonly log: (line: string) => void;
}
