import type { Result } from '../../domain/result.ts';
import type { AuthFailure } from '../../ports/auth.ts';
import type { HostedLogin } from '../../ports/hosted-login.ts';
import { HostedArrival } from './hosted-arrival.ts';
import { SignIn } from './sign-in.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Signs in on the sign-in service's own page: leads there, and completes the sign-in after the return. */
export class HostedSignIn {
  static readonly inject: Inject<typeof HostedSignIn> = [PORTS.hostedLogin, SignIn, HostedArrival];

  constructor(
    private readonly hosted: HostedLogin,
    private readonly signIn: SignIn,
    private readonly arrival: HostedArrival,
  ) {}

  /** Leads to the hosted page. @param onwards the path to open after the sign-in */
  async goToHostedLogin(onwards: string): Promise<Result<void, AuthFailure>> {
    return this.hosted.begin(onwards);
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
    this.arrival.start(this.conclude(arrival.done));
    return { onwards: arrival.onwards };
  }

  private async conclude(done: Promise<Result<void, AuthFailure>>): Promise<Result<void, AuthFailure>> {
    const outcome = await done;
    // The page does not wait for the user's data.
    if (outcome.ok) void this.signIn.withHostedLogin();
    return outcome;
  }
}
