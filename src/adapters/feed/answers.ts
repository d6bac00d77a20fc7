import { failed } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, Page, PageKey } from '../../ports/content-api.ts';

/** An answer, unless its caller has stopped waiting by then. What is under way goes on: others wait for it too. */
export const unlessCancelled = async <Value>(
  cancellation: Cancellation | undefined,
  answer: () => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> => {
  if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
  const given = await answer();
  // Read again: it may have been aborted meanwhile, which the compiler cannot know.
  const isCancelled: boolean = cancellation?.aborted ?? false;
  return isCancelled ? failed({ kind: 'cancelled' }) : given;
};

/** One page of a whole list, by the number of entries before it. A key that is none begins at the beginning. */
export const pageOf = <Item>(all: readonly Item[], size: number, page: PageKey | null): Page<Item> => {
  const asked = Number(page ?? 0);
  const skip = Number.isSafeInteger(asked) && asked > 0 ? asked : 0;
  const end = skip + size;
  return { items: all.slice(skip, end), next: end < all.length ? end : null };
};
