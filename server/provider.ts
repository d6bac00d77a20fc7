import type { MovableClock } from './clock.ts';
import { databasePart } from './parts/db.ts';
import { createServer } from './parts/http.ts';
import type { Database } from './members/tables.ts';
import { type ProviderOptions, Setup } from './parts/part.ts';
import { MIGRATIONS, PARTS } from './parts/index.ts';
import type { Pool } from './pool/index.ts';
import { poolPart } from './parts/pool.ts';

export type { ProviderOptions } from './parts/part.ts';

export interface Provider {
  /** The origin of the provider, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  readonly clock: MovableClock;
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/**
 * Starts the embedded provider on one origin: the product API, the user pool, the media and, if `dist` names it, the
 * built app.
 *
 * @throws {DatabaseUnusableError}
 * @throws {NewerDatabaseError}
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const setup = new Setup(options, createServer(options), MIGRATIONS);
  try {
    await setup.tryAddress();
    for (const part of PARTS) await part.in(setup);
    await setup.listen();
    const { db, clock } = await databasePart.in(setup);
    const { pool } = await poolPart.in(setup);
    return { origin: setup.origin, clock, db, pool, close: () => setup.close() };
  } catch (error) {
    await setup.close();
    throw error;
  }
}
