import { BILLING, billingPart } from './billing.ts';
import { ItemDocuments } from '../catalogue/documents.ts';
import { databasePart } from './db.ts';
import { openSecret } from '../db/settings.ts';
import { httpPart } from './http.ts';
import { createMediaAddresses } from '../media/source.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import type { ApiContext } from '../api/context.ts';
import { productApi } from '../api/product-api.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** How long a tokenised media address is valid; ten minutes by default. */
    readonly mediaAddressSeconds?: number | undefined;
    /** Refuses a response of the product API that does not fit its description, for tests. */
    readonly checkResponses?: boolean | undefined;
  }
}

const TEN_MINUTES = 600;

/** The product API. Other APIs share what its routes need. */
export const apiPart = part({
  async open(setup): Promise<ApiContext> {
    const { options, server, log } = setup;
    const { requestsPerSecond, checkResponses, mediaAddressSeconds = TEN_MINUTES } = options;
    const { db, clock } = await databasePart.in(setup);
    const { origins, requestCounts } = await httpPart.in(setup);
    const { pool } = await poolPart.in(setup);
    const billing = await billingPart.in(setup);
    const secret = await openSecret(db, 'provider_settings', 'secret/media-addresses');
    const context: ApiContext = {
      db,
      documents: new ItemDocuments(db),
      clock,
      pool,
      addresses: createMediaAddresses({ secret, clock, lifeSeconds: mediaAddressSeconds }),
      requestCounts,
      log,
      ...(options.library !== undefined && { studioAt: (origin: string) => `${origin}/studio` }),
      ...(billing && {
        refreshBilling: (sub) => billing.refresh(sub),
        billingPages: { startAt: (at) => at + BILLING, issueCode: (sub) => billing.issueCode(sub) },
      }),
    };
    await server.register(productApi(context, origins, requestsPerSecond, checkResponses), {
      prefix: '/api/v2',
    });
    return context;
  },
});
