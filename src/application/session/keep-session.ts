import { milliseconds } from '../../domain/time.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// More often than a session is renewed ahead of its end.
const PERIOD = milliseconds(10_000);

/**
 * Keeps the session fresh while something plays: listening asks nothing of the provider for hours, and the
 * report at its end has to go out with a session that holds.
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
      // Served from what is held until it is about to run out; a failure is asked for again at the next beat.
      if (this.player.isPlaying && this.auth.hasSession()) void this.auth.session();
    });
  }
}
