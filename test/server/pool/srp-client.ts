import {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  type CognitoUser,
  CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { fromBytes, GENERATOR, modPow, padded, PRIME } from '../../../server/pool/srp/srp.ts';
import { userOf, wire } from './client.ts';
import { CLIENT_ID } from './harness.ts';

const hash = (...parts: (Uint8Array | string)[]): Buffer => {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part);
  return sha.digest();
};

export type WireAnswer = Awaited<ReturnType<typeof wire>>;

/** A challenge parameter as text. */
export function parameter(response: WireAnswer, name: string): string {
  const parameters: unknown = response.body['ChallengeParameters'];
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : undefined;
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(response.body)}.`);
  return value;
}

/** A field of `AuthenticationResult` as text. */
export function token(response: WireAnswer, name: 'AccessToken' | 'IdToken' | 'RefreshToken'): string {
  const result: unknown = response.body['AuthenticationResult'];
  const value: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(response.body)}.`);
  return value;
}

/** An unfinished proof, with the body of RespondToAuthChallenge. */
export interface Claim {
  readonly ChallengeName: 'PASSWORD_VERIFIER';
  readonly ClientId: string;
  readonly ChallengeResponses: Record<string, string>;
}

/**
 * Starts a sign-in without the client library, which takes half a second for each. For tests that need many sign-ins or
 * change one.
 */
export async function beginProof(
  endpoint: string,
  username: string,
  password: string,
  flow: 'USER_SRP_AUTH' | 'CUSTOM_AUTH' = 'USER_SRP_AUTH',
): Promise<{ offer: WireAnswer; claim: Claim | undefined }> {
  const secret = fromBytes(randomBytes(32));
  const A = modPow(GENERATOR, secret);
  const offer = await wire(endpoint, 'InitiateAuth', {
    AuthFlow: flow,
    ClientId: CLIENT_ID,
    AuthParameters: {
      USERNAME: username,
      SRP_A: A.toString(16),
      ...(flow === 'CUSTOM_AUTH' && { CHALLENGE_NAME: 'SRP_A' }),
    },
  });
  if (offer.status !== 200) return { offer, claim: undefined };
  const id = parameter(offer, 'USER_ID_FOR_SRP');
  const block = parameter(offer, 'SECRET_BLOCK');
  const B = BigInt(`0x${parameter(offer, 'SRP_B')}`);
  const salt = BigInt(`0x${parameter(offer, 'SALT')}`);
  const k = fromBytes(hash(padded(PRIME), padded(GENERATOR)));
  const u = fromBytes(hash(padded(A), padded(B)));
  const x = fromBytes(hash(padded(salt), hash('Embedded01', id, ':', password)));
  const base = (((B - k * modPow(GENERATOR, x)) % PRIME) + PRIME) % PRIME;
  const shared = modPow(base, secret + u * x);
  const extracted = createHmac('sha256', padded(u)).update(padded(shared)).digest();
  const key = createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16);
  const timestamp = 'Fri Nov 20 08:05:09 UTC 2026';
  const signature = createHmac('sha256', key)
    .update(`Embedded01${id}`)
    .update(Buffer.from(block, 'base64'))
    .update(timestamp)
    .digest('base64');
  return {
    offer,
    claim: {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId: CLIENT_ID,
      ChallengeResponses: {
        USERNAME: id,
        PASSWORD_CLAIM_SECRET_BLOCK: block,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP: timestamp,
      },
    },
  };
}

/** The whole sign-in without the library: the response to the claim, or the refusal before it. */
export async function prove(endpoint: string, username: string, password: string): Promise<WireAnswer> {
  const { offer, claim } = await beginProof(endpoint, username, password);
  return claim === undefined ? offer : wire(endpoint, 'RespondToAuthChallenge', claim);
}

/** A signed-in user of the client library, without the library's slow proof. */
export async function signedIn(
  endpoint: string,
  email: string,
  password: string,
): Promise<{ user: CognitoUser; access: string }> {
  const response = await prove(endpoint, email, password);
  const AccessToken = token(response, 'AccessToken');
  const user = userOf(endpoint, email);
  user.setSignInUserSession(
    new CognitoUserSession({
      AccessToken: new CognitoAccessToken({ AccessToken }),
      IdToken: new CognitoIdToken({ IdToken: token(response, 'IdToken') }),
      RefreshToken: new CognitoRefreshToken({ RefreshToken: token(response, 'RefreshToken') }),
    }),
  );
  return { user, access: AccessToken };
}
