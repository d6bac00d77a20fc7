import { failed } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/signal.ts';
import type { ApiResult } from '../../ports/content-api.ts';
import type { JsonResponse } from './transport.ts';

type SharedCall = {
  readonly response: Promise<ApiResult<JsonResponse>>;
  readonly controller: AbortController;
  waiting: number;
};

/**
 * Lets callers that ask for the same thing at the same time share one request. The request is cancelled only when all
 * of them have cancelled (CAT-67).
 */
export class SharedCalls {
  private readonly pending = new Map<string, SharedCall>();

  async join(
    key: string,
    cancellation: Cancellation | undefined,
    start: (cancellation: Cancellation) => Promise<ApiResult<JsonResponse>>,
  ): Promise<ApiResult<JsonResponse>> {
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    const call = this.pending.get(key) ?? this.startCall(key, start);
    call.waiting += 1;
    if (cancellation === undefined) return call.response;
    return this.untilCancelled(key, call, cancellation);
  }

  private startCall(
    key: string,
    start: (cancellation: Cancellation) => Promise<ApiResult<JsonResponse>>,
  ): SharedCall {
    const controller = new AbortController();
    const call: SharedCall = { response: start(controller.signal), controller, waiting: 0 };
    this.pending.set(key, call);
    void call.response.then(() => this.forget(key, call));
    return call;
  }

  private async untilCancelled(
    key: string,
    call: SharedCall,
    cancellation: Cancellation,
  ): Promise<ApiResult<JsonResponse>> {
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => {
      cancel = resolve;
      cancellation.addEventListener('abort', cancel);
    });
    try {
      return await Promise.race([call.response, cancelled.then(() => this.leave(key, call))]);
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
    if (this.pending.get(key) === call) this.pending.delete(key);
  }
}
