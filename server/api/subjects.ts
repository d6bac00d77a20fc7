import type { Database } from '../db/database.ts';
import { notFound } from './errors.ts';
import type { PageParameters } from './shelves.ts';

/** An author, a category or a topic as a list shows it. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly img_url: string;
}

type SubjectTable = 'authors' | 'categories' | 'topics';

const SINGULAR: Readonly<Record<SubjectTable, string>> = {
  authors: 'author',
  categories: 'category',
  topics: 'topic',
};

/** @throws {ApiError} 404 for an unknown id */
export async function requireOne(db: Database, table: SubjectTable, id: string): Promise<Subject> {
  const found = await db
    .selectFrom(table)
    .select(['id', 'name', 'img_url'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw notFound(SINGULAR[table]);
  return found;
}

/** In the order in which they are shown; one more than the page holds, where there is one. */
export function subjectsOf(
  db: Database,
  table: SubjectTable,
  page: PageParameters,
): Promise<readonly Subject[]> {
  return db
    .selectFrom(table)
    .select(['id', 'name', 'img_url'])
    .orderBy('position')
    .orderBy('id')
    .limit(page.limit + 1)
    .offset((page.next_page - 1) * page.limit)
    .execute();
}
