import type { Attributes, FactorChange, SecondFactor, SignInChallenge } from '../../domain/sign-in.ts';
import type { Contact } from '../../ports/account.ts';
import type { Clock } from '../../ports/platform.ts';
import type { ScratchStorage } from './scratch-storage.ts';

/** Which client speaks to the pool: the vendor's library, or ours on WebCrypto (SES-145). */
export type ClientName = 'vendor' | 'webcrypto';

export type CognitoConfig = {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Null means the public endpoint of the region (APP-28). */
  readonly endpoint: string | null;
  /** `custom` for a pool with custom challenges, because no other flow has them (SES-14). The default is `srp`. */
  readonly authFlow?: 'srp' | 'custom';
  /** The default is `vendor`. */
  readonly client?: ClientName;
};

/** The service's response to one step of a sign-in. */
export type SignInReply =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'asks'; readonly challenge: SignInChallenge }
  /** The service asks for a second factor that this product does not know. */
  | { readonly kind: 'asks-for-unknown-factor' };

/**
 * A listener without a session. The object remembers the sign-in between its steps, and writes the tokens of the last step
 * into the storage of the exchange. Each method rejects with the error of the service.
 */
export interface PoolUser {
  signIn(password: string): Promise<SignInReply>;
  respondWithNewPassword(password: string, attributes: Attributes): Promise<SignInReply>;
  respondWithCode(code: string, factor: SecondFactor): Promise<SignInReply>;
  confirmAuthenticatorSetup(code: string, deviceName: string): Promise<SignInReply>;
  respondToCustom(response: string): Promise<SignInReply>;
  chooseFactor(factor: SecondFactor): Promise<SignInReply>;
  /** Writes renewed tokens into the storage of the exchange. */
  refresh(refreshToken: string): Promise<void>;
  confirmSignUp(code: string): Promise<void>;
  resendConfirmationCode(): Promise<void>;
  forgotPassword(): Promise<void>;
  confirmPassword(code: string, newPassword: string): Promise<void>;
}

/** A listener with an access token, which is neither checked nor renewed here. Each method rejects with the error of the service. */
export interface SignedInUser {
  /** Returns the response of GetUser. */
  details(): Promise<unknown>;
  /** Returns the response of UpdateUserAttributes. */
  updateAttributes(attributes: Attributes): Promise<unknown>;
  deleteAttributes(names: readonly string[]): Promise<void>;
  sendCode(contact: Contact): Promise<void>;
  verify(contact: Contact, code: string): Promise<void>;
  changePassword(password: string, newPassword: string): Promise<void>;
  newAuthenticator(): Promise<{ readonly secret: string }>;
  confirmAuthenticator(code: string, deviceName: string): Promise<void>;
  setSecondFactors(changes: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Promise<void>;
  /** Returns the response of ListDevices. */
  devices(limit: number, after: string | null): Promise<unknown>;
  setDeviceRemembered(key: string, isRemembered: boolean): Promise<void>;
  forgetDevice(key: string): Promise<void>;
  /** Makes a call of the pool's API that the library of the vendor does not have. Returns its response. */
  send(operation: string, parameters?: object): Promise<unknown>;
  deleteAccount(): Promise<void>;
  signOutEverywhere(): Promise<void>;
}

/** One exchange with the pool, with its own storage. */
export interface PoolExchange {
  user(username: string): PoolUser;
  signedIn(accessToken: string): SignedInUser;
  signUp(account: {
    readonly email: string;
    readonly password: string;
    readonly firstName: string;
  }): Promise<{ readonly isConfirmed: boolean }>;
  /** Revokes the refresh token in the storage, with retries (SES-42). */
  revoke(clock: Clock): Promise<void>;
}

/** @param signal when it aborts, the exchange sends no further request */
export type OpenExchange = (
  config: CognitoConfig,
  storage: ScratchStorage,
  signal?: AbortSignal,
) => PoolExchange;

/** Opens exchanges with the pool. The code of the client is loaded when it is first needed. */
export interface PoolClient {
  readonly config: CognitoConfig;
  /**
   * Starts an exchange. Rejects if the code cannot be loaded; a later call tries again.
   *
   * @param signal when it aborts, the exchange sends no further request
   */
  exchange(storage: ScratchStorage, signal?: AbortSignal): Promise<PoolExchange>;
  /** Starts loading the code before its first use. */
  prepare(): void;
  /** Imports a lazy part of this adapter. Rejects if it cannot be loaded. */
  code<Part>(importPart: () => Promise<Part>): Promise<Part>;
}

/** The service's names of the second factors. */
export const WIRE_FACTOR: Readonly<Record<SecondFactor, string>> = {
  sms: 'SMS_MFA',
  authenticator: 'SOFTWARE_TOKEN_MFA',
};

export const endpointOf = ({ endpoint, region }: CognitoConfig): string =>
  endpoint ?? `https://cognito-idp.${region}.amazonaws.com/`;

/** The service's form of a change of a second factor. Null leaves it as it is. */
export const settingsOf = (change: FactorChange | undefined) =>
  change === undefined ? null : { Enabled: change.isOn, PreferredMfa: change.isPreferred };

/** The service's form of a listener's details. */
export const wireAttributes = (attributes: Attributes): { Name: string; Value: string }[] =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
