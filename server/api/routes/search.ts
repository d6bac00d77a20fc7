import * as v from 'valibot';
import { searchItems } from '../../catalogue/search-items.ts';
import { searchQuery } from '../../catalogue/search-vector.ts';
import { wordsOfTerm } from '../../catalogue/search-words.ts';
import type { ApiServer } from '../../http/validation.ts';
import * as answers from '../answers.ts';
import type { ApiContext } from '../context.ts';
import { limit, skip, text } from '../fields.ts';
import { present } from '../items.ts';
import { listenerOf } from '../session.ts';

const query = v.object({ term: text, category: v.optional(text), limit: limit('3'), skip });

const NOTHING = { results: [], next_page_key: null };

/** Search by words. The key of the next page is the number of results to skip (CAT-31). */
export function searchRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  server.get(
    '/search',
    {
      schema: {
        summary: 'Searches titles, authors and chapters',
        querystring: query,
        response: { 200: answers.itemPage },
      },
    },
    async (request) => {
      const { term, category, limit: size, skip: from } = request.query;
      const categoryId = category === undefined ? null : await categoryNamed(category);
      if (categoryId === undefined) return NOTHING;
      const search = searchQuery(term, categoryId);
      if (search === null) return NOTHING;

      const rows = await searchItems(db, search, { skip: from, count: size + 1 });
      return {
        results: await present(context, listenerOf(request), rows.slice(0, size)),
        next_page_key: rows.length > size ? from + size : null,
      };
    },
  );

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
