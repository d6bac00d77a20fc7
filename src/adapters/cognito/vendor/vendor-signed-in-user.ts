import type { CognitoUser } from 'amazon-cognito-identity-js';
import type { Attributes, FactorChange, SecondFactor } from '../../../domain/sign-in.ts';
import type { Contact } from '../../../ports/account.ts';
import { settingsOf, type SignedInUser, wireAttributes } from '../pool-client.ts';
import * as v from 'valibot';
import { both, done, newSecret } from './vendor-user.ts';

type Requester = {
  request(operation: string, parameters: object, end: (error: unknown, response: unknown) => void): void;
};
const requester = v.custom<Requester>(
  (value) => typeof value === 'object' && value !== null && 'request' in value,
);

/** A listener with an access token, through the vendor's library. */
export class VendorSignedInUser implements SignedInUser {
  constructor(private readonly user: CognitoUser) {}

  async details(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.user.getUserData((error, data) => (error ? reject(error) : resolve(data)));
    });
  }

  async updateAttributes(attributes: Attributes): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.user.updateAttributes(wireAttributes(attributes), (error, _, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  }

  async deleteAttributes(names: readonly string[]): Promise<void> {
    return done((end) => this.user.deleteAttributes([...names], end));
  }

  async sendCode(contact: Contact): Promise<void> {
    return done((end) => this.user.getAttributeVerificationCode(contact, both(end)));
  }

  async verify(contact: Contact, code: string): Promise<void> {
    return done((end) => this.user.verifyAttribute(contact, code, both(end)));
  }

  async changePassword(password: string, newPassword: string): Promise<void> {
    return done((end) => this.user.changePassword(password, newPassword, end));
  }

  async newAuthenticator(): Promise<{ readonly secret: string }> {
    return newSecret(this.user);
  }

  async confirmAuthenticator(code: string, deviceName: string): Promise<void> {
    return done((end) => this.user.verifySoftwareToken(code, deviceName, both(end)));
  }

  async setSecondFactors({
    sms,
    authenticator,
  }: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Promise<void> {
    return done((end) => this.user.setUserMfaPreference(settingsOf(sms), settingsOf(authenticator), end));
  }

  async devices(limit: number, after: string | null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.user.listDevices(limit, after, { onSuccess: resolve, onFailure: reject });
    });
  }

  async setDeviceRemembered(key: string, isRemembered: boolean): Promise<void> {
    // The library can only change the status of the current device. It reads the device's key from this field.
    Object.assign(this.user, { deviceKey: key });
    return done((end) =>
      isRemembered
        ? this.user.setDeviceStatusRemembered(both(end))
        : this.user.setDeviceStatusNotRemembered(both(end)),
    );
  }

  async forgetDevice(key: string): Promise<void> {
    return done((end) => this.user.forgetSpecificDevice(key, both(end)));
  }

  async deleteAccount(): Promise<void> {
    return done((end) => this.user.deleteUser(end));
  }

  async signOutEverywhere(): Promise<void> {
    return done((end) => this.user.globalSignOut(both(end)));
  }

  async send(operation: string, parameters: object = {}): Promise<unknown> {
    const AccessToken = this.user.getSignInUserSession()?.getAccessToken().getJwtToken();
    // The library makes its own calls by this method, which its types leave out.
    const client = v.parse(requester, Reflect.get(this.user, 'client'));
    return new Promise((resolve, reject) => {
      client.request(operation, { AccessToken, ...parameters }, (error, response) => {
        if (!error) resolve(response);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the library's own error, read by `vendor-errors.ts`
        else reject(error);
      });
    });
  }
}
