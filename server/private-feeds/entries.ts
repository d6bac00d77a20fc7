import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { ItemDocument } from '../catalogue/tables.ts';
import type { AudioSource } from '../media/source.ts';
import { mayRead } from '../members/entitlement.ts';
import type { PrivateFeed } from './feeds.ts';
import type { PrivateFeedDatabase } from './tables.ts';
import { parseMediaPath } from '../media/media-path.ts';

/** Who listens by a feed at an instant. */
export interface Hearing {
  /** Null for the public feed of a title. */
  readonly sub: string | null;
  readonly isMember: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A part of a feed with a sound, or with chapters that have sounds. */
const feedRow = v.object({
  id: v.string(),
  title_id: v.string(),
  /** The position of the title in the feed, and of this part in the title. */
  title_position: v.number(),
  position: v.number(),
  /** The date of the last episode of the part, in epoch milliseconds, unless the part has a date of its own. */
  dated_at: v.number(),
  /** True if the date of the part itself does not count: the part was saved, or bought. */
  is_dated: v.boolean(),
});
export type FeedRow = Readonly<v.InferOutput<typeof feedRow>>;

/** An episode. */
export interface Entry {
  /** Made of ids of the catalogue, so it stays (FEED-13). */
  readonly guid: string;
  readonly sound: AudioSource;
  /** The path of the sound. */
  readonly url: string;
  readonly title: string;
  readonly item: ItemDocument;
  /** The title that the part belongs to. */
  readonly of: ItemDocument;
  /** From 1. */
  readonly number: number;
  /** The position of the title, from 1. */
  readonly season: number;
  readonly seconds: number;
  readonly publishedAt: number;
}

/** Dates of RSS have whole seconds. Two episodes never have the same one (FEED-12). */
const STEP_MS = 1_000;
/** The chapters of a title have at most four digits. */
const MOST_CHAPTERS = 10_000;
/** A feed of everything has the newest titles, and what was bought (FEED-10). */
const NEWEST = 1_000;
/** A page has at most so many episodes (FEED-14). */
export const PAGE = 500;

/** Where a page starts: after so many parts of the feed, and after so many episodes of the part that follows. */
export interface PageStart {
  readonly parts: number;
  readonly episodes: number;
}

/**
 * The titles of a feed, in their order. `dated_at` is when a title came into the feed. It is null for a title that came by its
 * release.
 */
function titlesOf({ kind, target_id }: PrivateFeed, sub: string): RawBuilder<unknown> {
  switch (kind) {
    case 'item':
    case 'collection':
      return sql`select ${target_id}::text as id, 1 as title_position, null::bigint as dated_at`;
    case 'series':
      return sql`select item_id as id, row_number() over (order by sort_key, item_id) as title_position, null::bigint as dated_at
        from item_series where series_id = ${target_id}`;
    case 'saved':
      return sql`select item_id as id, row_number() over (order by created_at desc, item_id) as title_position,
          created_at as dated_at
        from favorite_items where sub = ${sub}`;
    case 'all':
      return sql`select id, row_number() over (order by coalesce(dated_at, released_at) desc, id) as title_position, dated_at from (
        select id, released_at, max(dated_at) as dated_at from (
          (select id, released_at, null::bigint as dated_at from items
            where parent_id is null and edition_of is null order by released_at desc, id limit ${NEWEST})
          union all select items.id, released_at, greatest(purchased_at, released_at)
            from purchases join items on items.id = item_id where purchases.sub = ${sub}
        ) as every group by id, released_at) as newest`;
  }
}

/** The item that has the sound of a part: a track of a collection may have the sound of another title. */
const SOUND = sql`case when items.content_type = 6 and items.content_id <> items.parent_id
  then items.content_id else items.id end`;

/** Episodes of podcasts that are heard from the newest on have positions above this one. */
const FIRST_FROM_NEWEST = 500_000_000;

/**
 * The parts of a feed, as the table `parts`. Each part has a span of time for the dates of its chapters (FEED-12). The span ends
 * when the title came into the feed, and before the span of the next part starts. So dates never mix the chapters of two titles,
 * and no date is in the future. The episodes of a podcast have dates of their own.
 */
const partsOf = (feed: PrivateFeed, sub: string): RawBuilder<unknown> => sql`
  with titles as (${titlesOf(feed, sub)}),
  listed as (
    select titles.id, titles.title_position, content_type, dated_at is not null as is_dated,
      coalesce(dated_at, released_at) as came_at
    from titles join items on items.id = titles.id
    where parent_id is null or parent_id not in (select id from titles)
  ),
  sounding as (
    select items.id, items.version, ${SOUND} as sound, listed.id as title_id, listed.title_position, position, is_dated, came_at,
      case when items.content_type = 2 then ${MOST_CHAPTERS}::bigint else 1 end as room
    from listed join items on items.id = listed.id where listed.content_type not in (3, 5)
    union all
    select items.id, items.version, ${SOUND}, listed.id, listed.title_position, position, is_dated, came_at, 1
    from listed join items on items.parent_id = listed.id where listed.content_type = 5
  ),
  roomy as (
    select *, ${STEP_MS}::bigint * (sum(room) over newest - room) as later from sounding
    window newest as (${newestFirst(feed)} rows unbounded preceding)
  ),
  parts as (
    select id, version, sound, title_id, title_position, position, is_dated,
      (min(came_at + later) over newest - later)::float8 as dated_at
    from roomy window newest as (${newestFirst(feed)} rows unbounded preceding)
    union all
    select items.id, items.version, items.id, listed.id, listed.title_position, position, false,
      (released_at - ${STEP_MS}::bigint * (row_number() over (partition by listed.id, released_at order by
        case when position > ${FIRST_FROM_NEWEST} then -position else position end desc, items.id) - 1))::float8
    from listed join items on items.parent_id = listed.id where listed.content_type = 3
  )`;

/** The first volume of a series is the oldest. In other feeds the first title is the newest. */
const newestFirst = ({ kind }: PrivateFeed): RawBuilder<unknown> =>
  sql`order by title_position ${sql.raw(kind === 'series' ? 'desc' : 'asc')}, position desc, id desc`;

/**
 * The parts that may be heard at the instant, by the same table as the API (FEED-20), from a position on: at most one more
 * than a page has.
 *
 * @returns another page if one of the parts or of their transcripts has changed
 */
export async function readablePage(
  db: PrivateFeedDatabase,
  feed: PrivateFeed,
  { sub, ...hearing }: Hearing,
  offset: number,
): Promise<Page> {
  const listener = { sub: sub ?? '', ...hearing };
  // In their order first, so that the decision is made only for the rows of the page. `offset 0` keeps the planner from
  // deciding about all rows before it sorts them.
  const { rows } = await sql<Page>`${partsOf(feed, listener.sub)},
    page as (
      select id, version, sound, title_id, title_position::int, position::int, dated_at, is_dated
      from (select * from parts order by title_position, position, id offset 0) as ordered
      where ${mayRead(sql.ref('ordered.sound'), listener)}
      order by ordered.title_position, ordered.position, ordered.id limit ${PAGE + 1} offset ${offset}
    )
    select coalesce(json_agg(page order by title_position, position, id), '[]')::text as rows, (
      select string_agg(id, ' ' order by id) from transcripts where item_id in (select sound from page)
    ) as texts from page`.execute(db);
  return rows[0] ?? NO_PAGE;
}

/** The parts of a page as JSON, and the ids of their transcripts. */
export interface Page {
  readonly rows: string;
  readonly texts: string | null;
}

/** A page on which nothing may be heard. */
export const NO_PAGE: Page = { rows: '[]', texts: null };

export const isEmpty = ({ rows }: Page): boolean => rows === NO_PAGE.rows;

export const rowsIn = ({ rows }: Page): readonly FeedRow[] => v.parse(v.array(feedRow), JSON.parse(rows));

/** True if a feed has anything, whoever may hear it. With a sound: true if it has this one. */
export async function hasPart(db: PrivateFeedDatabase, feed: PrivateFeed, sound?: string): Promise<boolean> {
  if (feed.kind === 'all' && sound !== undefined) return true;
  const { rows } = await sql<{ found: boolean }>`${partsOf(feed, feed.sub ?? '')}
    select exists (select from parts where ${sound ?? null}::text is null or sound = ${sound ?? null}) as found
  `.execute(db);
  return rows[0]?.found === true;
}

/** The documents of items, by their ids. */
export async function documentsOf(
  db: PrivateFeedDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemDocument>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'document'])
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute();
  return new Map(rows.map(({ id, document }) => [id, document]));
}

/**
 * The episodes of some parts, as many as a page has: the chapters of a book, or the part itself (FEED-11).
 *
 * @param rows the parts from the start of the page on
 * @returns the episodes, and where the next page starts, if there is one
 */
export function entriesOf(
  rows: readonly FeedRow[],
  documents: ReadonlyMap<string, ItemDocument>,
  start: PageStart,
): { readonly entries: readonly Entry[]; readonly next: PageStart | undefined } {
  const entries: Entry[] = [];
  for (const [at, row] of rows.entries()) {
    const parts = start.parts + at;
    if (at === PAGE || entries.length >= PAGE) return { entries, next: { parts, episodes: 0 } };
    const item = documents.get(row.id);
    const of = documents.get(row.title_id);
    if (item === undefined || of === undefined) continue;
    const skipped = at === 0 ? start.episodes : 0;
    const episodes = episodesOf(row, item, of).slice(skipped);
    const room = PAGE - entries.length;
    entries.push(...episodes.slice(0, room));
    if (episodes.length > room) return { entries, next: { parts, episodes: skipped + room } };
  }
  return { entries, next: undefined };
}

function episodesOf(row: FeedRow, item: ItemDocument, of: ItemDocument): readonly Entry[] {
  const last = Math.max(1, ...item.chapter_info.map((chapter) => chapter.chapter_index));
  const sounds =
    item.chapter_info.length > 0
      ? item.chapter_info.map((chapter) => ({
          guid: `${item.id}#${chapter.chapter_index}`,
          url: chapter.chapter_url,
          title: chapter.chapter_title,
          number: chapter.chapter_index,
          seconds: chapter.chapter_run_time ?? 0,
        }))
      : [
          {
            guid: item.id,
            url: item.url ?? '',
            title: item.title,
            number: item.podcast?.number ?? item.index ?? 1,
            seconds: item.run_time ?? 0,
          },
        ];
  return sounds.flatMap((sound) => {
    const path = parseMediaPath(sound.url);
    if (path?.kind !== 'audio') return [];
    const own = row.is_dated ? NaN : Date.parse(item.published_at ?? '');
    const number = item.chapter_info.length > 0 ? sound.number : last;
    const publishedAt = Number.isNaN(own) ? row.dated_at - (last - number) * STEP_MS : own;
    const { id, chapter } = path;
    return [
      {
        ...sound,
        sound: { kind: 'audio', id, chapter, duration: sound.seconds },
        item,
        of,
        season: row.title_position,
        publishedAt,
      } as const,
    ];
  });
}
