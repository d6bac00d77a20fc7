import { message } from '../../domain/message.ts';
import { OLD_SIGN_IN } from './old-sign-in.ts';

/**
 * What the service says to listeners, for the catalogues: a screen shows its sentence by `t`. One that is not here is shown in
 * English.
 */
export const SERVICE_MESSAGES: readonly string[] = [
  ...OLD_SIGN_IN,
  // Signing in.
  message('Incorrect username or password.'),
  message('User is not confirmed.'),
  message('Password attempts exceeded'),
  message('Attempt limit exceeded, please try after some time.'),
  message('Rate exceeded'),
  message('Invalid Refresh Token'),
  message('Invalid session for the user, session is expired.'),
  // Codes.
  message('Invalid verification code provided, please try again.'),
  message('Invalid code provided, please request a code again.'),
  message('Invalid code received for user'),
  message('Code mismatch'),
  message('Your software token has already been used once.'),
  // A new account, and its details.
  message('User already exists'),
  message('An account with the given email already exists.'),
  message('Username should be an email.'),
  message('Invalid email address format.'),
  message('Invalid phone number format.'),
  // What a password must have, as `policySaid` says it.
  message('Password must have at least 8 characters.'),
  message('Password is too common.'),
  message('Password not long enough.'),
  message('Password must have uppercase characters.'),
  message('Password must have lowercase characters.'),
  message('Password must have numeric characters.'),
  message('Password must have symbol characters.'),
  // Two-step sign-in, browsers and passkeys.
  message('User does not have delivery config set to turn on SMS_MFA'),
  message('User has not verified software token mfa'),
  message('Device does not exist.'),
  message('You have no such passkey.'),
  message('There are no passkeys at this address.'),
  message('This passkey was made for another site.'),
  message('This passkey does not check who uses it, by a PIN, a finger or a face. Please use another one.'),
  message('This passkey is in use already.'),
  message('This took too long, or was sent already. Please try again.'),
];
