import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { CatalogueDatabase } from './tables.ts';
import type { BuildCatalogue, Catalogue } from './types.ts';
import { writeItems, writeShelves } from './write-catalogue.ts';
import type { RunAlone } from '../db/exclusive.ts';

const SETTING = 'catalogue';

/** Describes the catalogue in the tables. */
export interface Edition {
  /** All dates of the catalogue are measured from this moment, in epoch milliseconds. */
  readonly anchor: number;
  /** The requested number of items. */
  readonly scale: number;
  /** A hash of the named items. */
  readonly revision: string;
  /** Counts the changes of the catalogue from release to release. 0 for releases that did not store it. */
  readonly version: number;
}

/** @returns null if the tables were never filled completely */
async function readEdition(db: CatalogueDatabase): Promise<Edition | null> {
  const row = await db
    .selectFrom('provider_settings')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  if (row === undefined) return null;
  const value: unknown = JSON.parse(row.value);
  if (!isEdition(value)) return null;
  return { ...value, version: 'version' in value && typeof value.version === 'number' ? value.version : 0 };
}

function isEdition(value: unknown): value is Omit<Edition, 'version'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'anchor' in value &&
    typeof value.anchor === 'number' &&
    'scale' in value &&
    typeof value.scale === 'number' &&
    'revision' in value &&
    typeof value.revision === 'string'
  );
}

async function writeEdition(db: CatalogueDatabase, edition: Edition): Promise<void> {
  const value = JSON.stringify(edition);
  await db
    .insertInto('provider_settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

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
  const { authors, categories, topics, series, narrators, items } = catalogue;
  return createHash('sha256')
    .update(JSON.stringify([authors, categories, topics, series, narrators, items]))
    .digest('hex');
}
