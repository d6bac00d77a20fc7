import type { PageKey } from '../../ports/content-api.ts';
import type { Params } from './transport.ts';

/** Query parameters of one page of a list. The first page is page 1 (CAT-20). */
export const pageParams = (limit: number | undefined, page: PageKey | null): Params => ({
  limit,
  next_page: page ?? 1,
});
