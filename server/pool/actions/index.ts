import type { Action } from './action.ts';
import { associateSoftwareToken, setUserMfaPreference, setUserSettings, verifySoftwareToken } from './mfa.ts';
import { changePassword, confirmForgotPassword, forgotPassword } from './passwords.ts';
import { confirmDevice, forgetDevice, getDevice, listDevices, updateDeviceStatus } from './devices.ts';
import { confirmSignUp, resendConfirmationCode, signUp } from './sign-up.ts';
import {
  deleteUser,
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from './user.ts';
import { globalSignOut, initiateAuth, respondToAuthChallenge, revokeToken } from './session.ts';

/** The 25 actions of the sign-in service, by the name in `X-Amz-Target`. */
export const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    AssociateSoftwareToken: associateSoftwareToken,
    ChangePassword: changePassword,
    ConfirmDevice: confirmDevice,
    ConfirmForgotPassword: confirmForgotPassword,
    ConfirmSignUp: confirmSignUp,
    DeleteUser: deleteUser,
    DeleteUserAttributes: deleteUserAttributes,
    ForgetDevice: forgetDevice,
    ForgotPassword: forgotPassword,
    GetDevice: getDevice,
    GetUser: getUser,
    GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
    GlobalSignOut: globalSignOut,
    InitiateAuth: initiateAuth,
    ListDevices: listDevices,
    ResendConfirmationCode: resendConfirmationCode,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: revokeToken,
    SetUserMFAPreference: setUserMfaPreference,
    SetUserSettings: setUserSettings,
    SignUp: signUp,
    UpdateDeviceStatus: updateDeviceStatus,
    UpdateUserAttributes: updateUserAttributes,
    VerifySoftwareToken: verifySoftwareToken,
    VerifyUserAttribute: verifyUserAttribute,
  }),
);
