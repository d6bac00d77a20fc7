import { type RawBuilder, sql } from 'kysely';
import type { Cue } from 'audio-streaming-transcripts/read-transcript';
import { rowsGiven, type StoredItem } from '../catalogue/item-queries.ts';
import { LONGEST_TERM, type SearchQuery, wordsOf } from '../catalogue/search.ts';
import { mayRead } from './entitlement.ts';
import { type Owned, ownedOf } from './listener-items.ts';
import type { Database } from './tables.ts';

/** Who searches. */
export interface Reader {
  readonly sub: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly isMember: boolean;
}

/** A sentence that a search finds. */
export interface Match {
  readonly chapter_index: number | null;
  readonly track_id: string | null;
  /** Seconds from the start of the chapter. 0 if the text has no times. */
  readonly start: number;
  readonly text: string;
}

/** Only the most popular titles with the words are checked, because a frequent word is in most transcripts. */
const MOST_TITLES = 300;
const MOST_MATCHES = 3;
/** A frequent word is in most passages of a transcript. They are read in the order in which they were written. */
const MOST_PASSAGES = 20;
/** The passages in which frequent words are looked for first. */
const FIRST_PASSAGES = 40;
/** How many transcripts decide whether words are frequent. */
const SAMPLE = 20;
/** Words that stand in so many passages count as frequent. */
const MOST_NEAR = 2000;

/** The words of a term for each language that transcripts have, as an expression of a statement (TEXT-60). */
export const saidWays = (term: string): RawBuilder<readonly string[]> => sql`array(
    select plainto_tsquery(cast(search as regconfig), plain_words(${term.slice(0, LONGEST_TERM)}))::text
    from (select distinct transcript_search(language)::text as search from transcripts) as searches
    order by search)`;

/**
 * Makes the query for what is said.
 *
 * @returns a `tsquery` in its text form; null without a word to search for, or without transcripts
 */
export function saidQuery(found: readonly string[]): string | null {
  const ways = [...new Set(found.filter((said) => said !== ''))];
  return ways.length === 0 ? null : ways.map((way) => `(${way})`).join(' | ');
}

/** True if a query has more than one word. `|` joins only the languages. */
const areSeveral = (said: string): boolean => said.includes(' & ') || said.includes(' <');

/** The passages of a transcript with the words. */
const within = (said: string) =>
  sql`passage.words @@ (cast(${said} as tsquery) && cast(quote_literal('transcript/' || found.id) as tsquery))`;

/** The first passages of a transcript with the words. */
const early = (said: string, id: ReturnType<typeof sql.ref>) => sql`
  select from (
    select words from transcript_passages where transcript_id = ${id} order by position limit ${FIRST_PASSAGES}
  ) as early where early.words @@ cast(${said} as tsquery)`;

/**
 * Two tables of a query: `sample` says whether the words are frequent, by some of the found transcripts; `near` has the
 * passages with the words, at most `MOST_NEAR`.
 */
const nearOf = (said: string) => sql`
  sample as materialized (
    select 2 * count(*) filter (where exists (${early(said, sql.ref('some_found.id'))})) >= count(*) as is_frequent
    from (select id from found limit ${SAMPLE}) as some_found
  ),
  near as materialized (
    select transcript_id, position
    from passages_saying(cast(${said} as tsquery), cast(${MOST_NEAR} as integer))
  )`;
/** True if `near` has all passages with the words. */
const areRare = sql<boolean>`
  case when (select is_frequent from sample) then false else (select count(*) from near) < ${MOST_NEAR} end`;

/**
 * The items in which the words are said, and that no other text of them has, by popularity. Only those that the listener
 * may hear at this moment (TEXT-61).
 */
function saidItems(
  said: string,
  search: SearchQuery,
  reader: Reader,
  page: { readonly skip: RawBuilder<number>; readonly count: RawBuilder<number> },
): RawBuilder<StoredItem> {
  // One word of a transcript is in one of its passages. Several words need not stand near each other. Of rare ones, all
  // passages are found at once. Frequent ones are looked for in the first passages, then in all. `offset 0` keeps PostgreSQL
  // from joining the two checks.
  const isNear = areSeveral(said)
    ? sql<boolean>`case when ${areRare}
        then top.id in (select found.item_id from found join near on near.transcript_id = found.id)
        else exists (
          select from found where found.item_id = top.id and exists (${early(said, sql.ref('found.id'))}) offset 0
        ) or exists (
          select from found join transcript_passages passage on ${within(said)}
          where found.item_id = top.id offset 0
        ) end`
    : sql<boolean>`true`;
  const isNew = sql`content_type <> 6 and not words @@ cast(${search.matching} as tsquery)
    and (${search.inCategory}::text is null or words @@ cast(${search.inCategory} as tsquery))`;
  // A few titles are read by their ids. Of many, the most popular are read, until there are enough. The order and the
  // limit inside let the outer query stop when its page is full.
  return sql<StoredItem>`
    with found as materialized (select id, item_id from transcripts_saying(cast(${said} as tsquery))),
    ${nearOf(said)}
    select id, parent_id, version from (
      select * from (
        select one.* from (select distinct item_id from found) as each,
          lateral (select id, parent_id, version, popularity from items where id = each.item_id and ${isNew} offset 0) as one
        where (select count(*) from found) <= ${MOST_TITLES}
        union all (
          select id, parent_id, version, popularity from items
          where (select count(*) from found) > ${MOST_TITLES}
            and id in (select item_id from found) and ${isNew}
          order by popularity desc, id limit ${MOST_TITLES}
        )
      ) as either order by popularity desc, id limit ${MOST_TITLES}
    ) as top
    where case when ${mayRead(sql.ref('top.id'), reader)} then ${isNear} else false end
    order by popularity desc, id limit ${page.count} offset ${page.skip}`;
}

/** A part of a transcript with the words. */
interface Passage {
  readonly item_id: string;
  readonly chapter: number;
  readonly is_episode: boolean;
  readonly cues: readonly Cue[];
}

/**
 * The passages of items in which the words are said, of those that the listener may hear at this moment (TEXT-61).
 *
 * @param itemIds an array of the statement
 */
const passagesOf = (said: string, reader: Reader, itemIds: RawBuilder<unknown>): RawBuilder<Passage> => sql`
    with found as materialized (
      select id, item_id, chapter, is_timed from transcripts_saying(cast(${said} as tsquery))
      where item_id = any(${itemIds})
    ),
    ${nearOf(said)}
    select item_id, chapter, cues, (select content_type = 4 from items where items.id = item_id) as is_episode
    from (select distinct item_id as id from found) as item, lateral (
      select item_id, chapter, cues from found, lateral (
        (select position, cues from near join transcript_passages using (transcript_id, position)
          where transcript_id = found.id and ${areRare} limit ${MOST_PASSAGES})
        union all
        (select position, cues from transcript_passages passage
          where ${within(said)} and not ${areRare} limit ${MOST_PASSAGES})
      ) as passage
      where found.item_id = item.id
      order by is_timed desc, chapter, found.id, position limit ${MOST_MATCHES}
    ) as passages
    where ${mayRead(sql.ref('item.id'), reader)}`;

/** The sentences with the words, by the items that have them. */
function sentencesOf(passages: readonly Passage[], term: string): ReadonlyMap<string, readonly Match[]> {
  const stems = wordsOf(term.slice(0, LONGEST_TERM)).map((word) =>
    word.slice(0, Math.max(3, word.length - 2)),
  );
  const matches = new Map<string, Match[]>();
  for (const { item_id, chapter, is_episode, cues } of passages) {
    const cue = bestOf(cues, stems);
    if (cue === undefined) continue;
    const of = matches.get(item_id) ?? [];
    matches.set(item_id, of);
    if (of.some(({ text }) => text === cue.text)) continue;
    of.push({
      chapter_index: chapter === 0 ? null : chapter,
      // The page of its podcast would start another episode.
      track_id: is_episode ? item_id : null,
      start: cue.start,
      text: cue.text,
    });
  }
  return matches;
}

/** The sentence with most of the words, the first of several. */
function bestOf(cues: readonly Cue[], stems: readonly string[]): Cue | undefined {
  const score = ({ text }: Cue): number => {
    const words = wordsOf(text);
    return stems.filter((stem) => words.some((word) => word.startsWith(stem))).length;
  };
  return cues
    .map((cue) => ({ cue, points: score(cue) }))
    .reduce<{ cue: Cue; points: number } | undefined>(
      (best, each) => (best === undefined || each.points > best.points ? each : best),
      undefined,
    )?.cue;
}

/** A search for what is said, beside what the other texts of titles have. */
export interface SaidSearch {
  readonly term: string;
  readonly search: SearchQuery;
  /** What `saidQuery` made. */
  readonly said: string;
  readonly reader: Reader;
  readonly page: { readonly skip: number; readonly count: number };
  /** How many titles of the page are shown. */
  readonly size: number;
  /** Whether the statement also reads what the listener has of the shown titles. */
  readonly readsOwned: boolean;
}

/** The rows of a page, and the sentences of the shown ones. */
export interface SaidPage {
  readonly rows: readonly StoredItem[];
  readonly matches?: ReadonlyMap<string, readonly Match[]>;
  readonly owned?: Owned | undefined;
}

/**
 * A page of the titles that a search finds: first those that other texts find, then those in which the words are said.
 *
 * @param found a part of the former
 * @param known the page of the former, if an earlier statement has read it
 */
export function pageThenSaid(
  db: Database,
  asked: SaidSearch,
  found: (page: SaidSearch['page']) => RawBuilder<StoredItem>,
  known?: readonly StoredItem[],
): Promise<SaidPage> {
  const { said, search, reader, page } = asked;
  const first = known === undefined ? found(page) : rowsGiven(known);
  const number = sql`(select count(*) from found_rows)`;
  // An empty page is behind all that other texts find.
  const before = sql`case when ${page.skip} = 0 or ${number} > 0 then ${page.skip} + ${number} else (
    select count(*) from (${found({ skip: 0, count: page.skip })}) as earlier) end`;
  const rest = saidItems(said, search, reader, {
    skip: sql`greatest(0, ${page.skip} - (${before}))`,
    count: sql`${page.count} - ${number}`,
  });
  return readPage(
    db,
    asked,
    sql`found_rows as materialized (${numbered(sql`0`, first)}),
      page_rows as materialized (select * from found_rows union all ${numbered(number, rest)})`,
  );
}

/**
 * A page of the titles that a search finds, in an order that the listener chose.
 *
 * @param found makes the page. It gets the ids of the titles in which the words are said, as an array of the statement.
 */
export function pageWithSaid(
  db: Database,
  asked: SaidSearch,
  found: (more: RawBuilder<readonly string[]>) => RawBuilder<StoredItem>,
): Promise<SaidPage> {
  const { said, search, reader } = asked;
  const all = saidItems(said, search, reader, { skip: sql`0`, count: sql.lit(MOST_TITLES) });
  return readPage(
    db,
    asked,
    sql`said_rows as materialized (${all}),
      page_rows as materialized (${numbered(sql`0`, found(sql`array(select id from said_rows)`))})`,
  );
}

const numbered = (from: RawBuilder<unknown>, rows: RawBuilder<StoredItem>): RawBuilder<unknown> => sql`
  select ${from} + row_number() over () as place, each.id, each.parent_id, each.version from (${rows}) as each`;

async function readPage(
  db: Database,
  { said, term, reader, size, readsOwned }: SaidSearch,
  tables: RawBuilder<unknown>,
): Promise<SaidPage> {
  const shown = sql`array(select id from page_rows order by place limit ${size})`;
  const { rows } = await sql<{
    rows: readonly StoredItem[];
    passages: readonly Passage[];
    owned: Owned | null;
  }>`
    with ${tables}
    select (select coalesce(json_agg(each order by place), '[]') from page_rows as each) as rows,
      (select coalesce(json_agg(each), '[]') from (${passagesOf(said, reader, shown)}) as each) as passages,
      ${readsOwned ? ownedOf(reader.sub, shown) : sql`null`} as owned
  `.execute(db);
  const [read = { rows: [], passages: [], owned: null }] = rows;
  return { rows: read.rows, matches: sentencesOf(read.passages, term), owned: read.owned ?? undefined };
}
