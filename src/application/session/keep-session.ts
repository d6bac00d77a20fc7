import { milliseconds } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// This is shorter than the time by which a session is renewed before its end.
const PERIOD = milliseconds(10_000);

/**
 * Renews the session while something plays. Playing makes no calls to the provider for hours, and the report at its end
 * needs a valid session (SES-30).
 */
export class KeepSession {
  static readonly inject: Inject<typeof KeepSession> = [PORTS.auth, PORTS.audioOutput, PORTS.clock];
  private checkedAt = milliseconds(0);

  constructor(
    private readonly auth: Auth,
    private readonly output: AudioOutput,
    private readonly clock: Clock,
  ) {}

  start(): Subscription {
    return this.output.events.subscribe(({ kind }) => {
      if (kind === 'moved') this.check();
    });
  }

  private check(): void {
    const now = this.clock.elapsed();
    if (now - this.checkedAt < PERIOD) return;
    this.checkedAt = now;
    // Returns the stored session until it is about to expire. After a failure, the next check tries again.
    if (this.auth.hasSession()) void this.auth.session();
  }
}
