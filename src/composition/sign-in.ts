import { webLocks } from '../adapters/browser/browser-platform.ts';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { eventsOf } from '../adapters/shared/events-of.ts';
import type { Clock, Log, KeyValueStore } from '../ports/platform.ts';
import type { Configuration } from './configuration/configuration.ts';

type SignInDependencies = {
  /** The store of the session. */
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Frees space in a full store. */
  readonly makeRoom: () => void;
};

/**
 * Creates the sign-in of the app and of the studio. These two pages have one session (SES-25). To use another sign-in
 * in both, replace this one here.
 */
export const createSignIn = (
  { cognito }: Configuration,
  dependencies: SignInDependencies,
  pool = new UserPool(cognito),
): CognitoAuth =>
  new CognitoAuth({
    ...dependencies,
    pool,
    locks: webLocks(navigator),
    networkReturned: eventsOf(window, 'online', () => null),
  });
