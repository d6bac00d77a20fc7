import type { ListeningNumbers } from '../domain/listening/listening-numbers.ts';
import type { ApiResult } from './content-api.ts';

/** What the provider counted of the listener's listening. A provider may not offer it: then it fails with `not-found`. */
export interface ListeningApi {
  /** Returns the numbers, with days in the time zone of this browser. */
  numbers(): Promise<ApiResult<ListeningNumbers>>;
}
