import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  AuthenticationDetails,
  CognitoAccessToken,
  CognitoIdToken,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserPool,
  CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { GENERATOR, PRIME, fromBytes, modPow, padded } from '../../pool/srp/srp.ts';
import { declaredErrors, isDeclared } from './declared-errors.ts';
import { CLIENT_ID, USER_POOL_ID } from './harness.ts';

const hash = (...parts: (Uint8Array | string)[]): Buffer => {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part);
  return sha.digest();
};

export type WireResponse = Awaited<ReturnType<typeof wire>>;

/** A challenge parameter as text. */
export function parameter(response: WireResponse, name: string): string {
  const parameters: unknown = response.body['ChallengeParameters'];
  const value: unknown =
    typeof parameters === 'object' && parameters !== null ? Reflect.get(parameters, name) : undefined;
  if (typeof value !== 'string') throw new Error(`No ${name} in ${JSON.stringify(response.body)}.`);
  return value;
}

/** A field of `AuthenticationResult` as text. */
export function token(response: WireResponse, name: 'AccessToken' | 'IdToken' | 'RefreshToken'): string {
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

/** The client's part of a password proof, without a client library. */
export class Proof {
  private readonly secret = fromBytes(randomBytes(32));
  private readonly A = modPow(GENERATOR, this.secret);

  /** Hexadecimal. */
  get publicValue(): string {
    return this.A.toString(16);
  }

  /** The responses to PASSWORD_VERIFIER. */
  respond(
    parameter: (name: string) => string,
    password: string,
    timestamp = 'Fri Nov 20 08:05:09 UTC 2026',
  ): Record<string, string> {
    const id = parameter('USER_ID_FOR_SRP');
    const block = parameter('SECRET_BLOCK');
    const B = BigInt(`0x${parameter('SRP_B')}`);
    const salt = BigInt(`0x${parameter('SALT')}`);
    const k = fromBytes(hash(padded(PRIME), padded(GENERATOR)));
    const u = fromBytes(hash(padded(this.A), padded(B)));
    const x = fromBytes(hash(padded(salt), hash('Embedded01', id, ':', password)));
    const base = (((B - k * modPow(GENERATOR, x)) % PRIME) + PRIME) % PRIME;
    const shared = modPow(base, this.secret + u * x);
    const extracted = createHmac('sha256', padded(u)).update(padded(shared)).digest();
    const key = createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16);
    const signature = createHmac('sha256', key)
      .update(`Embedded01${id}`)
      .update(Buffer.from(block, 'base64'))
      .update(timestamp)
      .digest('base64');
    return {
      USERNAME: id,
      PASSWORD_CLAIM_SECRET_BLOCK: block,
      PASSWORD_CLAIM_SIGNATURE: signature,
      TIMESTAMP: timestamp,
    };
  }
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
): Promise<{ offer: WireResponse; claim: Claim | undefined }> {
  const proof = new Proof();
  const offer = await wire(endpoint, 'InitiateAuth', {
    AuthFlow: flow,
    ClientId: CLIENT_ID,
    AuthParameters: {
      USERNAME: username,
      SRP_A: proof.publicValue,
      ...(flow === 'CUSTOM_AUTH' && { CHALLENGE_NAME: 'SRP_A' }),
    },
  });
  if (offer.status !== 200) return { offer, claim: undefined };
  return {
    offer,
    claim: {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId: CLIENT_ID,
      ChallengeResponses: proof.respond((name) => parameter(offer, name), password),
    },
  };
}

/** The whole sign-in without the library: the response to the claim, or the refusal before it. */
export async function prove(endpoint: string, username: string, password: string): Promise<WireResponse> {
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

/** The storage of one browser. */
export class MemoryStorage implements ICognitoStorage {
  readonly items = new Map<string, string>();

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }

  clear(): void {
    this.items.clear();
  }
}

/** The result of a sign-in step with the client library. */
export type SignInOutcome =
  | { kind: 'session'; user: CognitoUser; session: CognitoUserSession; confirmDevice: boolean }
  | {
      kind: 'new-password' | 'totp' | 'sms' | 'select-mfa' | 'mfa-setup' | 'custom';
      user: CognitoUser;
      parameters: unknown;
      /** The attributes that are required with a new password. */
      required?: unknown;
    };

type Callbacks = Parameters<CognitoUser['authenticateUser']>[1];

/** Runs one step of a sign-in and returns its result. Rejects with the error of the library. */
export function step(user: CognitoUser, start: (callbacks: Callbacks) => void): Promise<SignInOutcome> {
  return new Promise((resolve, reject) => {
    const lead =
      (kind: Exclude<SignInOutcome['kind'], 'session'>) =>
      (...given: unknown[]) =>
        resolve({ kind, user, parameters: given.at(-1) });
    start({
      onSuccess: (session, confirmDevice) =>
        resolve({ kind: 'session', user, session, confirmDevice: confirmDevice === true }),
      onFailure: reject,
      newPasswordRequired: (parameters, required) =>
        resolve({ kind: 'new-password', user, parameters, required }),
      mfaRequired: lead('sms'),
      totpRequired: lead('totp'),
      selectMFAType: lead('select-mfa'),
      mfaSetup: lead('mfa-setup'),
      customChallenge: lead('custom'),
    });
  });
}

export function userOf(endpoint: string, email: string, storage = new MemoryStorage()): CognitoUser {
  const Pool = new CognitoUserPool({
    UserPoolId: USER_POOL_ID,
    ClientId: CLIENT_ID,
    endpoint,
    Storage: storage,
  });
  return new CognitoUser({ Username: email, Pool, Storage: storage });
}

/** Signs in with the unmodified client library. */
export function signIn(user: CognitoUser, password: string): Promise<SignInOutcome> {
  const details = new AuthenticationDetails({ Username: user.getUsername(), Password: password });
  return step(user, (callbacks) => user.authenticateUser(details, callbacks));
}

/** Signs in with the password only. */
export async function session(
  user: CognitoUser,
  password: string,
): Promise<{ user: CognitoUser; session: CognitoUserSession; access: string; refresh: string }> {
  const outcome = await signIn(user, password);
  if (outcome.kind !== 'session') throw new Error(`Asked for ${outcome.kind}.`);
  return {
    user,
    session: outcome.session,
    access: outcome.session.getAccessToken().getJwtToken(),
    refresh: outcome.session.getRefreshToken().getToken(),
  };
}

/** Turns one of the library's `(error, value)` calls into a promise. */
export function call<T>(run: (callback: (error?: Error, value?: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    run((error, value) => (error ? reject(error) : resolve(value)));
  });
}

/** Turns one of the library's `{ onSuccess, onFailure }` calls into a promise. */
export function settle<T>(
  run: (callbacks: { onSuccess: (value: T) => void; onFailure: (error: Error) => void }) => void,
): Promise<T> {
  return new Promise((onSuccess, onFailure) => run({ onSuccess, onFailure }));
}

/** Throws if clients of AWS do not expect this error from this call (SES-131). */
function refuseUndeclared(action: string, { __type: type }: { readonly __type?: unknown }): void {
  if (declaredErrors(action) === undefined || typeof type !== 'string' || isDeclared(action, type)) return;
  throw new Error(`AWS declares no ${type} for ${action}.`);
}

/**
 * Sends requests without the library.
 *
 * @throws {Error} for an error that AWS does not declare for the call
 */
export async function wire(
  endpoint: string,
  action: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const parsed: unknown = await response.json();
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('The respond is no object.');
  if (!response.ok) refuseUndeclared(action, { ...parsed });
  return { status: response.status, body: { ...parsed }, headers: response.headers };
}

/** Presses the button of the page behind a link that confirms a sign-up, as a browser without scripts does. */
export async function pressButton(link: string): Promise<number> {
  const html = await (await fetch(link)).text();
  const action = /<form method="post" action="(?<action>[^"]+)">/u.exec(html)?.groups?.['action'] ?? '';
  const hidden = html.matchAll(/<input type="hidden" name="(?<name>[^"]+)" value="(?<value>[^"]*)">/gu);
  const fields = [...hidden].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']);
  const response = await fetch(new URL(action, link), { method: 'POST', body: new URLSearchParams(fields) });
  return response.status;
}
