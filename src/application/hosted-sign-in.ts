import type { Result } from '../domain/result.ts';
import type { AuthFailure } from '../ports/auth.ts';
import type { HostedLogin } from '../ports/hosted-login.ts';
import type { SignIn } from './sign-in.ts';

/** Signing in on the sign-in service's own page: the way there, and the arrival (section 7, hosted login). */
export class HostedSignIn {
  private arriving: Promise<void> = Promise.resolve();
  private failure: AuthFailure | null = null;

  constructor(
    private readonly hosted: HostedLogin,
    private readonly signIn: SignIn,
  ) {}

  /** Leaves for the hosted page; fails when that cannot be done. */
  async run(onwards: string): Promise<Result<void, AuthFailure>> {
    return this.hosted.begin(onwards);
  }

  /**
   * Takes what the address holds when the application starts. Null when it is nothing; else the address has to
   * lose it at once, so that no reload takes it again, and `onwards` is where the listener wanted to go.
   */
  arrive(query: string): { readonly onwards: string | null } | null {
    const arrival = this.hosted.arrive(query);
    if (arrival === null) return null;
    this.arriving = this.conclude(arrival.done);
    return { onwards: arrival.onwards };
  }

  /** Settles once nothing is on its way any more: at most 10 seconds after the arrival (section 9). */
  async settled(): Promise<void> {
    await this.arriving;
  }

  /** Why the arrival came to nothing, to be told once. */
  takeFailure(): AuthFailure | null {
    const { failure } = this;
    this.failure = null;
    return failure;
  }

  private async conclude(done: Promise<Result<void, AuthFailure>>): Promise<void> {
    const outcome = await done;
    // The listener is fetched beside the page.
    if (outcome.ok) void this.signIn.withHostedLogin();
    else this.failure = outcome.error;
  }
}
