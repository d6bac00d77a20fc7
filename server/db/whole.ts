import { type Transaction, sql } from 'kysely';
import { DatabaseUnusableError } from './errors.ts';
import { readSetting, writeSetting } from './settings.ts';

/** Holds what the database had after its last migration: the names of tables, and of functions with `()`. */
const SETTING = 'database/parts';

/**
 * Refuses a database that lacks a table or a function, before a request fails because of it. A restore may have failed for
 * some of them (CAT-320).
 *
 * @throws {DatabaseUnusableError}
 */
export async function checkWhole<Tables>(db: Transaction<Tables>): Promise<void> {
  const there = await partsOf(db);
  if (!there.has('provider_migrations')) return;
  const { rows: done } = await sql<{ name: string }>`select name from provider_migrations`.execute(db);
  if (done.length === 0) return;
  if (!there.has('provider_settings')) throw new DatabaseUnusableError(sentenceOn(['provider_settings']));
  const needed = (await readSetting(db, SETTING))?.split(' ') ?? ['rows of provider_settings'];
  const missing = needed.filter((part) => !there.has(part)).toSorted();
  if (missing.length > 0) throw new DatabaseUnusableError(sentenceOn(missing));
  if (!there.has('tables_without_rows()')) return;
  const { rows: empty } = await sql<{ name: string }>`select name from tables_without_rows() name`.execute(
    db,
  );
  if (empty.length > 0)
    throw new DatabaseUnusableError(sentenceOn(empty.map(({ name }) => `rows of ${name}`)));
}

const sentenceOn = (missing: readonly string[]): string =>
  `The database is not whole: it lacks ${missing.join(', ')}. Its restore has failed in part. Start this release once with ` +
  'the database of before, so that its dumps are whole, and restore a new dump. Or restore a file of "npm run admin -- backup".';

/** Stores what the database has now. */
export async function noteParts<Tables>(db: Transaction<Tables>): Promise<void> {
  const there = await partsOf(db);
  if (!there.has('provider_settings')) return;
  await writeSetting(db, SETTING, [...there].toSorted().join(' '));
}

/** The tables and functions of the database, without those of extensions. */
async function partsOf<Tables>(db: Transaction<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ part: string }>`
    select relname::text as part from pg_class each
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = each.oid and deptype = 'e')
    union all
    select proname || '()' from pg_proc each
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = each.oid and deptype = 'e')`.execute(db);
  return new Set(rows.map(({ part }) => part));
}
