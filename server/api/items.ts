import type { FastifyRequest } from 'fastify';
import { type Expression, sql } from 'kysely';
import * as v from 'valibot';
import type { ItemJson } from '../catalogue/documents.ts';
import {
  type ItemQuery,
  type Page,
  type PageParameters,
  type StoredItem,
  pageOf,
  rowsOf,
} from '../catalogue/items.ts';
import { findSubject } from '../catalogue/subjects.ts';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import { type TranscriptRow, transcriptsOf } from '../catalogue/transcripts.ts';
import type { Subject } from '../catalogue/types.ts';
import { isStorable } from '../db/errors.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import { type Fields, isFields, withoutNoncharacters } from '../text.ts';
import { JsonText, notFound } from '../http/validation.ts';
import { FILTER_NAMES, type Wanted, arrangement, offeredBy } from '../members/arrangement.ts';
import { type ListenerItems, type Owned, firstOwned, readListenerItems } from '../members/listener-items.ts';
import { type ApiContext, admit } from './context.ts';
import { SUBJECTS, type SubjectTable } from '../catalogue/subject-kinds.ts';

/** The building blocks of the routes' schemas. */

const LONGEST_ID = 200;
const LONGEST_TEXT = 10_000;
const LARGEST_PAGE = 1000;
const LAST_PAGE = 1_000_000;

/** Text that the database can store. */
export const plain = v.pipe(
  v.string(),
  v.check(isStorable, 'must be well-formed Unicode without NUL'),
  v.transform(withoutNoncharacters),
);

export const id = v.pipe(plain, v.minLength(1), v.maxLength(LONGEST_ID));

/** Free text such as a search term, longer than anybody types. */
export const text = v.pipe(plain, v.maxLength(LONGEST_TEXT));

const wholeNumber = (smallest: number, largest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(smallest),
    v.maxValue(largest),
  );

export const limit = (usual: string) => v.optional(wholeNumber(1, LARGEST_PAGE), usual);

/** The number of the page, counted from 1. */
export const nextPage = v.optional(wholeNumber(1, LAST_PAGE), '1');

export const skip = v.optional(wholeNumber(0, LAST_PAGE), '0');

/** The parameters of a paged list. `limit` is the page size of that list. */
export const page = (usual: number) => v.object({ limit: limit(String(usual)), next_page: nextPage });

const about = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** The parameters of a list that can be sorted and filtered. What does not fit is ignored (CAT-197). */
export const arranging = {
  sort: v.fallback(
    v.optional(about(plain, 'A name of `sorts`, or the name after a minus for the other direction.')),
    undefined,
  ),
  ...v.entriesFromList(
    FILTER_NAMES.map((name) => `filter.${name}` as const),
    v.fallback(
      v.optional(
        about(v.union([plain, v.array(plain)]), 'A value of this filter in `filters`. It may repeat.'),
      ),
      undefined,
    ),
  ),
};

const arrangingQuery = v.object(arranging);
type Arranging = v.InferOutput<typeof arrangingQuery>;

export const arrangedPage = (usual: number) => v.object({ ...page(usual).entries, ...arranging });

export const fullName = v.pipe(plain, v.trim(), v.minLength(1), v.maxLength(200));

/** Whole milliseconds, at most a thousand hours. No title is that long. */
export const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000_000));

export const idParams = v.object({ id });

/** @throws {ApiError} 404 for an unknown id */
export async function requireSubject(
  db: CatalogueDatabase,
  table: SubjectTable,
  id: string,
): Promise<Subject> {
  const found = await findSubject(db, table, id);
  if (found === undefined) throw notFound(SUBJECTS[table].kind);
  return found;
}

type ReadContext = Pick<ApiContext, 'db' | 'documents' | 'clock'>;

/** The items by their ids, as the listener sees them. An item that was deleted meanwhile is left out. */
export async function presentById(
  { db, documents }: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
  owned?: Owned,
): Promise<ReadonlyMap<string, JsonText>> {
  if (rows.length === 0) return new Map();
  const found = await documents.read(rows);
  const items = [...new Map(rows.map((row) => [row.id, row])).values()].flatMap(({ id, parent_id }) => {
    const json = found.get(id);
    if (json === undefined) return [];
    const others = [parent_id, json.contentId].filter((each) => each !== null);
    return [{ id, json, others, trackIds: json.tracks.map((track) => track.id) }];
  });
  const listener = await readListenerItems(db, sub, items, owned);
  return new Map(items.map(({ id, json, others }) => [id, new JsonText(textOf(id, json, others, listener))]));
}

/** The items in the order of the rows, as the listener sees them. */
export async function present(
  context: ReadContext,
  sub: string,
  rows: readonly StoredItem[],
  owned?: Owned,
): Promise<readonly JsonText[]> {
  const items = await presentById(context, sub, rows, owned);
  return rows.flatMap(({ id }) => items.get(id) ?? []);
}

/** Adds the fields of the listener to an item and its tracks. */
function textOf(id: string, json: ItemJson, others: readonly string[], listener: ListenerItems): string {
  const own = ({ is_purchased, is_favorite }: ReturnType<ListenerItems['fieldsOf']>): string =>
    `"is_purchased":${is_purchased},"is_favorite":${is_favorite}`;
  const tracks = json.tracks.map((track) => `{${track.fields},${own(listener.fieldsOf(track.id, id))}}`);
  const progress = listener.progressIn(id);
  return (
    `{${json.fields},"tracks":[${tracks.join(',')}],${own(listener.fieldsOf(id, ...others))}` +
    `${progress === undefined ? '' : `,"progress":${JSON.stringify(progress)}`}}`
  );
}

export async function itemPage(
  context: ReadContext,
  sub: string,
  rows: Promise<readonly StoredItem[]> | readonly StoredItem[],
  page: PageParameters,
  owned?: Owned,
): Promise<Page<JsonText>> {
  const { results, next_page_key } = pageOf(await rows, page);
  return { results: await present(context, sub, results, owned), next_page_key };
}

export const NOTHING = sql<never>`select where false`;

/** Checks the token, and reads a list and what the listener has, all in one statement. */
export async function admitToRows<Row>(request: FastifyRequest, list: (sub: string) => Expression<Row>) {
  const { sub, also } = await admit(
    request,
    (own) =>
      sql<{ rows: readonly Row[]; owned: Owned }>`json_build_object(
        'rows', (select coalesce(json_agg(each), '[]') from (${list(own)}) each), 'owned', ${firstOwned(own)})`,
  );
  return { sub, ...also };
}

function wanted(query: Arranging): Wanted {
  const values = FILTER_NAMES.map((name) => [name, [query[`filter.${name}`] ?? []].flat()] as const);
  return { sort: query.sort, filters: Object.fromEntries(values) };
}

/** What is offered, and the same as JSON. */
async function readOffer(db: ReadContext['db']) {
  const offered = await offeredBy(db);
  const [sorts, filters] = [offered.sorts, offered.filters].map((each) => new JsonText(JSON.stringify(each)));
  return { offered, sent: { sorts, filters } };
}

/** How long an offer is remembered, in milliseconds. Every list has it, and it changes rarely (CAT-199). */
const REMEMBERED_MS = 2_000;
const offers = new WeakMap<ReadContext['db'], { until: number; offer: ReturnType<typeof readOffer> }>();

/** How the listener wants a list, and what is offered for it. */
export async function readArrangement({ db, clock }: Pick<ReadContext, 'db' | 'clock'>, query: Arranging) {
  const now = clock.now();
  let known = offers.get(db);
  if (known === undefined || known.until <= now || known.until > now + REMEMBERED_MS) {
    // Several requests wait for this statement, so it does not use the database time of any of them.
    known = { until: now + REMEMBERED_MS, offer: withoutTimeBudget(() => readOffer(db)) };
    offers.set(db, known);
    known.offer.catch(() => offers.delete(db));
  }
  const { offered, sent } = await known.offer;
  return { offered: sent, arrange: arrangement(wanted(query), offered) };
}

/**
 * A page of items that the listener may sort and filter (CAT-196).
 *
 * @param request of a route with `admits`
 * @param list makes the query of a page, or of the whole list for null
 */
export async function arrangedItemPage(
  context: ReadContext,
  request: FastifyRequest,
  query: PageParameters & Arranging,
  list: (sub: string, page: PageParameters | null) => ItemQuery,
) {
  const { offered, arrange } = await readArrangement(context, query);
  const { sub, rows, owned } = await admitToRows(request, (own) =>
    arrange === null ? list(own, query) : NOTHING,
  );
  const window = { skip: (query.next_page - 1) * query.limit, count: query.limit + 1 };
  const shown = arrange === null ? rows : rowsOf(context.db, arrange(sub).lists(list(sub, null)), window);
  return { ...(await itemPage(context, sub, shown, query, owned)), ...offered };
}

/** The name of a language in itself, such as "Deutsch". */
function labelOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language) ?? language;
  } catch {
    return language;
  }
}

const sentOf = ({ id, language, is_timed }: TranscriptRow) => ({
  url: `/media/transcript/${id}.${is_timed ? 'vtt' : 'txt'}`,
  type: is_timed ? 'text/vtt' : 'text/plain',
  language: language === 'und' ? '' : language,
  label: language === 'und' ? 'Transcript' : labelOf(language),
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Adds to details their transcripts: to items, to chapters, and to the tracks of collections (TEXT-54). */
export async function withTranscripts(
  db: CatalogueDatabase,
  details: readonly JsonText[],
): Promise<readonly JsonText[]> {
  const items = details.map(({ text }): unknown => JSON.parse(text));
  const idsOf = (item: unknown): readonly string[] =>
    isFields(item)
      ? [item['id'], item['content_id'], ...listOf(item['tracks']).flatMap(idsOf)].filter(
          (id) => typeof id === 'string',
        )
      : [];
  const rows = await transcriptsOf(db, [...new Set(items.flatMap(idsOf))]);
  if (rows.length === 0) return details;
  const sent = (item: Fields, chapter: unknown): Fields => {
    const own = (id: unknown) =>
      rows.filter((row) => row.item_id === id && row.chapter === chapter).map(sentOf);
    const found = [own(item['id']), own(item['content_id'])].find(({ length }) => length > 0);
    return found === undefined ? {} : { transcripts: found };
  };
  const completed = (item: unknown): unknown => {
    if (!isFields(item)) return item;
    const chapters = listOf(item['chapter_info']).map((chapter) =>
      isFields(chapter) ? { ...chapter, ...sent(item, chapter['chapter_index']) } : chapter,
    );
    return {
      ...item,
      ...('chapter_info' in item && { chapter_info: chapters }),
      ...('tracks' in item && { tracks: listOf(item['tracks']).map(completed) }),
      ...sent(item, 0),
    };
  };
  return items.map((item) => new JsonText(JSON.stringify(completed(item))));
}
