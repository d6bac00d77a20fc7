import { removePageSessionsOf } from '../billing/page-sessions.ts';
import { databasePart } from './db.ts';
import { httpPart } from './http.ts';
import { mailPart } from './mail.ts';
import { applyGroups } from '../members/group-gifts.ts';
import { changeAddress } from '../members/listeners.ts';
import { ISSUER_VARIABLES, readIssuers } from './issuers.ts';
import type { IssuerSettings } from '../pool/issuers/settings.ts';
import { part } from './part.ts';
import { createPool } from '../pool/index.ts';
import { endFeedAddresses } from '../private-feeds/feeds.ts';
import { removeAllOf } from './removal.ts';
import { poolMigrations, type PoolTables } from '../pool/migrations.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Lets everybody sign in with a code that is sent by mail, without the password. */
    readonly passwordlessSignIn?: boolean | undefined;
    /** Tells listeners by mail of a sign-in with a new device. */
    readonly tellsOfNewDevices?: boolean | undefined;
    /** The providers of OpenID Connect at which people can sign in (SES-153). */
    readonly issuers?: readonly IssuerSettings[] | undefined;
    /** Offers the hosted login to the app if its configuration names none. */
    readonly hostedLogin?: boolean | undefined;
  }
}

/** The pool of the embedded provider. An app without other settings uses the same names. */
export const EMBEDDED_POOL = {
  region: 'us-west-2',
  userPoolId: 'us-west-2_Embedded01',
  clientId: 'embeddedwebclient00000001',
} as const;

/**
 * The issuer of the tokens, in the form that every verifier derives from region and pool. Here it is only a name, not
 * an address. So the tokens stay valid when the provider restarts on another port, and for every process that shares
 * the database.
 */
export const ISSUER = `https://cognito-idp.${EMBEDDED_POOL.region}.amazonaws.com/${EMBEDDED_POOL.userPoolId}`;

export const HOSTED_LOGIN = '/pool/hosted';

/** The user pool and the hosted login. */
export const poolPart = part({
  flags: {
    'hosted-login': {
      type: 'boolean',
      usage: '--hosted-login  offer the hosted login on the sign-in screen',
    },
    passwordless: {
      type: 'boolean',
      usage: '--passwordless  let clients sign in with a code that is sent by mail, without the password',
    },
    'new-device-mails': {
      type: 'boolean',
      usage: '--new-device-mails  tell listeners by mail of a sign-in with a new device',
    },
  },
  variables: ISSUER_VARIABLES,
  migrations: { pool: poolMigrations },

  read: (given) => ({
    hostedLogin: given.has('hosted-login'),
    passwordlessSignIn: given.has('passwordless'),
    tellsOfNewDevices: given.has('new-device-mails'),
    issuers: readIssuers(given),
  }),

  async open(setup) {
    const { options, server, log } = setup;
    const { db, clock } = await databasePart.in(setup);
    const { origins, mayReturnTo, knownOrigins, publicOrigin, requestCounts } = await httpPart.in(setup);
    const { send } = await mailPart.in(setup);
    /** Called after an account is deleted. */
    const afterRemoval: ((sub: string) => Promise<void>)[] = [];
    /** Pages of the provider to which the hosted login returns. */
    const ownPaths: string[] = [];
    /** The name of the product. The host reads it from the configuration of the app. */
    const brand = { name: 'Hark' };
    const pool = await createPool({
      ...EMBEDDED_POOL,
      issuer: ISSUER,
      db: db.withTables<PoolTables>(),
      clock,
      log,
      // The address is known once the server listens. The links that the pool sends contain it.
      publicAddress: () => `${publicOrigin()}/pool`,
      brand: () => brand.name,
      passwordlessSignIn: options.passwordlessSignIn,
      mayUsePasskeys: mayReturnTo,
      tellsOfNewDevices: options.tellsOfNewDevices,
      issuers: options.issuers,
      onIdentityUsed: applyGroups(db, clock, log),
      mail: send,
      onAddressChanged: changeAddress,
      async onAccessEnded(transaction, sub) {
        await endFeedAddresses(transaction, sub, clock.now());
        await removePageSessionsOf(transaction, sub);
      },
      onUserRemoved: removeAllOf,
      async afterUserRemoved(sub) {
        for (const forget of afterRemoval) await forget(sub);
      },
    });
    await server.register(pool.routes(origins, requestCounts), { prefix: '/pool' });
    const hostedLogin = pool.hostedLogin({ mayRead: origins, mayReturnTo, ownPaths }, requestCounts);
    await server.register(hostedLogin, { prefix: HOSTED_LOGIN });
    // Where RFC 8414 looks for it. OpenID Connect looks below the issuer.
    server.get(`/.well-known/oauth-authorization-server${HOSTED_LOGIN}`, (request) =>
      pool.describeHostedLogin(request.publicOrigin + HOSTED_LOGIN),
    );
    // Browsers read it before a page of another host, such as the app's, uses passkeys of this one (SES-133).
    server.get('/.well-known/webauthn', (request) => ({
      origins: [...new Set([request.publicOrigin, ...knownOrigins])],
    }));
    return { pool, afterRemoval, ownPaths, brand };
  },
});
