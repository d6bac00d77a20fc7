import {
  AuthenticationDetails,
  CognitoRefreshToken,
  type CognitoUser,
  type IAuthenticationCallback,
} from 'amazon-cognito-identity-js';
import type { Attributes, SecondFactor } from '../../../domain/sign-in.ts';
import { type PoolUser, type SignInReply, WIRE_FACTOR } from '../pool-client.ts';
import { askedBy, type Asked, newPasswordAsked } from '../sign-in/challenges.ts';

type Callbacks = Required<IAuthenticationCallback>;
type Reply = { readonly kind: 'signed-in' } | Asked;

/** A listener without a session, through the vendor's library. */
export class VendorUser implements PoolUser {
  constructor(
    private readonly user: CognitoUser,
    private readonly username: string,
  ) {}

  async signIn(password: string): Promise<SignInReply> {
    const details = new AuthenticationDetails({ Username: this.username, Password: password });
    return this.reply((callbacks) => this.user.authenticateUser(details, callbacks));
  }

  async respondWithNewPassword(password: string, attributes: Attributes): Promise<SignInReply> {
    return this.reply((callbacks) => this.user.completeNewPasswordChallenge(password, attributes, callbacks));
  }

  async respondWithCode(code: string, factor: SecondFactor): Promise<SignInReply> {
    return this.reply((callbacks) => this.user.sendMFACode(code, callbacks, WIRE_FACTOR[factor]));
  }

  async confirmAuthenticatorSetup(code: string, deviceName: string): Promise<SignInReply> {
    return this.reply((callbacks) => this.user.verifySoftwareToken(code, deviceName, callbacks));
  }

  async respondToCustom(response: string): Promise<SignInReply> {
    return this.reply((callbacks) => this.user.sendCustomChallengeAnswer(response, callbacks));
  }

  async chooseFactor(factor: SecondFactor): Promise<SignInReply> {
    return this.reply((callbacks) => this.user.sendMFASelectionAnswer(WIRE_FACTOR[factor], callbacks));
  }

  async refresh(refreshToken: string): Promise<void> {
    const token = new CognitoRefreshToken({ RefreshToken: refreshToken });
    return done((end) => this.user.refreshSession(token, end));
  }

  async confirmSignUp(code: string): Promise<void> {
    // True: the address becomes an alias of the account (SES-53).
    return done((end) => this.user.confirmRegistration(code, true, end));
  }

  async resendConfirmationCode(): Promise<void> {
    return done((end) => this.user.resendConfirmationCode(end));
  }

  async forgotPassword(): Promise<void> {
    return done((end) => this.user.forgotPassword(both(end)));
  }

  async confirmPassword(code: string, newPassword: string): Promise<void> {
    return done((end) => this.user.confirmPassword(code, newPassword, both(end)));
  }

  /** Sends one step. For the set-up of an authenticator app, also requests its secret. */
  private async reply(send: (callbacks: Callbacks) => void): Promise<SignInReply> {
    const reply = await new Promise<Reply>((resolve, reject) => send(callbacksFor(resolve, reject)));
    if (reply.kind !== 'asks-for-setup') return reply;
    return { kind: 'asks', challenge: { kind: 'authenticator-setup', ...(await newSecret(this.user)) } };
  }
}

/** Requests the secret of a new authenticator app. */
export const newSecret = async (user: CognitoUser): Promise<{ readonly secret: string }> =>
  new Promise((resolve, reject) => {
    user.associateSoftwareToken({
      associateSecretCode: (secret) => resolve({ secret }),
      onFailure: reject,
    });
  });

/** Ends with the first value of one callback: an error, or nothing. */
export const done = async (send: (end: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the library's own error, read by `vendor-errors.ts`
    send((error) => (error === null || error === undefined ? resolve() : reject(error)));
  });

/** The library's two callbacks for calls without a result. */
export const both = (end: (error?: unknown) => void) => ({ onSuccess: () => end(), onFailure: end });

/** Returns every callback of the library, because the library throws if one is missing. */
const callbacksFor = (reply: (reply: Reply) => void, refuse: (error: unknown) => void): Callbacks => {
  const asks = (name: string, parameters: unknown) =>
    reply(askedBy(name, parameters) ?? { kind: 'asks-for-unknown-factor' });
  return {
    onSuccess: () => reply({ kind: 'signed-in' }),
    onFailure: refuse,
    newPasswordRequired: (stored: unknown, required: unknown) => reply(newPasswordAsked(stored, required)),
    mfaRequired: (_name, parameters: unknown) => asks('SMS_MFA', parameters),
    totpRequired: (_name, parameters: unknown) => asks('SOFTWARE_TOKEN_MFA', parameters),
    mfaSetup: (_name, parameters: unknown) => asks('MFA_SETUP', parameters),
    selectMFAType: (_name, parameters: unknown) => asks('SELECT_MFA_TYPE', parameters),
    customChallenge: (parameters: unknown) => asks('CUSTOM_CHALLENGE', parameters),
  };
};
