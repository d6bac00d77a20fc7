import { failed } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  Answer,
  ApiFailure,
  Catalogue,
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

/** Stands before every answer: counts calls, delays and fails them on demand. */
export class MemoryFaults {
  /** Every call that was made, in order. */
  calls: readonly MemoryCall[] = [];
  /** No call gets through. */
  isUnreachable = false;
  /** How long each answer takes. */
  delay = milliseconds(0);
  private readonly failures = new Map<MemoryCall, ApiFailure['kind'][]>();

  constructor(private readonly clock: Clock) {}

  failNext(call: MemoryCall, kind: ApiFailure['kind'], times = 1): void {
    const queued = this.failures.get(call) ?? [];
    this.failures.set(call, [...queued, ...Array.from({ length: times }, () => kind)]);
  }

  async answer<Value>(
    call: MemoryCall,
    cancellation: Cancellation | undefined,
    answered: () => Awaited<Answer<Value>>,
  ): Answer<Value> {
    this.calls = [...this.calls, call];
    const kind = this.isUnreachable ? 'unreachable' : this.failures.get(call)?.shift();
    if (this.delay > 0) await this.clock.after(this.delay);
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    return kind === undefined ? answered() : failed({ kind });
  }
}
