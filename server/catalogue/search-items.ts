import { sql } from 'kysely';
import type { CatalogueDatabase } from './tables.ts';
import type { SearchQuery } from './search-vector.ts';
import { items, type StoredItem } from './items.ts';

/**
 * The items that a search finds: first those with all words in the title, then the others, each half by popularity. The
 * tracks of collections are left out, because the items that they refer to are found.
 *
 * Each half is a query with one plain order and a limit. So the database reads a frequent word from the index by
 * popularity, and a rare word from the index of words. The second half is queried only if the first half does not fill
 * the page.
 *
 * @param page.skip the number of results to skip
 * @param page.count the number of results
 */
export async function searchItems(
  db: CatalogueDatabase,
  search: SearchQuery,
  page: { readonly skip: number; readonly count: number },
): Promise<readonly StoredItem[]> {
  const { skip, count } = page;
  const titled = await half(db, search, { inTitle: true, skip, count });
  if (titled.length === count) return titled;
  const before = titled.length > 0 || skip === 0 ? skip + titled.length : await countTitled(db, search);
  const others = await half(db, search, {
    inTitle: false,
    skip: Math.max(0, skip - before),
    count: count - titled.length,
  });
  return [...titled, ...others];
}

function half(
  db: CatalogueDatabase,
  search: SearchQuery,
  part: { readonly inTitle: boolean; readonly skip: number; readonly count: number },
): Promise<readonly StoredItem[]> {
  return items(db)
    .where(sql<boolean>`content_type <> 6`)
    .where(
      part.inTitle
        ? sql<boolean>`words @@ cast(${search.inTitle} as tsquery)`
        : sql<boolean>`words @@ cast(${search.matching} as tsquery)
            and not words @@ cast(${search.inTitle} as tsquery)`,
    )
    .orderBy('popularity', 'desc')
    .orderBy('id')
    .limit(part.count)
    .offset(part.skip)
    .execute();
}

async function countTitled(db: CatalogueDatabase, search: SearchQuery): Promise<number> {
  const { count } = await db
    .selectFrom('items')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where(sql<boolean>`content_type <> 6`)
    .where(sql<boolean>`words @@ cast(${search.inTitle} as tsquery)`)
    .executeTakeFirstOrThrow();
  return count;
}
