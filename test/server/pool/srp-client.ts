import {
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  type CognitoUser,
  CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { GENERATOR, PRIME, fromBytes, modPow, padded } from '../../../server/pool/srp/group.ts';
import { userOf, wire } from './client.ts';
import { CLIENT_ID } from './harness.ts';

const hash = (...parts: (Uint8Array | string)[]): Buffer => {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part);
  return sha.digest();
};

type WireAnswer = Awaited<ReturnType<typeof wire>>;

/** A challenge parameter as text. */
export function parameter(answer: WireAnswer, name: string): string {
  const parameters: unknown = answer.body['ChallengeParameters'];
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : undefined;
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(answer.body)}.`);
  return value;
}

/** A field of `AuthenticationResult` as text. */
export function token(answer: WireAnswer, name: 'AccessToken' | 'IdToken' | 'RefreshToken'): string {
  const result: unknown = answer.body['AuthenticationResult'];
  const value: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(answer.body)}.`);
  return value;
}

/** A half-done proof: what RespondToAuthChallenge would be sent. */
export interface Claim {
  readonly ChallengeName: 'PASSWORD_VERIFIER';
  readonly ClientId: string;
  readonly ChallengeResponses: Record<string, string>;
}

/**
 * Begins a sign-in without the client library, which takes half a second for each: for tests that
 * need many, or that need to tamper with one.
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

/** The whole sign-in by wire: the answer to the claim, or the refusal before it. */
export async function prove(endpoint: string, username: string, password: string): Promise<WireAnswer> {
  const { offer, claim } = await beginProof(endpoint, username, password);
  return claim === undefined ? offer : wire(endpoint, 'RespondToAuthChallenge', claim);
}

/** A user of the client library who is signed in, without the library's own slow proof. */
export async function signedIn(
  endpoint: string,
  email: string,
  password: string,
): Promise<{ user: CognitoUser; access: string }> {
  const answer = await prove(endpoint, email, password);
  const AccessToken = token(answer, 'AccessToken');
  const user = userOf(endpoint, email);
  user.setSignInUserSession(
    new CognitoUserSession({
      AccessToken: new CognitoAccessToken({ AccessToken }),
      IdToken: new CognitoIdToken({ IdToken: token(answer, 'IdToken') }),
      RefreshToken: new CognitoRefreshToken({ RefreshToken: token(answer, 'RefreshToken') }),
    }),
  );
  return { user, access: AccessToken };
}
