import { failed } from '../../src/domain/result.ts';
import type { AccountApi, AccountFailure } from '../../src/ports/account.ts';
import type { AuthFailure, Registration } from '../../src/ports/auth.ts';

// Accounts are made and changed on the pages of the OpenID provider. Here each of these calls says so.

const MESSAGE = 'Please do this on the page of your provider.';

const notHere = async () => failed<AccountFailure>({ kind: 'not-configured', message: MESSAGE });
const refused = async () => failed<AuthFailure>({ kind: 'refused', message: MESSAGE });

/** The account page without the sign-in service's part. Name, plan and purchases are the product API's. */
export const ACCOUNT_ELSEWHERE: AccountApi = {
  details: notHere,
  updateAttributes: notHere,
  sendCode: notHere,
  verify: notHere,
  removePhoneNumber: notHere,
  changePassword: notHere,
  newAuthenticator: notHere,
  confirmAuthenticator: notHere,
  setSecondFactors: notHere,
  devices: notHere,
  setDeviceRemembered: notHere,
  forgetDevice: notHere,
  passkeys: notHere,
  addPasskey: notHere,
  renamePasskey: notHere,
  removePasskey: notHere,
  deleteAccount: notHere,
};

/** Creating accounts and resetting passwords. */
export const REGISTRATION_ELSEWHERE: Registration = {
  signUp: refused,
  confirmSignUp: refused,
  resendConfirmationCode: refused,
  resendResetCode: refused,
  resetPassword: refused,
};
