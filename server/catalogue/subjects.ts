import { cut, type PageParameters } from './items.ts';
import type { CatalogueDatabase } from './tables.ts';
import type { CatalogueItem, Reference, Subject } from './types.ts';

/** What a table of subjects is called elsewhere: in addresses of covers, in links to titles, and in documents. */
export const SUBJECTS = {
  authors: {
    kind: 'author',
    links: 'item_authors',
    key: 'author_id',
    field: 'author_info',
    of: (item: CatalogueItem) => item.author_info,
  },
  categories: {
    kind: 'category',
    links: 'item_categories',
    key: 'category_id',
    field: 'category_info',
    of: (item: CatalogueItem) => item.category_info,
  },
  topics: {
    kind: 'topic',
    links: 'item_topics',
    key: 'topic_id',
    field: 'topic_info',
    of: (item: CatalogueItem) => item.topic_info,
  },
  series: {
    kind: 'series',
    links: 'item_series',
    key: 'series_id',
    field: 'series',
    of: (item: CatalogueItem): readonly Reference[] => item.series ?? [],
  },
  narrators: {
    kind: 'narrator',
    links: 'item_narrators',
    key: 'narrator_id',
    field: 'narrators',
    of: (item: CatalogueItem) => item.narrators ?? [],
  },
} as const;

export type SubjectTable = keyof typeof SUBJECTS;
/** A part of the address of a cover. */
export type SubjectKind = (typeof SUBJECTS)[SubjectTable]['kind'];

export const SUBJECT_TABLES = [
  'authors',
  'categories',
  'topics',
  'series',
  'narrators',
] as const satisfies SubjectTable[];

export function findSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject | undefined> {
  return db.selectFrom(table).select(['id', 'name', 'img_url']).where('id', '=', id).executeTakeFirst();
}

/** All subjects in the order in which they are shown. Every caller limits this query. */
export const subjects = (db: CatalogueDatabase, table: SubjectTable) =>
  db.selectFrom(table).select(['id', 'name', 'img_url']).orderBy('position').orderBy('id');

/** A page of subjects, and one row more if there is a next page. */
export function subjectsOf(
  db: CatalogueDatabase,
  table: SubjectTable,
  page: PageParameters,
): Promise<readonly Subject[]> {
  return cut(subjects(db, table), page).execute();
}
