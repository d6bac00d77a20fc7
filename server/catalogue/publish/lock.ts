import type { Transaction } from 'kysely';
import { lockUntilEnd } from '../../db/exclusive.ts';
import type { CatalogueTables } from '../tables.ts';

/**
 * Lets one transaction at a time publish. Otherwise an import could read the edits of a title, wait, and then write the
 * title without an edit that was made meanwhile.
 */
export async function lockCatalogue(transaction: Transaction<CatalogueTables>): Promise<void> {
  await lockUntilEnd(transaction, 'publishing');
}
