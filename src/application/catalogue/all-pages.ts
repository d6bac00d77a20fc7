import { failed, ok } from '../../domain/result.ts';
import type { ApiResult, PageKey, Page } from '../../ports/content-api.ts';
import { PagedList, type Identified } from './paged-list.ts';

/** Loads every item of a list, page by page, until there is no next key. */
export async function allPages<Item extends Identified>(
  fetchPage: (page: PageKey | null) => Promise<ApiResult<Page<Item>>>,
): Promise<ApiResult<readonly Item[]>> {
  const list = new PagedList<Item>();
  while (list.hasMore) {
    const page = await fetchPage(list.nextKey);
    if (!page.ok) return failed(page.error);
    list.addPage(page.value);
  }
  return ok(list.items);
}
