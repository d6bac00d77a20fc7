import { sql, type Transaction } from 'kysely';
import type { CatalogueTables } from '../tables.ts';

/** It can be any number, but every process has to use the same. */
const PUBLISHING_LOCK = 4_771_204;

/**
 * Lets one transaction at a time publish. Otherwise an import could read the edits of a title, wait, and then write the
 * title without an edit that was made meanwhile.
 */
export async function lockCatalogue(transaction: Transaction<CatalogueTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PUBLISHING_LOCK)})`.execute(transaction);
}
