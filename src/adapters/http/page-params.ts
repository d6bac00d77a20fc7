import type { PageKey } from '../../ports/content-api.ts';
import type { Params } from './transport.ts';

/** Contract 3.7: the first page is asked for by the number 1. */
export const pageParams = (limit: number | undefined, page: PageKey | null): Params => ({
  limit,
  next_page: page ?? 1,
});
