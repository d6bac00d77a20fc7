import type { CatalogueItem, Reference } from './types.ts';

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

export const subjectCover = (of: SubjectKind, id: string): string => `/media/covers/${of}-${id}.svg`;
