import { createHash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Cue } from 'audio-streaming-transcripts/read-transcript';
import { clockOf } from 'audio-streaming-transcripts/text';
import type { ItemQuery } from './item-queries.ts';
import type { CatalogueDatabase, CatalogueTables, TranscriptSource } from './tables.ts';

/** A transcript to store. Its times are seconds from the start of its chapter. */
export interface TranscriptDraft {
  readonly itemId: string;
  /** 0 for the whole sound of the item. */
  readonly chapter: number;
  readonly language: string;
  readonly origin: string;
  readonly isTimed: boolean;
  readonly cues: readonly Cue[];
}

/** About so many characters are searched as one: the words of a search may stand in different sentences. */
const PASSAGE = 400;
/** Number and length in bytes of the words by which a transcript is found. The database stores one megabyte. */
const MOST_WORDS = 30_000;
const LONGEST_WORD = 30;

function passagesOf(cues: readonly Cue[]): readonly (readonly Cue[])[] {
  const passages: Cue[][] = [];
  let length = PASSAGE;
  for (const cue of cues) {
    if (length >= PASSAGE) {
      passages.push([]);
      length = 0;
    }
    passages.at(-1)?.push(cue);
    length += cue.text.length;
  }
  return passages;
}

/**
 * Replaces the transcripts of an item from one source. One that is the same keeps its id, which is a hash of what it is
 * and says. So an address never leads to another text.
 *
 * @param origin replaces only the one of this file or address
 */
export async function replaceTranscripts(
  transaction: Transaction<CatalogueTables>,
  itemId: string,
  source: TranscriptSource,
  drafts: readonly TranscriptDraft[],
  origin?: string,
): Promise<void> {
  const wanted = new Map(
    drafts.map((draft) => {
      const { chapter, language, origin, isTimed, cues } = draft;
      const whole = JSON.stringify([itemId, chapter, language, source, origin, isTimed, cues]);
      return [`x${createHash('sha256').update(whole).digest('hex').slice(0, 31)}`, draft];
    }),
  );
  const stored = await transaction
    .selectFrom('transcripts')
    .select('id')
    .where('item_id', '=', itemId)
    .where('source', '=', source)
    .$if(origin !== undefined, (query) => query.where('origin', '=', origin ?? ''))
    .execute();
  const gone = stored.map(({ id }) => id).filter((id) => !wanted.has(id));
  await removeTranscripts(transaction, gone);
  const kept = new Set(stored.map(({ id }) => id));
  for (const [id, draft] of wanted) if (!kept.has(id)) await addTranscript(transaction, id, source, draft);
}

/** Deletes transcripts of the studio that others replace. */
export async function removeStudioTranscripts(
  transaction: Transaction<CatalogueTables>,
  of: { readonly itemId: string; readonly language: string; readonly chapters: readonly number[] },
): Promise<void> {
  await transaction
    .deleteFrom('transcripts')
    .where('item_id', '=', of.itemId)
    .where('source', '=', 'studio')
    .where('language', '=', of.language)
    .where(sql<boolean>`chapter = any(${of.chapters})`)
    .execute();
}

export async function removeTranscripts(
  transaction: Transaction<CatalogueTables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('transcripts').where('id', 'in', ids).execute();
}

/** Deletes the transcripts of items that are gone. What the studio added stays, and is there again with the item. */
export async function removeFoundTranscripts(
  transaction: Transaction<CatalogueTables>,
  itemIds: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('transcripts')
    .where('source', '<>', 'studio')
    .where(sql<boolean>`item_id = any(${itemIds})`)
    .execute();
}

async function addTranscript(
  transaction: Transaction<CatalogueTables>,
  id: string,
  source: TranscriptSource,
  { itemId, chapter, language, origin, isTimed, cues }: TranscriptDraft,
): Promise<void> {
  const added = await transaction
    .insertInto('transcripts')
    .values({ id, item_id: itemId, chapter, language, source, origin, is_timed: isTimed, words: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  // Another process has added the same.
  if (added.length === 0) return;
  const rows = passagesOf(cues).map((each, position) => ({ position, cues: each }));
  await sql`insert into transcript_passages (transcript_id, position, language, cues)
    select ${id}, position, ${language}, cues
    from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb)) as r(position integer, cues jsonb)`.execute(
    transaction,
  );
  await sql`update transcripts set words = (
      select array_to_tsvector(array_agg(word)) from (
        select distinct word from transcript_passages passage, unnest(tsvector_to_array(passage.words)) word
        where transcript_id = ${id} and octet_length(word) <= ${LONGEST_WORD} and word <> ${`transcript/${id}`}
        order by word limit ${MOST_WORDS}
      ) as words)
    where id = ${id}`.execute(transaction);
}

/** A transcript as an item names it. */
export interface TranscriptRow {
  readonly id: string;
  readonly item_id: string;
  readonly chapter: number;
  readonly language: string;
  readonly source: TranscriptSource;
  /** The file, the address of the feed, or the chapter and language in the studio. */
  readonly origin: string;
  readonly is_timed: boolean;
}

/** A text that was added later comes first: the studio, a file, what is inside, a feed. Those with times come before. */
const RANK = ['studio', 'file', 'inside', 'feed'];

/** @param ids a query for the ids of items, or an array of them */
const rowsOfItems = (ids: RawBuilder<unknown>): RawBuilder<TranscriptRow> => sql`
  select id, item_id, chapter, language, source, origin, is_timed from transcripts
  where item_id = any(${ids}) order by language, id`;

/** All transcripts of items, also those that others replace. */
export async function allTranscriptsOf(
  db: CatalogueDatabase,
  itemIds: readonly string[],
): Promise<readonly TranscriptRow[]> {
  return (await rowsOfItems(sql`${[...itemIds]}`).execute(db)).rows;
}

/**
 * All transcripts of the parts of a title and of what they refer to, as an expression of a statement.
 *
 * @param parts a query for items
 */
export const transcriptsOfParts = (parts: ItemQuery): RawBuilder<readonly TranscriptRow[]> => {
  const ids = sql`array(select id from (${parts}) as part
    union select content_id from items where id in (select id from (${parts}) as part))`;
  return sql`(select coalesce(json_agg(each), '[]') from (${rowsOfItems(ids)}) as each)`;
};

/** All transcripts of an item, of its tracks, and of what they refer to, as an expression of a statement. */
export const transcriptsOfItem = (id: string): RawBuilder<readonly TranscriptRow[]> => {
  const named = sql`select id, document from items where id = ${id}`;
  const ids = sql`array(select ${id}::text union select document ->> 'content_id' from (${named}) item
    union select unnest(array[track ->> 'id', track ->> 'content_id'])
      from (${named}) item, json_array_elements(document -> 'tracks') track)`;
  return sql`(select coalesce(json_agg(each), '[]') from (${rowsOfItems(ids)}) as each)`;
};

/** The transcripts of items, in the order in which they are shown. One for each chapter and language. */
export const transcriptsOf = async (
  db: CatalogueDatabase,
  itemIds: readonly string[],
): Promise<readonly TranscriptRow[]> => bestOf(await allTranscriptsOf(db, itemIds));

/** Of each chapter and language the transcript that listeners get (TEXT-54). */
export function bestOf(rows: readonly TranscriptRow[]): readonly TranscriptRow[] {
  const rank = ({ source, is_timed }: TranscriptRow): number => RANK.indexOf(source) + (is_timed ? 0 : 10);
  // A text of the studio for all chapters may leave some of them without a sentence.
  const wholes = new Set(
    rows
      .filter(({ source, origin, is_timed }) => source === 'studio' && is_timed && origin.startsWith('0/'))
      .map(({ item_id, language }) => `${item_id} ${language}`),
  );
  const isReplaced = ({ item_id, language, source }: TranscriptRow): boolean =>
    source !== 'studio' && wholes.has(`${item_id} ${language}`);
  const best = new Map<string, TranscriptRow>();
  for (const row of rows
    .filter((each) => !isReplaced(each))
    .toSorted((one, other) => rank(one) - rank(other))) {
    const key = `${row.item_id} ${row.chapter} ${row.language}`;
    if (!best.has(key)) best.set(key, row);
  }
  return [...best.values()];
}

/** A transcript by its id. */
export const findTranscript = (
  db: CatalogueDatabase,
  id: string,
): Promise<{ readonly itemId: string; readonly isTimed: boolean } | undefined> =>
  db
    .selectFrom('transcripts')
    .innerJoin('items', 'items.id', 'transcripts.item_id')
    .select(['items.id as itemId', 'is_timed as isTimed'])
    .where('transcripts.id', '=', id)
    .executeTakeFirst();

/** The sentences of a transcript; empty if it is unknown. */
export async function cuesOf(db: CatalogueDatabase, id: string): Promise<readonly Cue[]> {
  const rows = await db
    .selectFrom('transcript_passages')
    .select('cues')
    .where('transcript_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ cues }) => cues);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of a transcript as it is sent: WebVTT if it has times. */
export function transcriptText(cues: readonly Cue[], isTimed: boolean): string {
  if (!isTimed) return cues.map(({ text }) => `${text}\n`).join('\n');
  const blocks = cues.map(({ start, end, text, speaker }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speaker)}>`;
    return `${clockOf(start)} --> ${clockOf(Math.max(end, start + 0.001))}\n${voice}${escaped(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** A chapter may start a little before its first sentence does. */
const ROUNDING = 0.25;

/** Seconds with three digits after the point, not before the start. */
const rounded = (seconds: number): number => Math.max(0, Math.round(seconds * 1000) / 1000);

/** A chapter with its seconds in the text that is divided. 0 is a whole title. */
export interface ChapterSpan {
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
}

/** Divides a transcript among chapters, with times from the start of each (TEXT-51). Nothing is lost before and after them. */
export function dividedCues(
  cues: readonly Cue[],
  spans: readonly ChapterSpan[],
): readonly { readonly chapter: number; readonly cues: readonly Cue[] }[] {
  return spans.flatMap(({ chapter, from, to }, at) => {
    const start = at === 0 ? -Infinity : from - ROUNDING;
    const end = at === spans.length - 1 ? Infinity : to - ROUNDING;
    const own = cues
      .filter((cue) => cue.start >= start && cue.start < end)
      .map((cue) => ({
        ...cue,
        start: rounded(cue.start - from),
        end: rounded(Math.min(cue.end, at === spans.length - 1 ? Infinity : to) - from),
      }));
    return own.length === 0 ? [] : [{ chapter, cues: own }];
  });
}
