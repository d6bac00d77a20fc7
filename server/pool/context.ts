import type { Kysely } from 'kysely';
import type { PoolTables } from './migrations.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** How long tokens live, in seconds. */
export interface TokenLives {
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** What every action of the pool works with. */
export interface PoolContext {
  readonly db: Kysely<PoolTables>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly issuer: string;
  /** Where the pool's routes can be reached, without a slash at its end. */
  readonly publicAddress: () => string;
  /** The pool id without its region: the realm in which passwords are proved. */
  readonly poolName: string;
  /** Keys the answers for users who do not exist, so that they stay the same across restarts. */
  readonly secret: Buffer;
  readonly lives: TokenLives;
  readonly keys: SigningKeys;
  /** Told of a user who was deleted. */
  readonly userRemoved: (sub: string) => Promise<void>;
  /** The attributes beside the standard ones that a user can have, such as `custom:mood`. */
  readonly customAttributes: ReadonlySet<string>;
  /** The attributes that every user needs; who lacks one is asked for it beside a new password. */
  readonly requiredAttributes: readonly string[];
}
