import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { CLIENT_ID, USER_POOL_ID } from './harness.ts';

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

/** Sends requests without the library. */
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
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('The answer is no object.');
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
