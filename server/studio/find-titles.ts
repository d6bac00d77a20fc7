import { type Expression, type Selectable, sql, type SqlBool } from 'kysely';
import { sortText } from '../catalogue/search-words.ts';
import type { CatalogueTables, TitleState } from '../catalogue/tables.ts';
import type { StudioDatabase } from './context.ts';

const COLUMNS = [
  'id',
  'kind',
  'content_type',
  'title',
  'authors',
  'img_url',
  'run_time',
  'added_at',
  'state',
  'is_edited',
  'valid_from',
  'valid_till',
  'listen_free_start',
  'listen_free_end',
  'discount_price',
  'discount_start',
  'discount_end',
] as const;

type TitleRow = Pick<Selectable<CatalogueTables['titles']>, (typeof COLUMNS)[number]>;

const SORTED_BY = {
  title: 'sort_title',
  author: 'sort_author',
  added: 'added_at',
  length: 'run_time',
} as const;

/** Further words would only cost time. */
const MOST_WORDS = 12;

export type WireKind = 'file' | 'podcast' | 'collection';

export interface TitleQuery {
  readonly query: string;
  readonly sort: keyof typeof SORTED_BY;
  readonly isDescending: boolean;
  readonly state: TitleState | undefined;
  readonly kind: WireKind | undefined;
  /** Whether episodes are listed, too. */
  readonly withEpisodes: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The rows of a query, and the number of all that it finds. */
export async function findTitles(db: StudioDatabase, wanted: TitleQuery) {
  const conditions: Expression<SqlBool>[] = [];
  if (!wanted.withEpisodes) conditions.push(sql<boolean>`parent_id is null`);
  if (wanted.state === 'published') conditions.push(sql<boolean>`state = 'published'`);
  // Written out, so that the index of the few absent titles is used.
  else if (wanted.state !== undefined)
    conditions.push(sql<boolean>`state <> 'published' and state = ${wanted.state}`);
  if (wanted.kind === 'podcast') conditions.push(sql<boolean>`kind in ('podcast', 'episode')`);
  else if (wanted.kind !== undefined) conditions.push(sql<boolean>`kind = ${wanted.kind}`);
  const words = sortText(wanted.query).split(' ').slice(0, MOST_WORDS);
  // Words contain no wildcards, because they contain only letters and digits.
  for (const word of words) if (word !== '') conditions.push(sql<boolean>`search like ${`%${word}%`}`);

  const found = db.selectFrom('titles').where((each) => each.and(conditions));
  const { total } = await found
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const direction = wanted.isDescending ? 'desc' : 'asc';
  const rows = await found
    .select(COLUMNS)
    .orderBy(SORTED_BY[wanted.sort], direction)
    .orderBy('id', direction)
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute();
  return { total, titles: rows.map(wireRow) };
}

const MOST_ON_CALENDAR = 1000;

/**
 * Titles with a bound of a window between two instants, by title.
 *
 * @param from epoch milliseconds
 * @param till epoch milliseconds
 */
export async function titlesWithBounds(db: StudioDatabase, from: number, till: number) {
  const rows = await db
    .selectFrom('titles')
    .select(COLUMNS)
    .where(sql<boolean>`has_window`)
    .where((each) =>
      each.or(
        (
          [
            'valid_from',
            'valid_till',
            'listen_free_start',
            'listen_free_end',
            'discount_start',
            'discount_end',
          ] as const
        ).map((bound) => each.between(bound, from, till)),
      ),
    )
    .orderBy('sort_title')
    .orderBy('id')
    .limit(MOST_ON_CALENDAR + 1)
    .execute();
  return {
    titles: rows.slice(0, MOST_ON_CALENDAR).map(wireRow),
    is_complete: rows.length <= MOST_ON_CALENDAR,
  };
}

function wireRow(row: TitleRow) {
  return {
    ...row,
    kind: wireKind(row.kind),
    added_at: iso(row.added_at),
    valid_from: iso(row.valid_from),
    valid_till: iso(row.valid_till),
    listen_free_start: iso(row.listen_free_start),
    listen_free_end: iso(row.listen_free_end),
    discount_start: iso(row.discount_start),
    discount_end: iso(row.discount_end),
  };
}

/** Episodes belong to the podcasts. Their content type tells them apart. */
export const wireKind = (kind: TitleRow['kind']): WireKind => (kind === 'episode' ? 'podcast' : kind);

export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();
