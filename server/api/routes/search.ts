import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { searchQuery } from '../../search/vector.ts';
import { wordsOfTerm } from '../../search/words.ts';
import { limit, skip, text } from '../fields.ts';
import type { ApiContext } from '../context.ts';
import { present, type StoredItem } from '../items.ts';
import { listenerOf } from '../session.ts';
import type { ApiServer } from '../validation.ts';

const query = v.object({ term: text, category: v.optional(text), limit: limit('3'), skip });

const NOTHING = { results: [], next_page_key: null };

/**
 * Search by words (section 7): titles first, then whatever else holds them; the key of the next page is how many
 * results to skip (contract 4). A collection's tracks are found as the items that they stand for.
 */
export function searchRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  server.get('/search', { schema: { querystring: query } }, async (request) => {
    const { term, category, limit: size, skip: from } = request.query;
    const categoryId = category === undefined ? null : await categoryNamed(category);
    if (categoryId === undefined) return NOTHING;
    const search = searchQuery(term, categoryId);
    if (search === null) return NOTHING;

    const last = from + size + 1;
    const found = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
      select id, words @@ cast(${search.inTitle} as tsquery) as in_title, popularity from items
      where words @@ cast(${search.matching} as tsquery) and ${where} and content_type <> 6
      order by popularity desc, id limit ${last}
    )`;
    // Two ordered halves, each cut to what can be on the page: a word that every other item holds is then read off the
    // order of popularity, and a rare one off the index of words.
    const { rows } = await sql<StoredItem>`
      with found as (
        select * from (
          ${found(sql`words @@ cast(${search.inTitle} as tsquery)`)}
          union all
          ${found(sql`not words @@ cast(${search.inTitle} as tsquery)`)}
        ) halves
        order by in_title desc, popularity desc, id limit ${size + 1} offset ${from}
      )
      select items.id, items.parent_id, items.document
      from found join items on items.id = found.id
      order by found.in_title desc, found.popularity desc, found.id
    `.execute(db);
    return {
      results: await present(db, listenerOf(request), rows.slice(0, size)),
      next_page_key: rows.length > size ? from + size : null,
    };
  });

  /** Names are compared as a search compares words; undefined for a name that no category has. */
  async function categoryNamed(name: string): Promise<string | undefined> {
    const found = await db
      .selectFrom('categories')
      .select('id')
      .where('search_name', '=', wordsOfTerm(name).join(' '))
      .executeTakeFirst();
    return found?.id;
  }
}
