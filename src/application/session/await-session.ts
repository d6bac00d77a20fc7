import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { Clock } from '../../ports/clock.ts';
import { EnsureSession, type SessionCheck } from './ensure-session.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

// Looking is cheap: failed renewals pause by themselves, and the service is not asked meanwhile.
const PERIOD = milliseconds(1000);

/**
 * Tokens are held but the sign-in service could not be asked: asks again until it answers. Answers what it said, or `unknown` when nobody waits any more.
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
