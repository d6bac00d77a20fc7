import { milliseconds } from '../../domain/time.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// Shorter than the time before its end at which a session is renewed.
const PERIOD = milliseconds(10_000);

/**
 * Renews the session while something plays. Playing makes no calls to the provider for hours, and the report at its end
 * needs a valid session.
 */
export class KeepSession {
  static readonly inject: Inject<typeof KeepSession> = [PORTS.auth, PlayerState, PORTS.clock];

  constructor(
    private readonly auth: Auth,
    private readonly player: PlayerState,
    private readonly clock: Clock,
  ) {}

  start(): Subscription {
    return this.clock.every(PERIOD).subscribe(() => {
      // Returns the stored session until it is about to expire. After a failure, the next period tries again.
      if (this.player.isPlaying && this.auth.hasSession()) void this.auth.session();
    });
  }
}
