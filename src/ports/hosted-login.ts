import type { Result } from '../domain/result.ts';
import type { AuthFailure } from './auth.ts';

type Outcome = Promise<Result<void, AuthFailure>>;

/** The return of a listener from the hosted login. */
export type HostedArrival = {
  /** The path that was given to `begin`; null if this browser did not begin this login. */
  readonly onwards: string | null;
  /** The result of the sign-in. Settles within 10 seconds. */
  readonly done: Outcome;
};

/** The sign-in on a page of the sign-in service itself. */
export interface HostedLogin {
  /** True if the configuration names a hosted login (SES-45). */
  readonly isOffered: boolean;
  /**
   * Leads the browser to the hosted page.
   *
   * @param onwards the path to open after the sign-in
   */
  begin(onwards: string): Outcome;
  /**
   * Reads the address on which the listener has come back. Each address counts once (SES-47).
   *
   * @param query the query of the address, starting with `?`
   * @returns null if the query is no response of the hosted login; `done` fails with 'Invalid state in OAuth flow' if
   *   this browser did not begin this login
   */
  arrive(query: string): HostedArrival | null;
  /** Leads to the sign-out of the hosted login. Fails with 'Signout timeout fail' if the page is still here after 3 s. */
  leave(): Outcome;
}
