import type { CatalogueDatabase } from './tables.ts';

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
export async function readEdition(db: CatalogueDatabase): Promise<Edition | null> {
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

export async function writeEdition(db: CatalogueDatabase, edition: Edition): Promise<void> {
  const value = JSON.stringify(edition);
  await db
    .insertInto('provider_settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
