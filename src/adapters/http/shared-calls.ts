import { failed } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult } from '../../ports/content-api.ts';
import type { JsonAnswer } from './transport.ts';

type SharedCall = {
  readonly answer: Promise<ApiResult<JsonAnswer>>;
  readonly controller: AbortController;
  waiting: number;
};

/**
 * Lets callers that ask for the same thing at the same time share one request. The request is cancelled only when all
 * of them have cancelled (CAT-67).
 */
export class SharedCalls {
  private readonly underWay = new Map<string, SharedCall>();

  async join(
    key: string,
    cancellation: Cancellation | undefined,
    start: (cancellation: Cancellation) => Promise<ApiResult<JsonAnswer>>,
  ): Promise<ApiResult<JsonAnswer>> {
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    const call = this.underWay.get(key) ?? this.begin(key, start);
    call.waiting += 1;
    if (cancellation === undefined) return call.answer;
    return this.untilCancelled(key, call, cancellation);
  }

  private begin(
    key: string,
    start: (cancellation: Cancellation) => Promise<ApiResult<JsonAnswer>>,
  ): SharedCall {
    const controller = new AbortController();
    const call: SharedCall = { answer: start(controller.signal), controller, waiting: 0 };
    this.underWay.set(key, call);
    void call.answer.then(() => this.forget(key, call));
    return call;
  }

  private async untilCancelled(
    key: string,
    call: SharedCall,
    cancellation: Cancellation,
  ): Promise<ApiResult<JsonAnswer>> {
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => {
      cancel = resolve;
      cancellation.addEventListener('abort', cancel);
    });
    try {
      return await Promise.race([call.answer, cancelled.then(() => this.leave(key, call))]);
    } finally {
      cancellation.removeEventListener('abort', cancel);
    }
  }

  private leave(key: string, call: SharedCall) {
    call.waiting -= 1;
    if (call.waiting === 0) {
      this.forget(key, call);
      call.controller.abort();
    }
    return failed({ kind: 'cancelled' as const });
  }

  /** Removes a call, unless a later one has the same key. */
  private forget(key: string, call: SharedCall): void {
    if (this.underWay.get(key) === call) this.underWay.delete(key);
  }
}
