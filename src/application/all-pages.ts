import type { ContentItem } from '../domain/content.ts';
import { failed, ok } from '../domain/result.ts';
import type { Answer, PageKey, Page } from '../ports/content-api.ts';
import { PagedList } from './state/paged-list.ts';

/** Every item of a list, page after page until there is no next key (section 4, track lists). */
export async function allPages(
  fetchPage: (page: PageKey | null) => Answer<Page<ContentItem>>,
): Answer<readonly ContentItem[]> {
  const list = new PagedList<ContentItem>();
  while (list.hasMore) {
    const page = await fetchPage(list.nextKey);
    if (!page.ok) return failed(page.error);
    list.pageArrived(page.value);
  }
  return ok(list.items);
}
