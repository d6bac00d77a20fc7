import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HostedLogin } from '../../ports/hosted-login.ts';
import type { Network } from '../../ports/network.ts';
import { LOST_SOUND_DEADLINE, waitForNetwork } from '../wait-for-network.ts';
import { NoticesState } from '../notices-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Leads to the sign-out page of the hosted login. The hosted login has a cookie of its own, which no call to the service
 * removes. If the page does not open, a notice says why.
 */
export class HostedSignOut {
  static readonly inject: Inject<typeof HostedSignOut> = [
    PORTS.hostedLogin,
    PORTS.auth,
    PORTS.network,
    PORTS.clock,
    NoticesState,
  ];

  constructor(
    private readonly hosted: HostedLogin,
    private readonly auth: Auth,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly notices: NoticesState,
  ) {}

  async signOut(): Promise<void> {
    if (!this.hosted.isOffered) return;
    // Without a network, the browser would show an error page.
    if (!this.network.isOnline()) await waitForNetwork(this.network, this.clock, LOST_SOUND_DEADLINE);
    // A new sign-in in the meantime keeps its page.
    if (!this.network.isOnline() || this.auth.hasSession()) return;
    const left = await this.hosted.leave();
    if (!left.ok) this.notices.post(left.error.message);
  }
}
