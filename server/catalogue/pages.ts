/** The page size and the number of the page, counted from 1. */
export interface PageParameters {
  readonly limit: number;
  readonly next_page: number;
}

/** One page. Its key requests the next page; it is null on the last page. */
export interface Page<Item> {
  readonly results: readonly Item[];
  readonly next_page_key: number | null;
}

/** Limits a query to one page, or leaves it whole. It requests one row more than the page: that row exists only if there is a next page. */
export function cut<Query extends { limit(count: number): Query; offset(count: number): Query }>(
  query: Query,
  page: PageParameters | null,
): Query {
  if (page === null) return query;
  return query.limit(page.limit + 1).offset((page.next_page - 1) * page.limit);
}

/** Makes a page of the rows of a query that `cut` limited. */
export function pageOf<Row>(rows: readonly Row[], page: PageParameters): Page<Row> {
  return {
    results: rows.slice(0, page.limit),
    next_page_key: rows.length > page.limit ? page.next_page + 1 : null,
  };
}
