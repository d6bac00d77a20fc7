import type { Kysely } from 'kysely';
import { openSecret } from '../db/settings.ts';
import type { OriginRule } from '../http/headers.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { declareAttributes } from './account.ts';
import type {
  AccessEnded,
  AddressChanged,
  Clock,
  IdentityUsed,
  PoolContext,
  RemoveUserData,
  SendMail,
  TokenLives,
} from './context.ts';
import { redeemForListener } from './hosted/authorization.ts';
import { discovery } from './hosted/openid.ts';
import type { HostedOrigins } from './hosted/pages.ts';
import { Issuer } from './issuers/issuer.ts';
import type { IssuerSettings } from './issuers/settings.ts';
import { hostedRoutes } from './hosted/routes.ts';
import { purgeEnded } from './housekeeping.ts';
import { forgetSaidAddress } from './identities/identities.ts';
import { memberAccounts } from './member-accounts.ts';
import type { PoolTables } from './migrations.ts';
import { relyingPartyAt } from './relying-party.ts';
import { poolRoutes } from './routes.ts';
import { testAccounts } from './test-accounts.ts';
import { openSigningKeys } from './tokens/signing-keys.ts';
import { checkAccessToken, type ReadAlso, readNothing } from './tokens/verify.ts';

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
  /** The origins of the app, whose pages may make and use passkeys of the provider. None by default. */
  readonly mayUsePasskeys?: OriginRule | undefined;
  /** Whether users are told by mail of a sign-in with a new device. False by default. */
  readonly tellsOfNewDevices?: boolean | undefined;
  /** The providers at which users can sign in. None by default. */
  readonly issuers?: readonly IssuerSettings[] | undefined;
  /** Called at each sign-in at one of them. */
  readonly onIdentityUsed?: IdentityUsed | undefined;
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

export type { SeedUser } from './test-accounts.ts';

/** The user pool of the embedded provider. Methods that take an e-mail address ignore an unknown one. */
export type Pool = Awaited<ReturnType<typeof createPool>>;

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
    mail: dependencies.mail === undefined ? null : toAddresses(dependencies.mail),
    accessEnded: dependencies.onAccessEnded ?? (() => Promise.resolve()),
    async addressChanged(transaction, change) {
      await forgetSaidAddress(transaction, change);
      await dependencies.onAddressChanged?.(transaction, change);
    },
    identityUsed: dependencies.onIdentityUsed ?? (() => Promise.resolve()),
    issuers: (dependencies.issuers ?? []).map((settings) => new Issuer(settings, clock)),
    userRemoved: dependencies.onUserRemoved ?? (() => Promise.resolve(null)),
    afterUserRemoved: dependencies.afterUserRemoved ?? (() => Promise.resolve()),
    customAttributes: declareAttributes(customAttributes),
    requiredAttributes,
    passwordlessSignIn: dependencies.passwordlessSignIn ?? false,
    relyingPartyAt: (publicOrigin) =>
      relyingPartyAt(publicOrigin, dependencies.mayUsePasskeys ?? (() => false)),
    relyingParty: null,
    tellsOfNewDevices: dependencies.tellsOfNewDevices ?? false,
  };
}

/** An account of another provider may have no address (SES-155). Nobody writes to it. */
const toAddresses =
  (send: SendMail): SendMail =>
  async (transaction, mail) => {
    if (mail.to.includes('@')) await send(transaction, mail);
  };

/** Opens the pool on its database. */
export async function createPool(dependencies: PoolDependencies) {
  const context = await openContext(dependencies);
  const { clock, log } = context;
  const { requestsPerSecond = 200 } = dependencies;
  await purgeEnded(context).catch((error: unknown) => {
    log(`user pool: housekeeping failed: ${String(error)}`);
  });

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

    /** Whether people can make and use passkeys at an address of the provider (SES-133). */
    hasPasskeysAt: (publicOrigin: string) => context.relyingPartyAt(publicOrigin) !== null,

    /** The names of the providers at which people can sign in (SES-153). */
    issuerNames: context.issuers.map(({ settings }) => settings.name),

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

    /** Makes every issued access token invalid. Refresh tokens stay valid. */
    revokeAllAccessTokens: () => context.keys.rotate(clock.now()),

    ...memberAccounts(context),
    ...testAccounts(context),
  };
}
