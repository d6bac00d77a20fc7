import { sql } from 'kysely';
import { lockCatalogue } from '../catalogue/publish/lock.ts';
import { publishTitles } from '../catalogue/publish/publish.ts';
import { LETTERS, orderSubjects } from '../catalogue/publish/subjects.ts';
import { subjectId } from '../catalogue/items.ts';
import { wordsOfTerm } from '../catalogue/search.ts';
import type { SubjectTable } from '../catalogue/subjects.ts';
import { notFound } from '../http/validation.ts';
import { type Order, requireSameOrder, type StudioDatabase } from './context.ts';
import { refusedField } from './read-body.ts';
import { sourcedTitles } from './sourced-titles.ts';

const LINKS = {
  authors: ['item_authors', 'author_id', 'author_info'],
  categories: ['item_categories', 'category_id', 'category_info'],
  topics: ['item_topics', 'topic_id', 'topic_info'],
} as const;

/** Titles that are published at once. Listeners are served between two batches. */
const BATCH = 200;

/** All authors, categories or topics in their order, with the number of their titles. */
export async function listSubjects(db: StudioDatabase, table: SubjectTable) {
  const [links, key] = LINKS[table];
  const { rows } = await sql<{ id: string; name: string; img_url: string; titles: number }>`
    select s.id, s.name, s.img_url, coalesce(l.titles, 0) as titles
    from ${sql.table(table)} s left join (
      select ${sql.ref(key)} as id, count(*) as titles from ${sql.table(links)} group by ${sql.ref(key)}
    ) l on l.id = s.id
    order by s.position, s.id`.execute(db);
  return rows;
}

/**
 * Renames an author, a category or a topic in all titles. Titles that are imported later get the new name, too.
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
    const others = await transaction.selectFrom(table).select('name').where('id', '<>', id).execute();
    const wanted = subjectId(LETTERS[table], name);
    if (others.some((other) => subjectId(LETTERS[table], other.name) === wanted)) {
      throw refusedField('name', `must be another one: ${name} exists already`);
    }
    await transaction
      .insertInto('subject_edits')
      .values({ subject_table: table, id, name, place: null, is_applied: false })
      .onConflict((conflict) =>
        conflict.columns(['subject_table', 'id']).doUpdateSet({ name, is_applied: false }),
      )
      .execute();
    await transaction.updateTable(table).set({ name }).where('id', '=', id).execute();
    if (table === 'categories') {
      const search_name = wordsOfTerm(name).join(' ');
      await transaction.updateTable('categories').set({ search_name }).where('id', '=', id).execute();
    }
  });
  await applyRenames(db);
}

/** Publishes the titles of renamed subjects. A process that ended meanwhile left some: the next one continues. */
export async function applyRenames(db: StudioDatabase): Promise<void> {
  const open = await db
    .selectFrom('subject_edits')
    .select(['subject_table', 'id', 'name'])
    .where('is_applied', '=', false)
    .execute();
  for (const { subject_table, id, name } of open) {
    const titles = await titlesOf(db, subject_table, id);
    for (let at = 0; at < titles.length; at += BATCH) {
      await db.transaction().execute(async (transaction) => {
        await lockCatalogue(transaction);
        const own: StudioDatabase = transaction;
        await publishTitles(transaction, await sourcedTitles(own, titles.slice(at, at + BATCH)));
      });
    }
    await db
      .updateTable('subject_edits')
      .set({ is_applied: true })
      .where('subject_table', '=', subject_table)
      .where('id', '=', id)
      // Another rename meanwhile is applied by its own call.
      .where(sql<boolean>`name is not distinct from ${name}`)
      .execute();
  }
  if (open.length > 0) await orderSubjects(db);
}

/**
 * The titles of folders and podcasts that name a subject, and those that are not in the catalogue. Collections are made
 * again with them.
 */
async function titlesOf(db: StudioDatabase, table: SubjectTable, id: string): Promise<readonly string[]> {
  const [links, key, field] = LINKS[table];
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
    const placed = transaction
      .selectFrom('subject_edits')
      .select('id')
      .where('subject_table', '=', table)
      .where('place', 'is not', null);
    requireSameOrder(seen, await placed.orderBy('place').execute());
    await transaction
      .updateTable('subject_edits')
      .set({ place: null })
      .where('subject_table', '=', table)
      .execute();
    if (ids.length === 0) return;
    await transaction
      .insertInto('subject_edits')
      .values(ids.map((id, place) => ({ subject_table: table, id, name: null, place, is_applied: true })))
      .onConflict((conflict) =>
        conflict
          .columns(['subject_table', 'id'])
          .doUpdateSet((set) => ({ place: set.ref('excluded.place') })),
      )
      .execute();
  });
  await orderSubjects(db);
}
