import { NETWORK_ERROR, NOT_AUTHENTICATED } from './session/session-messages.ts';

/**
 * What a listener is told about signing in. The texts of sections 5 and 8 stand here exactly; the
 * service's own sentences are passed on where it sends one.
 */
export const MESSAGES = {
  // Section 5, fields that were left empty.
  emptyUsername: 'Username cannot be empty',
  emptyPassword: 'Password cannot be empty',
  emptyCode: 'Confirmation code cannot be empty',
  emptyChallengeResponse: 'Challenge response cannot be empty',
  emptyEmail: 'Email cannot be empty',
  emptyPhoneNumber: 'Phone number cannot be empty',
  invalidMfaType: 'Invalid MFA type',
  noMfaMethod: 'No valid MFA method provided',
  // Section 8, sign-in service.
  userNotAuthenticated: 'User is not authenticated',
  noNewSession: 'Cannot retrieve a new session. Please authenticate.',
  idTokenMissing: 'Local storage is missing an ID Token, Please authenticate',
  networkError: NETWORK_ERROR,
  devicesNotTracked: 'Device tracking has not been configured in this User Pool',
  autoSignInFailed: 'Please use your credentials to sign in',
  errorCreatingAccount: 'Error creating account',
  authenticationError: 'Authentication Error',
  theUserIsNotAuthenticated: NOT_AUTHENTICATED,
  signOutTimeout: 'Signout timeout fail',
  // Section 5, hosted login.
  invalidState: 'Invalid state in OAuth flow',
  // Situations that neither section words.
  emptyAttribute: 'Please fill this in.',
  busy: 'A sign-in is already under way',
  notAnEmail: 'Please enter a valid email address.',
  detailsNotPermitted: 'This session may not see what the sign-in service holds about you.',
  wrongResponse: 'That answer is not right. Please try again.',
  noChallenge: 'This step has expired. Please sign in again.',
} as const;
