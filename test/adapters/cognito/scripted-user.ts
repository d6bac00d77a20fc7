import {
  CognitoUser,
  type IAuthenticationCallback,
  type ICognitoStorage,
  type ICognitoUserData,
} from 'amazon-cognito-identity-js';
import type { KeyValueStore } from '../../../src/ports/platform.ts';

export type ScriptedChallenge =
  | 'NEW_PASSWORD_REQUIRED'
  | 'SMS_MFA'
  | 'SOFTWARE_TOKEN_MFA'
  | 'MFA_SETUP'
  | 'SELECT_MFA_TYPE'
  | 'CUSTOM_CHALLENGE';

export const RIGHT = 'right';

type Callbacks = Partial<IAuthenticationCallback> & Pick<IAuthenticationCallback, 'onFailure'>;

/** The challenges of the next sign-in, and the state of the service. */
export type Script = {
  challenges: readonly ScriptedChallenge[];
  isReachable: boolean;
  /** True if the service has forgotten every pending sign-in. */
  isForgetful: boolean;
};

const coded = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** The vendor's user with a service that follows a script, without SRP. `right` is the right response to everything. */
export class ScriptedUser extends CognitoUser {
  private left: readonly ScriptedChallenge[] = [];
  private readonly tokens: ICognitoStorage;

  constructor(
    data: ICognitoUserData & { readonly Storage: ICognitoStorage },
    private readonly script: Script,
  ) {
    super(data);
    this.tokens = data.Storage;
  }

  override authenticateUser(details: { getPassword(): string }, callbacks: Callbacks): void {
    this.left = this.script.challenges;
    this.reply(details.getPassword(), callbacks);
  }

  override completeNewPasswordChallenge(password: string, _attributes: unknown, callbacks: Callbacks): void {
    this.reply(password, callbacks);
  }

  override sendMFACode(code: string, callbacks: Callbacks): void {
    this.reply(code, callbacks);
  }

  override sendCustomChallengeAnswer(response: unknown, callbacks: Callbacks): void {
    const isWrong = response !== RIGHT && this.script.isReachable && !this.script.isForgetful;
    // The service has no error for a wrong response. It asks again.
    if (isWrong) queueMicrotask(() => callbacks.customChallenge?.({}));
    else this.reply(String(response), callbacks);
  }

  override verifySoftwareToken(code: string, _name: string, callbacks: Callbacks): void {
    this.reply(code, callbacks);
  }

  override associateSoftwareToken(callbacks: {
    associateSecretCode: (secret: string) => void;
    onFailure: (error: unknown) => void;
  }): void {
    callbacks.associateSecretCode('JBSWY3DPEHPK3PXP');
  }

  override sendMFASelectionAnswer(factor: string, callbacks: Callbacks): void {
    this.left = [factor === 'SMS_MFA' ? 'SMS_MFA' : 'SOFTWARE_TOKEN_MFA', ...this.left];
    this.reply(RIGHT, callbacks, () => {
      this.left = this.left.slice(1);
    });
  }

  private reply(given: string, callbacks: Callbacks, undo: () => void = () => undefined): void {
    queueMicrotask(() => {
      const { isReachable, isForgetful } = this.script;
      const refuse = (error: Error) => {
        undo();
        callbacks.onFailure(error);
      };
      if (!isReachable) return refuse(coded('NetworkError', 'Network error'));
      if (isForgetful) return refuse(coded('NotAuthorizedException', 'Invalid session for the user.'));
      if (given !== RIGHT) return refuse(coded('CodeMismatchException', 'Not right.'));
      const [next, ...left] = this.left;
      this.left = left;
      return next === undefined ? this.letIn(callbacks) : ask(next, callbacks);
    });
  }

  private letIn(callbacks: Callbacks): void {
    this.tokens.setItem('token', 'token');
    Reflect.apply(callbacks.onSuccess ?? (() => undefined), undefined, []);
  }
}

const ask = (challenge: ScriptedChallenge, callbacks: Callbacks): void => {
  switch (challenge) {
    case 'NEW_PASSWORD_REQUIRED':
      return callbacks.newPasswordRequired?.({}, []);
    case 'SMS_MFA':
      return callbacks.mfaRequired?.(challenge, {});
    case 'SOFTWARE_TOKEN_MFA':
      return callbacks.totpRequired?.(challenge, {});
    case 'MFA_SETUP':
      return callbacks.mfaSetup?.(challenge, {});
    case 'SELECT_MFA_TYPE':
      return callbacks.selectMFAType?.(challenge, {
        MFAS_CAN_CHOOSE: JSON.stringify(['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'A_NEW_KIND']),
      });
    case 'CUSTOM_CHALLENGE':
      return callbacks.customChallenge?.({});
  }
};

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
