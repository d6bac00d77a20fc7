import { message } from '../../domain/message.ts';
import { NETWORK_ERROR, NOT_AUTHENTICATED } from './early-messages.ts';

/**
 * Messages for the listener about signing in. If the service sends a sentence of its own, that sentence is shown
 * instead.
 */
export const MESSAGES = {
  // Empty fields (SES-10).
  emptyUsername: message('Username cannot be empty'),
  emptyPassword: message('Password cannot be empty'),
  emptyCode: message('Confirmation code cannot be empty'),
  emptyChallengeResponse: message('Challenge response cannot be empty'),
  emptyEmail: message('Email cannot be empty'),
  emptyPhoneNumber: message('Phone number cannot be empty'),
  invalidMfaType: message('Invalid MFA type'),
  noMfaMethod: message('No valid MFA method provided'),
  // Session and account.
  userNotAuthenticated: message('User is not authenticated'),
  noNewSession: message('Cannot retrieve a new session. Please authenticate.'),
  idTokenMissing: message('Local storage is missing an ID Token, Please authenticate'),
  networkError: NETWORK_ERROR,
  devicesNotTracked: message('Device tracking has not been configured in this User Pool'),
  autoSignInFailed: message('Please use your credentials to sign in'),
  errorCreatingAccount: message('Error creating account'),
  authenticationError: message('Authentication Error'),
  theUserIsNotAuthenticated: NOT_AUTHENTICATED,
  signOutTimeout: message('Signout timeout fail'),
  // Hosted login.
  invalidState: message('Invalid state in OAuth flow'),
  // Others.
  emptyAttribute: message('Please fill this in.'),
  busy: message('A sign-in is already under way'),
  notAnEmail: message('Please enter a valid email address.'),
  detailsNotPermitted: message('This session may not see what the sign-in service holds about you.'),
  wrongResponse: message('That answer is not right. Please try again.'),
  insecureContext: message(
    'This page cannot sign you in, because its connection is not secure. Please open it with https.',
  ),
  noChallenge: message('This step has expired. Please sign in again.'),
} as const;
