import { cacheKey, isCacheable } from '../../domain/catalogue/cache-policy.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import { failed } from '../../domain/result.ts';
import type { Log, Cancellation } from '../../ports/platform.ts';
import type { ApiResult } from '../../ports/content-api.ts';
import type { Query } from './first-calls.ts';
import type { ResponseCache } from './response-cache.ts';
import type { ApiCall, Transport, JsonResponse } from './transport.ts';
import type { Decoder } from './wire/lists.ts';

type SharedCall = {
  readonly response: Promise<ApiResult<JsonResponse>>;
  readonly controller: AbortController;
  waiting: number;
};

/**
 * Lets callers that ask for the same thing at the same time share one request. The request is cancelled only when all
 * of them have cancelled (CAT-67).
 */
class SharedCalls {
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

export type GetCall = Query & {
  /** See `ApiCall`. A response is cached for them. */
  readonly headers?: ApiCall['headers'];
  /** True if the call means nothing without a session. See `ApiCall`. */
  readonly needsSession?: boolean;
  /** True if the call may not use the response of a request that was sent earlier. */
  readonly needsNewRequest?: boolean;
  readonly cancellation?: Cancellation | undefined;
};

/**
 * The base of every part of the content API. A GET gets its response from the cache, or by one request for all callers
 * (CAT-67). Other calls are sent as they are.
 */
export class ApiClient {
  private readonly shared = new SharedCalls();

  constructor(
    private readonly transport: Transport,
    private readonly cache: ResponseCache,
    private readonly log: Log,
  ) {}

  async get<Value>(call: GetCall, decode: Decoder<Value>): Promise<ApiResult<Value>> {
    const { path, params, cancellation } = call;
    if (path === null) return failed({ kind: 'not-found' });
    const key = cacheKey('GET', path, { ...params, ...call.headers });
    const mayCache = isCacheable('GET', path, params);
    if (mayCache) {
      const cached = this.cache.read(key);
      if (cached !== undefined) {
        const decoded = decode(cached, this.log);
        if (decoded.ok) return decoded;
        this.cache.discard(key);
      }
    }
    const ticket = this.cache.ticket();
    const request = async (cancelled: Cancellation | undefined) =>
      this.transport.requestJson({ ...call, method: 'GET', cancellation: cancelled });
    // The key names the session, because two listeners must not share a response.
    const response =
      call.needsNewRequest === true
        ? await request(cancellation)
        : await this.shared.join(`${ticket.generation} ${key}`, cancellation, request);
    if (!response.ok) return response;
    const settled = this.cache.settled(ticket, response.value);
    const decoded = decode(settled.body, this.log);
    if (!decoded.ok) this.log.warn('A response cannot be read', { path });
    else if (mayCache) this.cache.write(ticket, key, settled);
    return decoded;
  }

  /** Sends a call whose response body is not needed. */
  async send(call: ApiCall): Promise<ApiResult<void>> {
    return this.transport.request(call);
  }

  /** Sends a call that is not a GET, and reads its response. */
  async sendAndRead<Value>(call: ApiCall, decode: Decoder<Value>): Promise<ApiResult<Value>> {
    const response = await this.transport.requestJson(call);
    return response.ok ? decode(response.value.body, this.log) : response;
  }

  favoriteSaved(id: ContentId, isFavorite: boolean): void {
    this.cache.updateFavorite(id, isFavorite);
  }
}
