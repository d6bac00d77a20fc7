import { failed } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';
import type {
  ApiResult,
  ApiFailure,
  Catalogue,
  Departure,
  FavoritesApi,
  PlaybackApi,
  UserApi,
} from '../../ports/content-api.ts';

/** A call of the content API by its part and its name. */
export type MemoryCall =
  | `catalogue.${keyof Catalogue}`
  | `playback.${keyof PlaybackApi}`
  | `users.${keyof UserApi}`
  | `favorites.${keyof FavoritesApi}`;

const UNREACHABLE: ApiFailure = { kind: 'unreachable' };

/** Records every call, and delays or fails it on demand. */
export class MemoryFaults {
  /** Every call that was made, in order. */
  calls: readonly MemoryCall[] = [];
  /** True if no call reaches the provider. */
  isUnreachable = false;
  /** With this failure every call fails that reaches the provider; null if calls succeed. */
  failure: ApiFailure | null = null;
  /** The duration of each call. */
  delay = milliseconds(0);
  /** How long a report waits for its session before it is sent. */
  sessionDelay = milliseconds(0);
  private readonly failures = new Map<MemoryCall, ApiFailure[]>();

  constructor(private readonly clock: Clock) {}

  /** Lets the next calls of this name fail, `times` times. They count before `failure`. */
  failNext(call: MemoryCall, failure: ApiFailure['kind'] | ApiFailure, times = 1): void {
    const queued = this.failures.get(call) ?? [];
    const next = typeof failure === 'string' ? { kind: failure } : failure;
    this.failures.set(call, [...queued, ...Array.from({ length: times }, () => next)]);
  }

  /** Answers a call with `work`, unless it is to fail or the caller no longer waits. */
  async respond<Value>(
    call: MemoryCall,
    cancellation: Cancellation | undefined,
    work: () => ApiResult<Value>,
    departure?: Departure,
  ): Promise<ApiResult<Value>> {
    if (departure !== undefined) await this.clock.after(this.sessionDelay);
    if (departure?.leaves() === false) return failed({ kind: 'cancelled' });
    this.calls = [...this.calls, call];
    const failure = this.isUnreachable
      ? UNREACHABLE
      : (this.failures.get(call)?.shift() ?? this.failure ?? undefined);
    if (this.delay > 0) await this.clock.after(this.delay);
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    return failure === undefined ? work() : failed(failure);
  }
}
