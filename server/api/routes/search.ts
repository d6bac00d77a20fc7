import * as v from 'valibot';
import * as responses from '../response-schemas.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ApiContext } from '../context.ts';
import { admitToRows, presentById } from '../listener-fields.ts';
import { arranging, readArrangement } from '../arranged-lists.ts';
import { id, limit, skip, text } from '../parameters.ts';
import { requireSubject } from '../require-subject.ts';
import { NOTHING as NO_ROWS, rowsOf, type StoredItem } from '../../catalogue/item-queries.ts';
import {
  allFound,
  findSimilarWords,
  foundLists,
  languageMark,
  searchQuery,
  type SearchQuery,
  tolerantQuery,
} from '../../catalogue/search.ts';
import { acceptedLanguages } from '../../http/headers.ts';
import { type ApiServer, JsonText } from '../../http/validation.ts';
import { type ListenerRow, listenerOfRow, rowOfListener } from '../../members/listeners.ts';
import { isSubscribed } from '../../members/membership.ts';
import {
  type Match,
  pageThenSaid,
  pageWithSaid,
  type SaidPage,
  saidQuery,
  saidWays,
} from '../../members/said.ts';
import { type GroupedItem, inGroups } from '../../catalogue/shelves.ts';
import { categoryNamed } from '../../catalogue/subjects.ts';

const query = v.object({ term: text, category: v.optional(text), limit: limit('3'), skip, ...arranging });

const NOTHING = { results: [], next_page_key: null };

/** Search by words. The key of the next page is the number of results to skip (CAT-31). */
export function searchRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/search',
    {
      schema: {
        summary: 'Searches titles, authors, chapters, and what is said',
        querystring: query,
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) => {
      const { term, category, limit: size, skip: from } = request.query;
      const page = { skip: from, count: size + 1 };
      const { offered, arrange: arrangeFor } = await readArrangement(context, request.query);
      const everywhere = searchQuery(term, null);
      const [accepted = null] = acceptedLanguages(request);
      const language = languageMark(accepted);
      const isPlain = everywhere !== null && category === undefined && arrangeFor === null;
      // One statement for the token and all that most searches need.
      const {
        sub,
        rows: first,
        owned,
        also,
      } = await admitToRows(
        request,
        () => (isPlain ? rowsOf(foundLists(db, everywhere, language), page) : NO_ROWS),
        (own) => sql<{
          ways: readonly string[];
          listener: ListenerRow | null;
          category: string | null;
        }>`json_build_object('ways', ${saidWays(term)},
          'listener', (select row_to_json(each) from (${rowOfListener(own)}) each),
          'category', ${category === undefined ? sql`null` : categoryNamed(category)})`,
      );
      if (everywhere === null || (category !== undefined && also.category === null)) return NOTHING;
      const search = searchQuery(term, also.category) ?? everywhere;
      const arrange = arrangeFor?.(sub) ?? null;
      const now = clock.now();
      const listener = also.listener === null ? null : listenerOfRow(also.listener, now);
      const reader = { sub, now, isMember: listener !== null && isSubscribed(listener, now) };
      const listsOf = (search: SearchQuery, more: RawBuilder<readonly string[]> | null) => {
        if (arrange === null) return foundLists(db, search, language);
        return arrange.isSorted
          ? arrange.lists(allFound(db, search, more))
          : foundLists(db, search, language, more).map(arrange.filter);
      };
      const find = async (
        search: SearchQuery,
        said: string | null,
        page: { readonly skip: number; readonly count: number },
        known?: readonly StoredItem[],
      ): Promise<SaidPage> => {
        if (said === null) {
          return { rows: known ?? (await rowsOf(listsOf(search, null), page).execute(db)).rows };
        }
        const asked = { term, search, said, reader, page, size, readsOwned: owned === undefined };
        if (arrange !== null) return pageWithSaid(db, asked, (more) => rowsOf(listsOf(search, more), page));
        return pageThenSaid(db, asked, (part) => rowsOf(listsOf(search, null), part), known);
      };
      const said = saidQuery(also.ways);
      let found = await find(search, said, page, isPlain ? first : undefined);
      // A later page may be empty because it is behind the last one.
      const isNothing =
        found.rows.length === 0 &&
        (from === 0 || (await find(search, said, { skip: 0, count: 1 })).rows.length === 0);
      if (isNothing) {
        const similar = await findSimilarWords(db, term);
        const tolerant = tolerantQuery(term, also.category, (word) => similar.has(word));
        if (tolerant !== null) found = await find(tolerant, null, page);
      }
      const { rows, matches } = found;
      const shown = rows.slice(0, size);
      const ids = shown.map((row) => row.id);
      const items = await presentById(context, sub, shown, owned ?? found.owned);
      return {
        results: ids.flatMap((each) => {
          const item = items.get(each);
          return item === undefined ? [] : [withMatches(item, matches?.get(each))];
        }),
        ...offered,
        next_page_key: rows.length > size ? from + size : null,
      };
    },
  );
}

const withMatches = (item: JsonText, matches: readonly Match[] = []): JsonText =>
  matches.length === 0
    ? item
    : new JsonText(`${item.text.slice(0, -1)},"matches":${JSON.stringify(matches)}}`);

/** Number of titles in a group, which is shown as a carousel. The heading links to the complete list. */
const GROUP = 15;

const segregatedQuery = v.union([v.object({ cid: id }), v.object({ tid: id })], 'must hold cid or tid');

interface Group {
  readonly id: string;
  readonly name: string;
  readonly content: JsonText[];
}

/** The content of a category by topic, or of a topic by category. Empty groups are left out. */
export function segregatedRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  server.get(
    '/segregated',
    {
      schema: {
        summary: 'The titles of a category by topic, or of a topic by category',
        querystring: segregatedQuery,
        response: { 200: responses.groups },
      },
      config: { admits: true },
    },
    async (request) => {
      const { query } = request;
      const { sub, rows, owned } = await admitToRows(request, () => inGroups(query, GROUP));
      if (rows.length === 0) {
        await ('cid' in query
          ? requireSubject(db, 'categories', query.cid)
          : requireSubject(db, 'topics', query.tid));
      }
      return {
        results: grouped(rows, await presentById(context, sub, rows, owned)),
        next_page_key: null,
      };
    },
  );
}

function grouped(rows: readonly GroupedItem[], items: ReadonlyMap<string, JsonText>): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const item = items.get(row.id);
    if (item === undefined) continue;
    const group = groups.get(row.group_id) ?? { id: row.group_id, name: row.group_name, content: [] };
    group.content.push(item);
    groups.set(row.group_id, group);
  }
  return [...groups.values()];
}
