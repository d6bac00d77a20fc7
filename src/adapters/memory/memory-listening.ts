import type { ListeningNumbers } from '../../domain/listening/listening-numbers.ts';
import { failed, ok } from '../../domain/result.ts';
import type { ApiFailure, ApiResult } from '../../ports/content-api.ts';
import type { ListeningApi } from '../../ports/listening-api.ts';

/** Listening in numbers, in memory. A provider does not offer it until `answer` is set. */
export class MemoryListening implements ListeningApi {
  /** What the provider counted, or why it does not say. */
  answer: ListeningNumbers | ApiFailure = { kind: 'not-found' };

  async numbers(): Promise<ApiResult<ListeningNumbers>> {
    return 'kind' in this.answer ? failed(this.answer) : ok(this.answer);
  }
}
