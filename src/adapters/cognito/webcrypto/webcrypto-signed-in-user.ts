import * as v from 'valibot';
import type { Attributes, FactorChange, SecondFactor } from '../../../domain/sign-in.ts';
import type { Contact } from '../../../ports/account.ts';
import { settingsOf, type SignedInUser, wireAttributes } from '../pool-client.ts';
import type { Call } from './pool-calls.ts';

const secret = v.object({ SecretCode: v.pipe(v.string(), v.nonEmpty()) });

/** A listener with an access token, on `fetch`. */
export class WebcryptoSignedInUser implements SignedInUser {
  constructor(
    private readonly call: Call,
    private readonly accessToken: string,
  ) {}

  async details(): Promise<unknown> {
    return this.send('GetUser');
  }

  async updateAttributes(attributes: Attributes): Promise<unknown> {
    return this.send('UpdateUserAttributes', { UserAttributes: wireAttributes(attributes) });
  }

  async deleteAttributes(names: readonly string[]): Promise<void> {
    await this.send('DeleteUserAttributes', { UserAttributeNames: names });
  }

  async sendCode(contact: Contact): Promise<void> {
    await this.send('GetUserAttributeVerificationCode', { AttributeName: contact });
  }

  async verify(contact: Contact, code: string): Promise<void> {
    await this.send('VerifyUserAttribute', { AttributeName: contact, Code: code });
  }

  async changePassword(password: string, newPassword: string): Promise<void> {
    await this.send('ChangePassword', { PreviousPassword: password, ProposedPassword: newPassword });
  }

  async newAuthenticator(): Promise<{ readonly secret: string }> {
    const { SecretCode } = v.parse(secret, await this.send('AssociateSoftwareToken'));
    return { secret: SecretCode };
  }

  async confirmAuthenticator(code: string, deviceName: string): Promise<void> {
    await this.send('VerifySoftwareToken', { UserCode: code, FriendlyDeviceName: deviceName });
  }

  async setSecondFactors({
    sms,
    authenticator,
  }: Readonly<Partial<Record<SecondFactor, FactorChange>>>): Promise<void> {
    await this.send('SetUserMFAPreference', {
      SMSMfaSettings: settingsOf(sms),
      SoftwareTokenMfaSettings: settingsOf(authenticator),
    });
  }

  async devices(limit: number, after: string | null): Promise<unknown> {
    return this.send('ListDevices', { Limit: limit, ...(after !== null && { PaginationToken: after }) });
  }

  async setDeviceRemembered(key: string, isRemembered: boolean): Promise<void> {
    const status = isRemembered ? 'remembered' : 'not_remembered';
    await this.send('UpdateDeviceStatus', { DeviceKey: key, DeviceRememberedStatus: status });
  }

  async forgetDevice(key: string): Promise<void> {
    await this.send('ForgetDevice', { DeviceKey: key });
  }

  async deleteAccount(): Promise<void> {
    await this.send('DeleteUser');
  }

  async signOutEverywhere(): Promise<void> {
    await this.send('GlobalSignOut');
  }

  async send(operation: string, parameters: object = {}): Promise<unknown> {
    return this.call(operation, { AccessToken: this.accessToken, ...parameters });
  }
}
