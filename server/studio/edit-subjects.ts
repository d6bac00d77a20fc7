import { sql, type Transaction } from 'kysely';
import { lockCatalogue } from '../catalogue/publish/edits.ts';
import {
  followMerge,
  markApplied,
  openSubjectEdits,
  orderedSubjectIds,
  orderSubjectEdits,
  saveSubjectEdit,
} from '../catalogue/publish/subject-edits.ts';
import { publishTitles } from '../catalogue/publish/publish.ts';
import { LETTERS, nameSubject, orderSubjects } from '../catalogue/publish/subjects.ts';
import type { CatalogueTables } from '../catalogue/tables.ts';
import type { Reference } from '../catalogue/types.ts';
import { notFound } from '../http/validation.ts';
import { type Order, requireSameOrder, type StudioDatabase, refusedField } from './context.ts';
import { sourcedTitles } from './find-titles.ts';
import { SUBJECTS, type SubjectTable } from '../catalogue/subject-kinds.ts';
import { seriesId, subjectId } from '../catalogue/ids.ts';

/** Titles that are published at once. Listeners are served between two batches. */
const BATCH = 200;

/** All subjects of a table in their order, with the number of their titles, and the authors of a series. */
export async function listSubjects(db: StudioDatabase, table: SubjectTable) {
  const { links, key } = SUBJECTS[table];
  const authors =
    table === 'series'
      ? sql`(select string_agg(distinct i.document -> 'author_info' -> 0 ->> 'name', ', ')
          from item_series l join items i on i.id = l.item_id where l.series_id = s.id)`
      : sql`null`;
  const { rows } = await sql<{ id: string; name: string; img_url: string; titles: number; authors: string }>`
    select s.id, s.name, s.img_url, coalesce(l.titles, 0) as titles, coalesce(${authors}, '') as authors
    from ${sql.table(table)} s left join (
      select ${sql.ref(key)} as id, count(*) as titles from ${sql.table(links)} group by ${sql.ref(key)}
    ) l on l.id = s.id
    order by s.position, s.id`.execute(db);
  return rows;
}

/**
 * Renames a subject in all titles. Titles that are imported later get the new name, too.
 *
 * @throws {ApiError} 404 for an unknown id, 422 if another one has the name
 */
export async function renameSubject(
  db: StudioDatabase,
  table: SubjectTable,
  id: string,
  name: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    const row = await transaction.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw notFound('subject');
    if (await isNameTaken(transaction, table, id, name)) {
      throw refusedField('name', `must be another one: ${name} exists already`);
    }
    if (table === 'series') await nameSeries(transaction, id, name);
    await saveSubjectEdit(transaction, { table, id }, { name, is_applied: false }, { is_applied: false });
    await nameSubject(transaction, table, id, name);
  });
  await applyRenames(db);
}

async function isNameTaken(
  transaction: Transaction<CatalogueTables>,
  table: SubjectTable,
  id: string,
  name: string,
): Promise<boolean> {
  const others = await transaction.selectFrom(table).select(['id', 'name']).where('id', '<>', id).execute();
  if (table === 'series') {
    const ids = (await firstAuthorsOf(transaction, id)).map((author) => seriesId(name, [author]));
    return others.some((other) => ids.includes(other.id));
  }
  const wanted = subjectId(LETTERS[table], name);
  return others.some((other) => subjectId(LETTERS[table], other.name) === wanted);
}

/** The first author of each title of a series. After a merge, these can be different authors. */
async function firstAuthorsOf(transaction: Transaction<CatalogueTables>, id: string) {
  const { rows } = await sql<Reference>`
    select distinct coalesce(i.document -> 'author_info' -> 0 ->> 'id', '') as id, '' as name
    from item_series s join items i on i.id = s.item_id where s.series_id = ${id}`.execute(transaction);
  return rows;
}

/** Titles that name a renamed series by its new name belong to it, too. */
async function nameSeries(
  transaction: Transaction<CatalogueTables>,
  id: string,
  name: string,
): Promise<void> {
  for (const author of await firstAuthorsOf(transaction, id)) {
    const other = seriesId(name, [author]);
    if (other !== id) await mergeInto(transaction, 'series', other, id);
  }
}

async function mergeInto(
  transaction: Transaction<CatalogueTables>,
  table: MergedTable,
  from: string,
  into: string,
): Promise<void> {
  const row = { name: null, merged_into: into, is_applied: false };
  await saveSubjectEdit(transaction, { table, id: from }, row, { is_applied: false });
}

/** The tables whose subjects can be merged. */
export type MergedTable = 'series' | 'narrators';

/**
 * Merges a series or a narrator into another one. Titles that are imported later follow (STU-39).
 *
 * @throws {ApiError} 404 for an unknown id, 422 if both are the same
 */
export async function mergeSubjects(
  db: StudioDatabase,
  table: MergedTable,
  from: string,
  into: string,
): Promise<void> {
  if (from === into) throw refusedField('into', 'must be another one');
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    const known = await transaction
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [from, into])
      .execute();
    const target = known.find(({ id }) => id === into);
    if (known.length < 2 || target === undefined) throw notFound('subject');
    const change = { name: target.name, merged_into: null };
    await saveSubjectEdit(transaction, { table, id: into }, change, { is_applied: true });
    await followMerge(transaction, table, { from, into });
    await mergeInto(transaction, table, from, into);
  });
  await applyRenames(db);
}

/** Publishes the titles of renamed and merged subjects. A process that ended meanwhile left some: the next one continues. */
export async function applyRenames(db: StudioDatabase): Promise<void> {
  const open = await openSubjectEdits(db);
  for (const edit of open) {
    const { subject_table, id } = edit;
    const titles = await titlesOf(db, subject_table, id);
    for (let at = 0; at < titles.length; at += BATCH) {
      await db.transaction().execute(async (transaction) => {
        await lockCatalogue(transaction);
        const own: StudioDatabase = transaction;
        await publishTitles(transaction, await sourcedTitles(own, titles.slice(at, at + BATCH)));
      });
    }
    await markApplied(db, edit);
  }
  if (open.length > 0) await orderSubjects(db);
}

/**
 * The titles of folders and podcasts that name a subject, and those that are not in the catalogue. Collections are made
 * again with them.
 */
async function titlesOf(db: StudioDatabase, table: SubjectTable, id: string): Promise<readonly string[]> {
  const { links, key, field } = SUBJECTS[table];
  const { rows } = await sql<{ id: string }>`
    select item_id as id from ${sql.table(links)} where ${sql.ref(key)} = ${id}
    union select e.id from items e join feed_episodes f on f.id = e.id
      where cast(e.document -> ${field} as jsonb) @> cast(${JSON.stringify([{ id }])} as jsonb)
    union select id from titles where state <> 'published' and kind <> 'collection'
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Puts subjects first, in this order. All others follow by name.
 *
 * @throws {ApiError} 404 for an unknown id, 412 if somebody else has changed the order that the editor saw
 */
export async function setSubjectOrder(
  db: StudioDatabase,
  table: SubjectTable,
  { ids, seen }: Order,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockCatalogue(transaction);
    const known = await transaction
      .selectFrom(table)
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]})`)
      .execute();
    if (known.length < ids.length) throw notFound('subject');
    requireSameOrder(seen, await orderedSubjectIds(transaction, table));
    await orderSubjectEdits(transaction, table, ids);
  });
  await orderSubjects(db);
}
