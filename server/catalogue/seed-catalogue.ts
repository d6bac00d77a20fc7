import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RunAlone } from '../db/exclusive.ts';
import type { BuildCatalogue, Catalogue } from './types.ts';
import { readEdition, writeEdition } from './edition.ts';
import { writeItems, writeShelves } from './write-catalogue.ts';
import type { CatalogueDatabase } from './tables.ts';

/** Called after each batch with the number of written items and of all items. */
export type SeedProgress = (done: number, total: number) => void;

const DAY_MS = 86_400_000;

export interface SeedOptions {
  readonly build: BuildCatalogue;
  readonly alone: RunAlone;
  /** Counts the changes of the catalogue from release to release. */
  readonly version: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The minimum number of items. A number below the stored one changes nothing. */
  readonly scale: number;
  readonly progress?: SeedProgress;
}

/**
 * Fills the tables of the catalogue, or updates them. They are updated if the source has another catalogue, if more items
 * are requested, or if the dates were measured more than a day ago. A catalogue of a newer release stays as it is, so that
 * an older process that restarts does not put its own back. The data of listeners stays.
 */
export async function seedCatalogue(db: CatalogueDatabase, options: SeedOptions): Promise<void> {
  // Processes that start together on one server seed one after the other.
  await options.alone('seeding', () => seedUnlessCurrent(db, options));
}

async function seedUnlessCurrent(db: CatalogueDatabase, options: SeedOptions): Promise<void> {
  const stored = await readEdition(db);
  const { version } = options;
  if (stored !== null && stored.version > version) return;
  const scale = Math.max(options.scale, stored?.scale ?? 0);
  const revision = revisionOf(options.build({ now: 0 }));
  const isCurrent =
    stored?.revision === revision && stored.scale >= scale && Math.abs(options.now - stored.anchor) < DAY_MS;
  if (isCurrent) return;

  const catalogue = options.build({ now: options.now, scale });
  await writeShelves(db, catalogue);
  let done = 0;
  for (const batch of catalogue.batches()) {
    await db.transaction().execute((transaction) => writeItems(transaction, batch, options.now));
    done += batch.length;
    options.progress?.(done, catalogue.total);
  }
  await db.deleteFrom('items').where('edition', '!=', options.now).execute();
  await writeEdition(db, { anchor: options.now, scale, revision, version });
  // The planner chooses indexes by these statistics. A new table has none.
  await sql`analyze`.execute(db);
}

/** A hash that changes with the named items. */
function revisionOf(catalogue: Catalogue): string {
  const { authors, categories, topics, items } = catalogue;
  return createHash('sha256')
    .update(JSON.stringify([authors, categories, topics, items]))
    .digest('hex');
}
