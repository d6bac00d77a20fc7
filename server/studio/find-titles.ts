import { type RawBuilder, type Selectable, sql } from 'kysely';
import { readCollection } from '../catalogue/publish/collections.ts';
import type { SourcedTitle } from '../catalogue/publish/title-rows.ts';
import { compoundsOf, LONGEST_TERM, spellingsOf } from '../catalogue/search.ts';
import type { CatalogueTables, TitleState } from '../catalogue/tables.ts';
import { type TranscriptRow, allTranscriptsOf, bestOf } from '../catalogue/transcripts.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { MediaAddresses } from '../media/source.ts';
import type { Sent } from 'audio-streaming-wire/scalars';
import type { calendar, titleDetail, titlePage, titleRow } from 'audio-streaming-wire/titles';
import type { StudioDatabase } from './context.ts';
import { BOUNDS, mapBounds } from '../catalogue/windows.ts';

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
  'discount_price',
  ...BOUNDS,
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

type WireKind = Sent<typeof titleRow>['kind'];

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
export async function findTitles(
  studio: CoverSigner & { readonly db: StudioDatabase },
  wanted: TitleQuery,
): Promise<Sent<typeof titlePage>> {
  const { db } = studio;
  const filters: RawBuilder<boolean>[] = [];
  if (!wanted.withEpisodes) filters.push(sql`parent_id is null`);
  if (wanted.state === 'published') filters.push(sql`state = 'published'`);
  // Written out, so that the index of the few absent titles is used.
  else if (wanted.state !== undefined) filters.push(sql`state <> 'published' and state = ${wanted.state}`);
  if (wanted.kind === 'podcast') filters.push(sql`kind in ('podcast', 'episode')`);
  else if (wanted.kind !== undefined) filters.push(sql`kind = ${wanted.kind}`);
  const words = compoundsOf(wanted.query.slice(0, LONGEST_TERM)).flat().slice(0, MOST_WORDS);
  // Words contain no wildcards, because they contain only letters and digits.
  const searched = words.map((word) => {
    const spelled = spellingsOf(word).map((spelling) => sql<boolean>`search like ${`%${spelling}%`}`);
    return sql<boolean>`(${sql.join(spelled, sql` or `)})`;
  });
  const where = sql.join([sql`true`, ...filters, ...searched], sql` and `);
  // A single letter is in most titles.
  const isSearch = words.some((word) => word.length > 1);
  const found = isSearch ? await scanned(db, where, wanted) : await indexed(db, where, wanted);
  return { total: found.total, titles: found.rows.map(wireRow(studio)) };
}

function rowOf(found: TitleRow & { total: number; is_found: boolean }): TitleRow {
  const { total: _, is_found: _1, ...row } = found;
  return row;
}

interface Found {
  readonly total: number;
  readonly rows: readonly TitleRow[];
}

/** Counts, and then reads the page by the index of the order. */
async function indexed(db: StudioDatabase, where: RawBuilder<unknown>, wanted: TitleQuery): Promise<Found> {
  const counted = await sql<{ total: number }>`select count(*) as total from titles where ${where}`.execute(
    db,
  );
  const total = counted.rows[0]?.total ?? 0;
  const count = Math.min(wanted.limit, total - wanted.offset);
  if (count <= 0) return { total, rows: [] };
  // The second half of the rows is read from the end.
  const isFromEnd = wanted.offset > total / 2;
  const offset = isFromEnd ? total - wanted.offset - count : wanted.offset;
  const order = orderOf(wanted.sort, wanted.isDescending !== isFromEnd);
  const { rows } = await sql<TitleRow>`
    select ${sql.join(COLUMNS.map((name) => sql.ref(name)))} from titles where ${where}
    order by ${order} limit ${count} offset ${offset}`.execute(db);
  return { total, rows: isFromEnd ? rows.toReversed() : rows };
}

/** Counts and sorts in one reading of all rows, because a search inside of words has no index. */
async function scanned(db: StudioDatabase, where: RawBuilder<unknown>, wanted: TitleQuery): Promise<Found> {
  const { sort, isDescending, limit, offset } = wanted;
  const { rows } = await sql<TitleRow & { total: number; is_found: boolean }>`
    with matching as materialized (select id, ${sql.ref(SORTED_BY[sort])} from titles where ${where}),
      page as (select id from matching order by ${orderOf(sort, isDescending)} limit ${limit} offset ${offset})
    select counted.total, t.id is not null as is_found, ${sql.join(COLUMNS.map((name) => sql.ref(`t.${name}`)))}
    from (select count(*) as total from matching) counted
      left join (page join titles t on t.id = page.id) on true
    order by ${orderOf(sort, isDescending, 't.')}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter(({ is_found }) => is_found).map(rowOf),
  };
}

function orderOf(
  sort: TitleQuery['sort'],
  isDescending: boolean,
  table: 't.' | '' = '',
): RawBuilder<unknown> {
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`${sql.ref(table + SORTED_BY[sort])} ${direction}, ${sql.ref(`${table}id`)} ${direction}`;
}

const MOST_ON_CALENDAR = 1000;

/**
 * Titles with a bound of a window between two instants, by title.
 *
 * @param from epoch milliseconds
 * @param till epoch milliseconds
 */
export async function titlesWithBounds(
  studio: CoverSigner & { readonly db: StudioDatabase },
  from: number,
  till: number,
): Promise<Sent<typeof calendar>> {
  const rows = await studio.db
    .selectFrom('titles')
    .select(COLUMNS)
    .where(sql<boolean>`has_window`)
    .where((each) => each.or(BOUNDS.map((bound) => each.between(bound, from, till))))
    .orderBy('sort_title')
    .orderBy('id')
    .limit(MOST_ON_CALENDAR + 1)
    .execute();
  return {
    titles: rows.slice(0, MOST_ON_CALENDAR).map(wireRow(studio)),
    is_complete: rows.length <= MOST_ON_CALENDAR,
  };
}

const wireRow =
  (signer: CoverSigner) =>
  (row: TitleRow): Sent<typeof titleRow> => ({
    ...row,
    ...mapBounds(row, iso),
    img_url: coverAddress(signer, row),
    kind: wireKind(row.kind),
    added_at: iso(row.added_at),
    authors: [...row.authors],
  });

/** Episodes belong to the podcasts. Their content type tells them apart. */
export const wireKind = (kind: TitleRow['kind']): WireKind => (kind === 'episode' ? 'podcast' : kind);

export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** A transcript of the studio: all parts that come from one file, one address, or one upload. */
export interface WholeTranscript {
  /** The id of its first part. */
  readonly id: string;
  readonly rows: readonly [TranscriptRow, ...TranscriptRow[]];
}

export async function wholeTranscripts(
  db: StudioDatabase,
  itemId: string,
): Promise<readonly WholeTranscript[]> {
  const wholes = new Map<string, [TranscriptRow, ...TranscriptRow[]]>();
  const rows = await allTranscriptsOf(db, [itemId]);
  for (const row of rows.toSorted((one, other) => one.chapter - other.chapter)) {
    const key = JSON.stringify([row.language, row.source, row.origin]);
    const whole = wholes.get(key);
    if (whole === undefined) wholes.set(key, [row]);
    else whole.push(row);
  }
  return [...wholes.values()].map((own) => ({ id: own[0].id, rows: own }));
}

/** The transcripts of a title as the studio lists them. */
export async function listTranscripts(
  db: StudioDatabase,
  itemId: string,
): Promise<NonNullable<Sent<typeof titleDetail>['transcripts']>> {
  const wholes = await wholeTranscripts(db, itemId);
  const shown = new Set(bestOf(wholes.flatMap(({ rows }) => rows)).map(({ id }) => id));
  return wholes.map(({ id, rows: [first, ...others] }) => ({
    id,
    language: first.language === 'und' ? '' : first.language,
    source: first.source,
    origin: first.source === 'studio' ? '' : first.origin,
    is_timed: first.is_timed,
    is_shown: [first, ...others].some((row) => shown.has(row.id)),
    chapters: [first, ...others].map(({ chapter }) => chapter),
  }));
}

interface Row {
  readonly item: CatalogueItem;
  readonly added_at: number;
  readonly is_missing: boolean;
}

const titleOf = ({ item, added_at, is_missing }: Row): SourcedTitle => ({
  item,
  addedAt: added_at,
  isMissing: is_missing,
});

/** Titles of folders and of podcasts, as their source describes them. */
export async function sourcedTitles(
  db: StudioDatabase,
  ids: readonly string[],
): Promise<readonly SourcedTitle[]> {
  const list = [...ids];
  const { rows } = await sql<Row>`
    select item, added_at, missing_since is not null as is_missing from library_titles where id = any(${list})
    union all select item, added_at, false from feeds where id = any(${list})
    union all select item, added_at, gone_at is not null from feed_episodes where id = any(${list})
  `.execute(db);
  return rows.map(titleOf);
}

/** @returns null if there is no such title */
export async function sourcedTitle(db: StudioDatabase, id: string): Promise<SourcedTitle | null> {
  const [found] = await sourcedTitles(db, [id]);
  return found ?? (await readCollection(db, id))?.title ?? null;
}

/** The ids of the episodes of a podcast. */
export async function episodesOf(db: StudioDatabase, feedId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('feed_episodes').select('id').where('feed_id', '=', feedId).execute();
  return rows.map(({ id }) => id);
}

export interface CoverSigner {
  readonly addresses: Pick<MediaAddresses, 'sign'>;
}

/** For whom the address is made. The studio is one reader, because a cover belongs to no listener. */
export const READER = 'studio';

/**
 * The address of a cover in the studio. The cover of a title that is not in the catalogue has a signed address, because it
 * is for the studio alone (STU-18).
 */
export function coverAddress(
  { addresses }: CoverSigner,
  { img_url, state }: { readonly img_url: string; readonly state: TitleState },
): string {
  if (state === 'published') return img_url;
  const [path = '', query] = img_url.split('?');
  const signed = addresses.sign(path, READER);
  return query === undefined ? signed : `${signed}&${query}`;
}
