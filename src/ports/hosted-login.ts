import type { Result } from '../domain/result.ts';
import type { AuthFailure } from './auth.ts';

type Outcome = Promise<Result<void, AuthFailure>>;

/** What a listener came back with from the hosted login. */
export type HostedArrival = {
  /** Where the listener was on the way to; null when the answer is not one that was asked for here. */
  readonly onwards: string | null;
  /** Signs in with what came back: settles within 10 seconds. */
  readonly done: Outcome;
};

/** Signing in on a page of the sign-in service's own (section 7, hosted login). */
export interface HostedLogin {
  /** Whether the host offers it at all (contract 2). */
  readonly isOffered: boolean;
  /** Leaves for the hosted page; fails when that cannot be done. `onwards` is known again on arrival. */
  begin(onwards: string): Outcome;
  /**
   * Takes what the address held on arrival, once: its query, beginning with `?`. Null when it is no answer of the
   * hosted login. An answer to a question that was not asked here fails ('Invalid state in OAuth flow').
   */
  arrive(query: string): HostedArrival | null;
  /** Leaves for the hosted login's sign-out; fails after 3 seconds on this page ('Signout timeout fail'). */
  leave(): Outcome;
}
