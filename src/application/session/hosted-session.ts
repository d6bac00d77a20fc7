import type { Result } from '../../domain/result.ts';
import type { AuthFailure, Auth, HostedLogin } from '../../ports/auth.ts';
import { Session } from './session.ts';
import { SignIn } from './sign-in.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import { LOST_SOUND_DEADLINE, waitForNetwork } from '../wait-for-network.ts';
import { NoticesState } from '../notices-state.ts';

/** Signs in and out on the sign-in service's own page. */
export class HostedSession {
  static readonly inject: Inject<typeof HostedSession> = [
    PORTS.hostedLogin,
    SignIn,
    Session,
    PORTS.auth,
    PORTS.network,
    PORTS.clock,
    NoticesState,
  ];

  constructor(
    private readonly hosted: HostedLogin,
    private readonly signIn: SignIn,
    private readonly session: Session,
    private readonly auth: Auth,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly notices: NoticesState,
  ) {}

  /** Leads to the hosted page. @param onwards the path to open after the sign-in (SES-50) */
  async goToHostedLogin(
    onwards: string,
    way?: Parameters<HostedLogin['begin']>[1],
  ): Promise<Result<void, AuthFailure>> {
    return this.hosted.begin(onwards, way);
  }

  /**
   * Reads the result of the hosted login from the address. The caller then removes it from the address, so that a reload
   * does not read it again.
   *
   * @returns the path that the listener wanted to open; null if the address has no result
   */
  arrive(query: string): { readonly onwards: string | null } | null {
    const arrival = this.hosted.arrive(query);
    if (arrival === null) return null;
    this.session.arrive(this.concludeSignIn(arrival.done));
    return { onwards: arrival.onwards };
  }

  private async concludeSignIn(done: Promise<Result<void, AuthFailure>>): Promise<Result<void, AuthFailure>> {
    const outcome = await done;
    // The page does not wait for the user's data.
    if (outcome.ok) void this.signIn.withHostedLogin();
    return outcome;
  }

  /**
   * Leads to the sign-out page of the hosted login. The hosted login has a cookie of its own, which no call to the service
   * removes. If the page does not open, a notice says why (SES-51).
   */
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
