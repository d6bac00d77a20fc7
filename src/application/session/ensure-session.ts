import type { Auth } from '../../ports/auth.ts';
import { HostedArrival } from './hosted-arrival.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** `unknown` means that tokens are stored, but the service could not be reached. */
export type SessionCheck = 'signed-in' | 'signed-out' | 'unknown';

/** Checks whether there is a session now. Route guards call it before a member's page. */
export class EnsureSession {
  static readonly inject: Inject<typeof EnsureSession> = [PORTS.auth, HostedArrival];

  constructor(
    private readonly auth: Auth,
    private readonly hostedArrival: HostedArrival,
  ) {}

  async check(): Promise<SessionCheck> {
    // A return from the hosted login may still be signing the listener in.
    await this.hostedArrival.whenSettled();
    if (!this.auth.hasSession()) return 'signed-out';
    const session = await this.auth.session();
    if (session.ok) return 'signed-in';
    return session.error.kind === 'unreachable' ? 'unknown' : 'signed-out';
  }
}
