import type { Result } from '../../domain/result.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import type { HostedLogin } from '../../ports/hosted-login.ts';
import { HostedArrival } from './hosted-arrival.ts';
import { SignIn } from './sign-in.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Signing in on the sign-in service's own page: the way there, and the arrival. */
export class HostedSignIn {
  static readonly inject: Inject<typeof HostedSignIn> = [PORTS.hostedLogin, SignIn, HostedArrival];

  constructor(
    private readonly hosted: HostedLogin,
    private readonly signIn: SignIn,
    private readonly arrival: HostedArrival,
  ) {}

  /** Leaves for the hosted page; fails when that cannot be done. */
  async goToHostedLogin(onwards: string): Promise<Result<void, AuthFailure>> {
    return this.hosted.begin(onwards);
  }

  /**
   * Takes what the address holds when the application starts. Null when it is nothing; else the address has to
   * lose it at once, so that no reload takes it again, and `onwards` is where the listener wanted to go.
   */
  arrive(query: string): { readonly onwards: string | null } | null {
    const arrival = this.hosted.arrive(query);
    if (arrival === null) return null;
    this.arrival.start(this.conclude(arrival.done));
    return { onwards: arrival.onwards };
  }

  private async conclude(done: Promise<Result<void, AuthFailure>>): Promise<Result<void, AuthFailure>> {
    const outcome = await done;
    // The listener is fetched beside the page.
    if (outcome.ok) void this.signIn.withHostedLogin();
    return outcome;
  }
}
