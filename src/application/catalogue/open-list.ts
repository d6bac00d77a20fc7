import type { ApiResult, Page, PageKey } from '../../ports/content-api.ts';
import type { Identified, PagedList } from './paged-list.ts';
import { token, type Inject, type PortToken } from '../../ports/tokens.ts';

/** Where a list's pages come from. */
export type ListSource<Item> = (page: PageKey | null) => Promise<ApiResult<Page<Item>>>;

/** A list on the screen: what has come so far, and the way to more (or to try again). */
export type OpenedList<Item extends Identified> = {
  readonly list: PagedList<Item>;
  loadMore(): Promise<void>;
  /** Asks anew for what has come so far, and shows it in its place; what stands there stays where that fails. */
  refresh(): Promise<void>;
  /** Asks for page after page until the list ends or one fails. */
  loadRest(): Promise<void>;
  /** Asks once more for the page that failed; the list stays failed until that page has come. */
  retry(): Promise<void>;
};

/** Makes an empty list that the views can observe. */
type CreateList = <Item extends Identified>() => PagedList<Item>;

export const CREATE_LIST: PortToken<CreateList> = token('CreateList');

/** Opens a list and asks for its first page. */
export class OpenList {
  static readonly inject: Inject<typeof OpenList> = [CREATE_LIST];

  constructor(private readonly createList: CreateList) {}

  open<Item extends Identified>(source: ListSource<Item>): OpenedList<Item> {
    const list = this.createList<Item>();
    let pending: Promise<void> | null = null;
    const fetchMore = async () => {
      const before = list.items.length;
      // A page may add nothing (all of it filtered out or repeated) though more are to come.
      while (list.hasMore && list.items.length === before) {
        const page = await source(list.nextKey);
        if (!page.ok) {
          list.fail(page.error);
          return;
        }
        list.addPage(page.value);
      }
    };
    const retry = async () => {
      if (!list.hasMore) return;
      pending ??= fetchMore().finally(() => {
        pending = null;
      });
      await pending;
    };
    const more = async () => {
      if (list.hasMore) list.startLoading();
      await retry();
    };
    const rest = async () => {
      do await more();
      while (list.hasMore && list.phase !== 'failed');
    };
    const refresh = async () => {
      await pending;
      const fresh = this.createList<Item>();
      do {
        const page = await source(fresh.nextKey);
        if (!page.ok) return;
        fresh.addPage(page.value);
      } while (fresh.hasMore && fresh.items.length < list.items.length);
      list.replacedBy(fresh);
    };
    void more();
    return { list, loadMore: more, refresh, loadRest: rest, retry };
  }
}
