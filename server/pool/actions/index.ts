import type { Action } from './action.ts';
import { associateSoftwareToken } from './mfa/associate-software-token.ts';
import { changePassword } from './account/change-password.ts';
import { confirmDevice } from './devices/confirm-device.ts';
import { confirmForgotPassword } from './account/confirm-forgot-password.ts';
import { confirmSignUp } from './account/confirm-sign-up.ts';
import { deleteUser } from './account/delete-user.ts';
import { deleteUserAttributes } from './account/delete-user-attributes.ts';
import { forgetDevice } from './devices/forget-device.ts';
import { forgotPassword } from './account/forgot-password.ts';
import { getDevice } from './devices/get-device.ts';
import { getUser } from './account/get-user.ts';
import { getUserAttributeVerificationCode } from './account/get-user-attribute-verification-code.ts';
import { globalSignOut } from './session/global-sign-out.ts';
import { initiateAuth } from './session/initiate-auth.ts';
import { listDevices } from './devices/list-devices.ts';
import { resendConfirmationCode } from './account/resend-confirmation-code.ts';
import { respondToAuthChallenge } from './session/respond-to-auth-challenge.ts';
import { revokeToken } from './session/revoke-token.ts';
import { setUserMfaPreference } from './mfa/set-user-mfa-preference.ts';
import { setUserSettings } from './mfa/set-user-settings.ts';
import { signUp } from './account/sign-up.ts';
import { updateDeviceStatus } from './devices/update-device-status.ts';
import { updateUserAttributes } from './account/update-user-attributes.ts';
import { verifySoftwareToken } from './mfa/verify-software-token.ts';
import { verifyUserAttribute } from './account/verify-user-attribute.ts';

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
