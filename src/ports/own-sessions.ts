import type { Instant } from '../domain/time.ts';
import type { ApiResult } from './content-api.ts';

/** A sign-in of the listener that still gives access. */
export type OwnSession = {
  readonly id: string;
  /** What the browser or app calls itself. Empty if it did not say. */
  readonly agent: string;
  /** The name of the provider at which the listener signed in. Null: none, or not known. */
  readonly provider: string | null;
  /** True for the session of this browser. */
  readonly isThisOne: boolean;
  readonly signedInAt: Instant | null;
  readonly lastUsedAt: Instant | null;
};

/**
 * Where the listener is signed in. A provider may not offer it: then `list` fails with `not-found`, and nothing of it is shown
 * (ACC-39).
 */
export interface SessionsApi {
  /** Returns the sessions that still give access, also the one of this browser. */
  list(): Promise<ApiResult<readonly OwnSession[]>>;
  /** Ends a session at once. Also succeeds if it has ended already. */
  end(id: string): Promise<ApiResult<void>>;
  /** Ends every session but this one. */
  endOthers(): Promise<ApiResult<void>>;
}
