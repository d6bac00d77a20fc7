import type { Auth } from '../../ports/auth.ts';
import { HostedArrival } from './hosted-arrival.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** `unknown` means the service could not be asked although tokens are held. */
export type SessionCheck = 'signed-in' | 'signed-out' | 'unknown';

/** Asks whether there is a session now; the route guard's one question. */
export class EnsureSession {
  static readonly inject: Inject<typeof EnsureSession> = [PORTS.auth, HostedArrival];

  constructor(
    private readonly auth: Auth,
    private readonly hostedArrival: HostedArrival,
  ) {}

  async check(): Promise<SessionCheck> {
    // Somebody who just came back from the hosted login is on the way in.
    await this.hostedArrival.whenSettled();
    if (!this.auth.hasSession()) return 'signed-out';
    const session = await this.auth.session();
    if (session.ok) return 'signed-in';
    return session.error.kind === 'unreachable' ? 'unknown' : 'signed-out';
  }
}
