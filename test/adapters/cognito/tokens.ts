import type { KeyValueStore } from '../../../src/ports/platform.ts';

export const CLIENT_ID = 'client';
export const PREFIX = `CognitoIdentityServiceProvider.${CLIENT_ID}.`;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that expires `inSeconds` after `now`, issued for an hour. */
export const token = (now: number, inSeconds: number, name = 'token'): string => {
  const exp = Math.floor(now / 1000) + inSeconds;
  return [
    encoded({ alg: 'RS256' }),
    encoded({ exp, iat: exp - 3600, origin_jti: 'o', name }),
    'signature',
  ].join('.');
};

/** Stores a session in the format of the vendor's library. */
export const holdSession = (
  store: KeyValueStore,
  tokens: { readonly accessToken?: string; readonly refreshToken?: string; readonly idToken?: string },
): void => {
  store.set(`${PREFIX}LastAuthUser`, 'sub');
  for (const [name, value] of Object.entries(tokens)) store.set(`${PREFIX}sub.${name}`, value);
};

/** A response to a renewal. */
export const renewed = (accessToken: string) => ({
  AuthenticationResult: {
    AccessToken: accessToken,
    IdToken: accessToken,
    ExpiresIn: 3600,
    TokenType: 'Bearer',
  },
});
