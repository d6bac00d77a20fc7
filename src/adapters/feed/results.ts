import { failed } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Page, PageKey } from '../../ports/content-api.ts';

/** Returns the result, or `cancelled` if its caller no longer waits. A pending request continues for other callers. */
export const unlessCancelled = async <Value>(
  cancellation: Cancellation | undefined,
  work: () => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> => {
  if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
  const result = await work();
  // The signal may have aborted during the work. Without the annotation, the compiler assumes `false`.
  const isCancelled: boolean = cancellation?.aborted ?? false;
  return isCancelled ? failed({ kind: 'cancelled' }) : result;
};

/** One page of a full list. The key is the number of entries before the page. An invalid key means the first page. */
export const pageOf = <Item>(all: readonly Item[], size: number, page: PageKey | null): Page<Item> => {
  const key = Number(page ?? 0);
  const skip = Number.isSafeInteger(key) && key > 0 ? key : 0;
  const end = skip + size;
  return { items: all.slice(skip, end), next: end < all.length ? end : null };
};
