import * as v from 'valibot';
import * as responses from '../response-schemas.ts';
import { sql } from 'kysely';
import { admit, type ApiContext } from '../context.ts';
import { admitToRows, NOTHING as NO_ROWS, presentById } from '../listener-fields.ts';
import { arranging, readArrangement } from '../arranged-lists.ts';
import { id, limit, skip, text } from '../parameters.ts';
import { requireSubject } from '../require-subject.ts';
import { rowsOf, type StoredItem } from '../../catalogue/item-queries.ts';
import {
  allFound,
  countFound,
  findSimilarWords,
  foundLists,
  foundRows,
  searchQuery,
  type SearchQuery,
  tolerantQuery,
} from '../../catalogue/search.ts';
import { type ApiServer, JsonText } from '../../http/validation.ts';
import { firstOwned, type Owned } from '../../members/listener-items.ts';
import { type ListenerRow, listenerOfRow, rowOfListener } from '../../members/listeners.ts';
import { isSubscribed } from '../../members/membership.ts';
import { type Match, MOST_TITLES, saidIn, saidItems, saidQuery, saidWays } from '../../members/said.ts';
import { type GroupedItem, inGroups } from '../../catalogue/shelves.ts';
import { findCategoryNamed } from '../../catalogue/subjects.ts';

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
      const categoryId = category === undefined ? null : await findCategoryNamed(db, category);
      const search = categoryId === undefined ? null : searchQuery(term, categoryId);
      const { offered, arrange: arrangeFor } = await readArrangement(context, request.query);
      const plain = search === null || arrangeFor !== null ? NO_ROWS : foundRows(db, search, page);
      // One statement for the token and all that most searches need.
      const { sub, also } = await admit(
        request,
        (own) => sql<{
          rows: readonly StoredItem[];
          owned: Owned;
          ways: readonly string[];
          listener: ListenerRow | null;
        }>`json_build_object(
          'rows', (select coalesce(json_agg(each), '[]') from (${plain}) each), 'owned', ${firstOwned(own)},
          'ways', ${saidWays(term)}, 'listener', (select row_to_json(each) from (${rowOfListener(own)}) each))`,
      );
      if (search === null || categoryId === undefined) return NOTHING;

      const arrange = arrangeFor?.(sub) ?? null;
      const said = saidQuery(also.ways);
      const now = clock.now();
      const listener = also.listener === null ? null : listenerOfRow(also.listener, now);
      const reader = { sub, now, isMember: listener !== null && isSubscribed(listener, now) };
      const find = async (
        search: SearchQuery,
        said: string | null,
        page: { readonly skip: number; readonly count: number },
        first?: readonly StoredItem[],
      ): Promise<readonly StoredItem[]> => {
        const { skip: from, count } = page;
        if (arrange !== null) {
          const more =
            said === null ? [] : await saidItems(db, said, search, reader, { skip: 0, count: MOST_TITLES });
          const ids = more.map((row) => row.id);
          const lists = arrange.isSorted
            ? arrange.lists(allFound(db, search, ids))
            : foundLists(db, search, ids).map(arrange.filter);
          return rowsOf(db, lists, page);
        }
        const rows = first ?? (await foundRows(db, search, page).execute(db)).rows;
        if (said === null || rows.length === count) return rows;
        const before =
          rows.length > 0 || from === 0 ? from + rows.length : await countFound(db, search.matching);
        const rest = { skip: Math.max(0, from - before), count: count - rows.length };
        return [...rows, ...(await saidItems(db, said, search, reader, rest))];
      };
      let rows = await find(search, said, page, also.rows);
      // A later page may be empty because it is behind the last one.
      const isNothing =
        rows.length === 0 && (from === 0 || (await find(search, said, { skip: 0, count: 1 })).length === 0);
      if (isNothing) {
        const similar = await findSimilarWords(db, term);
        const tolerant = tolerantQuery(term, categoryId, (word) => similar.has(word));
        if (tolerant !== null) rows = await find(tolerant, null, page);
      }
      const shown = rows.slice(0, size);
      const ids = shown.map((row) => row.id);
      const [items, matches] = await Promise.all([
        presentById(context, sub, shown, also.owned),
        said === null || ids.length === 0 ? null : saidIn(db, said, term, reader, ids),
      ]);
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
