import type { Kysely } from 'kysely';
import { openSecret } from '../db/settings.ts';
import type { OriginRule } from '../http/headers.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { accountRefusal, declareAttributes } from './account.ts';
import { addUser, inviteUser, removeUser } from './manage-users.ts';
import { unusedCodes } from './codes.ts';
import type {
  AccessEnded,
  AddressChanged,
  Alongside,
  Clock,
  PoolContext,
  RemoveUserData,
  SendMail,
  TokenLives,
} from './context.ts';
import { PoolError } from './errors.ts';
import { sendForgotPasswordCode } from './actions/passwords.ts';
import { redeemForListener } from './hosted/authorization.ts';
import { discovery } from './hosted/openid.ts';
import type { HostedOrigins } from './hosted/pages.ts';
import { hostedRoutes } from './hosted/routes.ts';
import { purgeEnded } from './housekeeping.ts';
import type { MfaMethod, PoolTables, PoolUser } from './migrations.ts';
import { requirePolicy } from './password-policy.ts';
import { poolRoutes } from './routes.ts';
import { endSignIns, revokeSessions } from './tokens/issue.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';
import { checkAccessToken, type ReadAlso, readNothing } from './tokens/verify.ts';
import { findUser, insertUser, updateUser } from './users.ts';
import { nextTotp } from './totp.ts';

export interface PoolDependencies {
  /** A database on which `poolMigrations` have run. */
  readonly db: Kysely<PoolTables>;
  readonly clock: Clock;
  /** The name of the product, for pages. `Hark` by default. */
  readonly brand?: () => string;
  /** Receives one line for each code that a real pool would send. */
  readonly log: (line: string) => void;
  readonly region: string;
  /** A region, an underscore, an alphanumeric suffix; at most 55 characters. */
  readonly userPoolId: string;
  readonly clientId: string;
  /** The issuer of the tokens. */
  readonly issuer: string;
  /**
   * The address of the pool's routes, without a slash at its end. It is called when a link is sent, because a free port
   * is known only after the start. Without it, links are relative to the prefix of the routes.
   */
  readonly publicAddress?: () => string;
  /** By default an hour for access tokens and thirty days for refresh tokens. */
  readonly lives?: Partial<TokenLives>;
  /** Names of additional attributes, without `custom:`. None by default. */
  readonly customAttributes?: readonly string[];
  /** Full names of the attributes that every user needs. `name` by default. */
  readonly requiredAttributes?: readonly string[];
  /** The most requests of one network address in a second. 200 by default. */
  readonly requestsPerSecond?: number;
  /** Whether anybody may sign in with a code that is sent by mail, without the password. False by default. */
  readonly passwordlessSignIn?: boolean | undefined;
  /** Stores a mail in the transaction that causes it. Without it, codes are printed. */
  readonly mail?: SendMail | undefined;
  /** Called in the transaction that changes the address of a user. */
  readonly onAddressChanged?: AddressChanged | undefined;
  /** Called in the transaction that sets a password, or ends every session of a user on purpose. */
  readonly onAccessEnded?: AccessEnded | undefined;
  /** Called in the transaction that deletes a user. It can refuse the deletion. */
  readonly onUserRemoved?: RemoveUserData;
  /** Called after that transaction. */
  readonly afterUserRemoved?: ((sub: string) => Promise<void>) | undefined;
}

export interface SeedUser {
  readonly email: string;
  /** Empty: the user has no name. */
  readonly name: string;
  readonly password: string;
  /** `confirmed` by default. */
  readonly state?: 'confirmed' | 'unconfirmed' | 'new-password-required';
  /** Base32. It turns authenticator codes on. */
  readonly totpSecret?: string;
  /** E.164, verified. It turns codes by SMS on. */
  readonly smsNumber?: string;
  /** Which of several second factors is requested. Without it, the listener chooses. */
  readonly preferredMfa?: MfaMethod;
  /** True: the user has to set up an authenticator before the first sign-in. */
  readonly mfaRequired?: boolean;
}

/** The user pool of the embedded provider. Methods that take an e-mail address ignore an unknown one. */
export type Pool = Awaited<ReturnType<typeof createPool>>;

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

/** Ends the sessions of a user, and the sign-ins that have not completed. */
async function endEverything(context: PoolContext, sub: string): Promise<void> {
  await endSignIns(context, sub);
  await revokeSessions(context, sub);
}

/** What the calls of the pool share: its database, its keys, and what was left out of the dependencies. */
async function openContext(dependencies: PoolDependencies): Promise<PoolContext> {
  const { db, clock, log, region, userPoolId, clientId, issuer, publicAddress, lives } = dependencies;
  const { customAttributes = [], requiredAttributes = ['name'] } = dependencies;
  const poolName = userPoolId.split('_')[1];
  if (poolName === undefined) throw new TypeError('A pool id is a region, an underscore and a name.');
  return {
    db,
    clock,
    log,
    region,
    userPoolId,
    clientId,
    issuer,
    publicAddress: publicAddress ?? (() => ''),
    brand: dependencies.brand ?? (() => 'Hark'),
    poolName,
    secret: Buffer.from(await openSecret(db, 'pool_secrets', 'stand-ins'), 'hex'),
    lives: { accessSeconds: 60 * 60, refreshSeconds: 30 * 24 * 60 * 60, ...lives },
    keys: await openSigningKeys(db, clock.now()),
    mail: dependencies.mail ?? null,
    accessEnded: dependencies.onAccessEnded ?? (() => Promise.resolve()),
    addressChanged: dependencies.onAddressChanged ?? (() => Promise.resolve()),
    userRemoved: dependencies.onUserRemoved ?? (() => Promise.resolve(null)),
    afterUserRemoved: dependencies.afterUserRemoved ?? (() => Promise.resolve()),
    customAttributes: declareAttributes(customAttributes),
    requiredAttributes,
    passwordlessSignIn: dependencies.passwordlessSignIn ?? false,
  };
}

/** Opens the pool on its database. */
export async function createPool(dependencies: PoolDependencies) {
  const context = await openContext(dependencies);
  const { db, clock, log } = context;
  const { requestsPerSecond = 200 } = dependencies;
  await purgeEnded(context).catch((error: unknown) => {
    log(`user pool: housekeeping failed: ${String(error)}`);
  });

  const withUser = async (email: string, act: (user: PoolUser) => Promise<unknown>): Promise<void> => {
    const user = await findUser(context, email);
    if (user !== undefined) await act(user);
  };

  return {
    /** The HTTP interface of the sign-in service. Pages of these origins may call it. Register it under its own prefix. */
    routes: (origins: OriginRule, counts: RequestCounts) =>
      poolRoutes(context, origins, counts, requestsPerSecond),

    /**
     * The pages of the hosted login. Register them under their own prefix. They redirect only to their own origin and to
     * the named ones.
     */
    hostedLogin: (origins: HostedOrigins, counts: RequestCounts) =>
      hostedRoutes(context, origins, counts, requestsPerSecond),

    /** What the hosted login at an address offers to other clients of OpenID Connect. */
    describeHostedLogin: discovery,

    /** Checks whether a bearer token is valid at this moment. */
    verifyAccessToken: (token: string) => checkAccessToken(context, token, readNothing),

    /** The same, and reads something for the user in the same statement. */
    verifyAndRead: <Also>(token: string, readAlso: ReadAlso<Also>) =>
      checkAccessToken(context, token, readAlso),

    /**
     * The listener who signed in at the hosted login for one of the provider's own pages. Undefined if the code is
     * unknown, used or expired, or belongs to another request.
     */
    redeemCode: (given: Parameters<typeof redeemForListener>[1]) => redeemForListener(context, given),

    /** Adds a user. An existing user with the same e-mail address stays unchanged. */
    ensureUser: (user: SeedUser) => seed(context, user),

    /**
     * Adds a confirmed user. An account of the address that was never confirmed is replaced. Any other account stays,
     * with its password.
     *
     * @throws {PoolError} InvalidPasswordException
     */
    async addUser({ email, name, password }: Pick<SeedUser, 'email' | 'name' | 'password'>) {
      await requirePolicy(password, email);
      const attributes = { ...(name !== '' && { name }), email_verified: 'true' };
      const added = await addUser(context, { email, password, status: 'CONFIRMED', attributes });
      return { sub: added.user.sub, account: added.account };
    },

    /**
     * Sends a code as ForgotPassword does. It does not fail for an unknown user.
     *
     * @param caller the network address that asks for it, as `callerOf` writes it
     */
    async sendForgotPasswordCode(email: string, caller: string): Promise<void> {
      try {
        await sendForgotPasswordCode({ ...context, caller }, email);
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        log(`user pool: no forgot-password code for ${email}: ${error.message}`);
      }
    },

    /** Makes every issued access token invalid. Refresh tokens stay valid. */
    revokeAllAccessTokens: () => context.keys.rotate(clock.now()),

    /** False if the account is disabled or deleted, or needs a new password. */
    isActive: async (sub: string) => accountRefusal(await findUser(context, sub)) === undefined,

    /** The verified e-mail address of a user, or undefined. */
    async getVerifiedEmail(sub: string) {
      const { attributes } = (await findUser(context, sub)) ?? {};
      return attributes?.['email_verified'] === 'true' ? attributes['email'] : undefined;
    },

    disableUser: (email: string) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { enabled: false });
        await revokeSessions(context, sub);
      }),

    deleteUser: (email: string, alongside?: Alongside) =>
      withUser(email, ({ sub }) => removeUser(context, sub, alongside)),

    /**
     * Adds a user with a temporary password, which has to be replaced at the first sign-in. A user who was invited
     * before and never signed in gets a new one. An account that was never confirmed is replaced.
     *
     * @returns null if the address has an account that is in use
     */
    inviteUser: (user: Pick<SeedUser, 'email' | 'name'>) => inviteUser(context, user),

    /** Lets a user sign in again, or ends all sessions and lets the user sign in no more. */
    setEnabled: (sub: string, enabled: boolean, alongside: Alongside) =>
      db.transaction().execute(async (transaction) => {
        const own = { ...context, db: transaction };
        await alongside(transaction);
        await updateUser(own, sub, { enabled });
        if (!enabled) await endEverything(own, sub);
      }),

    /** Ends every session of a user. */
    endSessions: (sub: string, alongside: Alongside) =>
      db.transaction().execute(async (transaction) => {
        await alongside(transaction);
        await endEverything({ ...context, db: transaction }, sub);
        await context.accessEnded(transaction, sub);
      }),

    /** From now on, a sign-in fails with 'Password reset required for the user', until ConfirmForgotPassword. */
    requirePasswordReset: (email: string) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { status: 'RESET_REQUIRED' });
        await revokeSessions(context, sub);
      }),

    /** The user has to set up an authenticator at the next sign-in. */
    requireMfa: (email: string) =>
      withUser(email, ({ sub }) => updateUser(context, sub, { mfa_required: true })),

    /** Ends every session of a user: refresh tokens, access tokens and the sessions of the hosted login. */
    revokeUser: (email: string) => withUser(email, ({ sub }) => revokeSessions(context, sub)),

    /** The unused codes of a user, the newest first. */
    async codesFor(email: string) {
      const user = await findUser(context, email);
      return user === undefined ? [] : unusedCodes(context, user.sub);
    },

    /** An unused code of the user's authenticator. */
    async totpFor(email: string) {
      const user = await findUser(context, email);
      return user === undefined ? undefined : nextTotp(user, clock.now());
    },
  };
}
