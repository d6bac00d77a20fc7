import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import { EnsureSession, type SessionCheck } from './ensure-session.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// Checking often is cheap: after a failed renewal, the sign-in client itself pauses before it asks the service again.
const PERIOD = milliseconds(1000);

/**
 * Repeats the session check while the sign-in service cannot be reached. Returns its result, or `unknown` if it was
 * cancelled.
 */
export class AwaitSession {
  static readonly inject: Inject<typeof AwaitSession> = [EnsureSession, PORTS.clock];

  constructor(
    private readonly ensureSession: EnsureSession,
    private readonly clock: Clock,
  ) {}

  async wait(cancellation: Cancellation): Promise<SessionCheck> {
    while (!cancellation.aborted) {
      const check = await this.ensureSession.check();
      if (check !== 'unknown') return check;
      await this.clock.after(PERIOD);
    }
    return 'unknown';
  }
}
