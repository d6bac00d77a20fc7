import {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { endpointOf, type OpenExchange, type PoolExchange, wireAttributes } from '../pool-client.ts';
import { readTokenUser } from '../session/access-token.ts';
import { VendorSignedInUser } from './vendor-signed-in-user.ts';
import { done, VendorUser } from './vendor-user.ts';

/** The pool through the vendor's library `amazon-cognito-identity-js`. */
export const openExchange: OpenExchange = (config, storage, signal) => {
  const pool = new CognitoUserPool({
    UserPoolId: config.userPoolId,
    ClientId: config.clientId,
    endpoint: endpointOf(config),
    Storage: storage,
  });
  if (signal !== undefined) sendWhile(pool, signal);
  return vendorExchange(pool, (username) => {
    const user = new CognitoUser({ Username: username, Pool: pool, Storage: storage });
    user.setAuthenticationFlowType(config.authFlow === 'custom' ? 'CUSTOM_AUTH' : 'USER_SRP_AUTH');
    return user;
  });
};

/** @param createUser makes a user of the library; a test gives one that follows a script */
export const vendorExchange = (
  pool: CognitoUserPool,
  createUser: (username: string) => CognitoUser,
): PoolExchange => ({
  user: (username) => new VendorUser(createUser(username), username),
  signedIn: (accessToken) =>
    new VendorSignedInUser(withSession(createUser(readTokenUser(accessToken) ?? 'unknown'), accessToken)),
  signUp: async ({ email, password, firstName }) => {
    const attributes = wireAttributes({ email, name: firstName }).map(
      (each) => new CognitoUserAttribute(each),
    );
    return new Promise((resolve, reject) => {
      pool.signUp(email, password, attributes, [], (error, result) => {
        if (result) resolve({ isConfirmed: result.userConfirmed });
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the library's own error, read by `vendor-errors.ts`
        else reject(error);
      });
    });
  },
  revoke: async () => {
    const user = pool.getCurrentUser();
    if (user === null) return;
    await done((end) => user.signOut((...failure: readonly unknown[]) => end(failure[0])));
  },
});

/** Gives a user a session that the library neither checks nor renews. */
const withSession = (user: CognitoUser, accessToken: string): CognitoUser => {
  const tokens = {
    AccessToken: new CognitoAccessToken({ AccessToken: accessToken }),
    // No call sends the id token. The library only reads its expiry time.
    IdToken: new CognitoIdToken({ IdToken: accessToken }),
    RefreshToken: new CognitoRefreshToken({ RefreshToken: '' }),
    // Turns off the library's own expiry check. The check needs a time of issue, which not every token has.
    ClockDrift: Number.POSITIVE_INFINITY,
  };
  user.setSignInUserSession(new CognitoUserSession(tokens));
  return user;
};

/** The library cannot cancel a request. Its client passes these options on to `fetch`. */
const sendWhile = (pool: CognitoUserPool, signal: AbortSignal): void => {
  const client: unknown = Reflect.get(pool, 'client');
  if (typeof client === 'object' && client !== null) Object.assign(client, { fetchOptions: { signal } });
};
