import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import { openSecret } from '../db/secret.ts';
import type { OriginRule } from '../http/cors.ts';
import { declareAttributes } from './attributes.ts';
import { type SentCode, unusedCodes } from './codes.ts';
import type { Clock, PoolContext, TokenLives } from './context.ts';
import { PoolError } from './errors.ts';
import { sendForgotPasswordCode } from './forgot-password.ts';
import { type HostedOrigins, hostedRoutes } from './hosted/routes.ts';
import { purgeEnded } from './housekeeping.ts';
import type { MfaMethod, PoolTables, PoolUser } from './migrations.ts';
import { removeUser } from './remove-user.ts';
import { poolRoutes } from './routes.ts';
import { revokeSessions } from './tokens/revoke.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';
import { type AccessRefusal, checkAccessToken } from './tokens/verify.ts';
import { nextTotp } from './totp.ts';
import { findUser, insertUser, updateUser } from './users.ts';

export interface PoolDependencies {
  /** A database on which `poolMigrations` have run. */
  readonly db: Kysely<PoolTables>;
  readonly clock: Clock;
  /** Where codes are "delivered", one line each. */
  readonly log: (line: string) => void;
  readonly region: string;
  /** A region, an underscore, an alphanumeric suffix; at most 55 characters. */
  readonly userPoolId: string;
  readonly clientId: string;
  /** What tokens name as their issuer. */
  readonly issuer: string;
  /**
   * Where the pool's routes can be reached, without a slash at its end: asked when a link is sent, because a
   * free port is known late. Without it links start at the prefix of the routes.
   */
  readonly publicAddress?: () => string;
  /** An hour, and thirty days, unless told otherwise. */
  readonly lives?: Partial<TokenLives>;
  /** Names of the attributes that users have beside the standard ones, without `custom:`; none unless told otherwise. */
  readonly customAttributes?: readonly string[];
  /** Full names of the attributes that every user needs; `name` unless told otherwise. */
  readonly requiredAttributes?: readonly string[];
  /** How many requests a second one address may make; 200 unless told otherwise. */
  readonly requestsPerSecond?: number;
  /** Told of a user who was deleted, once nobody can sign in as that user any more. */
  readonly onUserRemoved?: (sub: string) => Promise<void>;
}

/** A user to seed. */
export interface SeedUser {
  readonly email: string;
  /** Empty: the user has none. */
  readonly name: string;
  readonly password: string;
  /** `confirmed` unless told otherwise. */
  readonly state?: 'confirmed' | 'unconfirmed' | 'new-password-required';
  /** Base32; turns authenticator codes on. */
  readonly totpSecret?: string;
  /** E.164, verified; turns codes by SMS on. */
  readonly smsNumber?: string;
  /** Which of several second factors is asked for; without one the listener chooses. */
  readonly preferredMfa?: MfaMethod;
  /** True: no sign-in before an authenticator is set up. */
  readonly mfaRequired?: boolean;
}

export type TokenCheck =
  | { readonly ok: true; readonly sub: string; readonly username: string }
  | { readonly ok: false; readonly reason: AccessRefusal };

/** The user pool of the embedded provider. Methods that take an e-mail address ignore an unknown one. */
export interface Pool {
  /** The wire of the sign-in service, for pages of these origins, to be registered under a prefix of its own. */
  readonly routes: (origins: OriginRule) => FastifyPluginAsync;
  /**
   * The hosted login's pages, to be registered under a prefix of their own. Listeners return only to the origin of
   * these pages, or to one that is named.
   */
  readonly hostedLogin: (origins: HostedOrigins) => FastifyPluginAsync;
  /** Whether a bearer token stands for a user at this moment. */
  verifyAccessToken(token: string): Promise<TokenCheck>;
  /** Adds a user unless that e-mail address is there already, which then stays as it is. */
  ensureUser(user: SeedUser): Promise<{ sub: string }>;
  /** Sends a code as ForgotPassword does, and never tells whether it could. */
  sendForgotPasswordCode(email: string): Promise<void>;
  /** Ends the life of every access token issued so far; refresh tokens bring new ones. */
  revokeAllAccessTokens(): Promise<void>;
  /** The e-mail address that its owner has proved; undefined where there is none. */
  getVerifiedEmail(sub: string): Promise<string | undefined>;
  disableUser(email: string): Promise<void>;
  deleteUser(email: string): Promise<void>;
  /** From now on: 'Password reset required for the user', until ConfirmForgotPassword. */
  requirePasswordReset(email: string): Promise<void>;
  /** From the next sign-in on: an authenticator has to be set up. */
  requireMfa(email: string): Promise<void>;
  /** Ends every session of a user: refresh and access tokens, and the hosted login's. */
  revokeUser(email: string): Promise<void>;
  /** The codes sent to a user and not used yet, newest first. */
  codesFor(email: string): Promise<SentCode[]>;
  /** A code that the user's authenticator could show and that was not used yet. */
  totpFor(email: string): Promise<string | undefined>;
}

const STATUS = {
  confirmed: 'CONFIRMED',
  unconfirmed: 'UNCONFIRMED',
  'new-password-required': 'FORCE_CHANGE_PASSWORD',
} as const;

async function seed(context: PoolContext, seeded: SeedUser): Promise<{ sub: string }> {
  const existing = await findUser(context, seeded.email);
  if (existing !== undefined) return { sub: existing.sub };
  const state = seeded.state ?? 'confirmed';
  const user = await insertUser(context, {
    email: seeded.email,
    password: seeded.password,
    status: STATUS[state],
    attributes: {
      ...(seeded.name !== '' && { name: seeded.name }),
      email_verified: String(state !== 'unconfirmed'),
      ...(seeded.smsNumber === undefined
        ? {}
        : { phone_number: seeded.smsNumber, phone_number_verified: 'true' }),
    },
  });
  if (user === undefined) return seed(context, seeded);
  await updateUser(context, user.sub, {
    sms_mfa: seeded.smsNumber !== undefined,
    totp_mfa: seeded.totpSecret !== undefined,
    totp_secret: seeded.totpSecret ?? null,
    preferred_mfa: seeded.preferredMfa ?? null,
    mfa_required: seeded.mfaRequired ?? false,
  });
  return { sub: user.sub };
}

/** Opens the pool on its database. */
export async function createPool(dependencies: PoolDependencies): Promise<Pool> {
  const { db, clock, log, region, userPoolId, clientId, issuer, publicAddress, lives } = dependencies;
  const { requestsPerSecond = 200, customAttributes = [], requiredAttributes = ['name'] } = dependencies;
  const poolName = userPoolId.split('_')[1];
  if (poolName === undefined) throw new TypeError('A pool id is a region, an underscore and a name.');
  const context: PoolContext = {
    db,
    clock,
    log,
    region,
    userPoolId,
    clientId,
    issuer,
    publicAddress: publicAddress ?? (() => ''),
    poolName,
    secret: Buffer.from(await openSecret(db, 'pool_secrets', 'stand-ins'), 'hex'),
    lives: { accessSeconds: 60 * 60, refreshSeconds: 30 * 24 * 60 * 60, ...lives },
    keys: await openSigningKeys(db, clock.now()),
    userRemoved: async (sub) => dependencies.onUserRemoved?.(sub),
    customAttributes: declareAttributes(customAttributes),
    requiredAttributes,
  };
  await purgeEnded(context);

  const withUser = async (email: string, act: (user: PoolUser) => Promise<unknown>): Promise<void> => {
    const user = await findUser(context, email);
    if (user !== undefined) await act(user);
  };

  return {
    routes: (origins) => poolRoutes(context, origins, requestsPerSecond),

    hostedLogin: (origins) => hostedRoutes(context, origins, requestsPerSecond),

    async verifyAccessToken(token) {
      const check = await checkAccessToken(context, token);
      return check.ok ? { ok: true, sub: check.user.sub, username: check.user.sub } : check;
    },

    ensureUser: (user) => seed(context, user),

    async sendForgotPasswordCode(email) {
      try {
        await sendForgotPasswordCode(context, email);
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        log(`user pool: no forgot-password code for ${email}: ${error.message}`);
      }
    },

    revokeAllAccessTokens: () => context.keys.rotate(clock.now()),

    async getVerifiedEmail(sub) {
      const { attributes } = (await findUser(context, sub)) ?? {};
      return attributes?.['email_verified'] === 'true' ? attributes['email'] : undefined;
    },

    disableUser: (email) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { enabled: false });
        await revokeSessions(context, sub);
      }),

    deleteUser: (email) => withUser(email, ({ sub }) => removeUser(context, sub)),

    requirePasswordReset: (email) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { status: 'RESET_REQUIRED' });
        await revokeSessions(context, sub);
      }),

    requireMfa: (email) => withUser(email, ({ sub }) => updateUser(context, sub, { mfa_required: true })),

    revokeUser: (email) => withUser(email, ({ sub }) => revokeSessions(context, sub)),

    async codesFor(email) {
      const user = await findUser(context, email);
      return user === undefined ? [] : unusedCodes(context, user.sub);
    },

    async totpFor(email) {
      const user = await findUser(context, email);
      return user === undefined ? undefined : nextTotp(user, clock.now());
    },
  };
}
