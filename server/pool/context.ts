import type { Kysely } from 'kysely';
import type { Mail } from '../mail/outbox.ts';
import type { Issuer } from './issuers/issuer.ts';
import type { Given } from './issuers/settings.ts';
import type { PoolTables } from './migrations.ts';
import type { RelyingParty } from './relying-party.ts';
import type { CryptoKey, JWK } from 'jose';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** What the provider does in the transaction of the pool, before the pool. An error undoes both. */
export type Alongside = (transaction: Kysely<PoolTables>) => Promise<void>;

export type SendMail = (transaction: Kysely<PoolTables>, mail: Mail) => Promise<void>;

/**
 * Deletes the provider's own data of a user, in the transaction that deletes the user.
 *
 * @returns null, or a sentence that says why the user has to stay
 */
export type RemoveUserData = (
  transaction: Kysely<PoolTables>,
  user: { readonly sub: string; readonly email: string },
) => Promise<string | null>;

/** Changes what the provider stores about the address of a user, in the transaction that changes it. */
export type AddressChanged = (
  transaction: Kysely<PoolTables>,
  change: { readonly sub: string; readonly from: string; readonly to: string },
) => Promise<void>;

/** Ends what else gives access to an account, in the transaction that ends its sessions. */
export type AccessEnded = (transaction: Kysely<PoolTables>, sub: string) => Promise<void>;

/** A sign-in at another provider, and what the groups of the user give there. */
export interface IdentityUse {
  readonly sub: string;
  /** The verified address. Empty: there is none. */
  readonly email: string;
  readonly name: string;
  readonly issuer: string;
  /** The name of the provider. */
  readonly provider: string;
  readonly given: Given;
}

/** Gives and takes what the groups of a user give at another provider, at each sign-in there. */
export type IdentityUsed = (use: IdentityUse) => Promise<void>;

/** How long tokens live, in seconds. */
export interface TokenLives {
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

export interface PoolContext {
  readonly db: Kysely<PoolTables>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly issuer: string;
  /** The name of the product, for pages. */
  readonly brand: () => string;
  /** The address of the pool's routes, without a slash at its end. */
  readonly publicAddress: () => string;
  /** The pool id without its region. Password proofs use it as their realm. */
  readonly poolName: string;
  /** Derives the responses for unknown users, so that these stay the same after a restart. */
  readonly secret: Buffer;
  readonly lives: TokenLives;
  readonly keys: SigningKeys;
  /** Stores a mail in the transaction that causes it. Null: the provider has no mail server, and codes are printed. */
  readonly mail: SendMail | null;
  /** Called in the transaction that deletes a user. */
  readonly userRemoved: RemoveUserData;
  /** Called after that transaction. */
  readonly afterUserRemoved: (sub: string) => Promise<void>;
  readonly addressChanged: AddressChanged;
  readonly identityUsed: IdentityUsed;
  /** The providers at which users can sign in, in the order of their buttons. */
  readonly issuers: readonly Issuer[];
  /** Called when a password is set, and when every session of a user is ended on purpose. */
  readonly accessEnded: AccessEnded;
  /** The allowed attributes besides the standard ones, such as `custom:mood`. */
  readonly customAttributes: ReadonlySet<string>;
  /** The attributes that every user needs. A user without one has to give it together with a new password. */
  readonly requiredAttributes: readonly string[];
  /** Whether anybody may sign in with a code that is sent by mail, without the password. */
  readonly passwordlessSignIn: boolean;
  /** The relying party at the address of the provider. Null: there are no passkeys at it. */
  readonly relyingPartyAt: (publicOrigin: string) => RelyingParty | null;
  /** The one at the address of the call. Null outside of a call. */
  readonly relyingParty: RelyingParty | null;
  /** Whether users are told by mail of a sign-in with a new device. */
  readonly tellsOfNewDevices: boolean;
}

const LONGEST_AGENT = 512;

/** What a browser or app calls itself. Empty if it does not say. */
export const agentOf = (headers: { readonly 'user-agent'?: string | undefined }): string =>
  (headers['user-agent'] ?? '').replaceAll(/\p{C}/gu, '').slice(0, LONGEST_AGENT);

/** The dependencies of an action that counts what its caller does. */
export interface CallContext extends PoolContext {
  /** The network address of the caller, as `callerOf` writes it. */
  readonly caller: string;
  /** What the browser or app of the caller calls itself, as `agentOf` reads it. */
  readonly agent: string;
}

export interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

/** The RSA keys that sign tokens. They are stored in the database, and all its processes share them. */
export interface SigningKeys {
  /** The newest valid key. */
  current(): Promise<SigningKey>;
  /** The public key with this id, withdrawn or not. */
  publicKey(kid: string): Promise<CryptoKey | undefined>;
  /** The public keys for `jwks.json`: those that are not withdrawn. */
  published(): Promise<{ keys: JWK[] }>;
  /** Withdraws every key and makes a new one. So every token that was signed before becomes invalid. */
  rotate(at: number): Promise<void>;
}
