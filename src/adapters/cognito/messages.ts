import { NETWORK_ERROR, NOT_AUTHENTICATED } from './early-messages.ts';

/**
 * Messages for the listener about signing in. If the service sends a sentence of its own, that sentence is shown
 * instead.
 */
export const MESSAGES = {
  // Empty fields (SES-10).
  emptyUsername: 'Username cannot be empty',
  emptyPassword: 'Password cannot be empty',
  emptyCode: 'Confirmation code cannot be empty',
  emptyChallengeResponse: 'Challenge response cannot be empty',
  emptyEmail: 'Email cannot be empty',
  emptyPhoneNumber: 'Phone number cannot be empty',
  invalidMfaType: 'Invalid MFA type',
  noMfaMethod: 'No valid MFA method provided',
  // Session and account.
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
  // Hosted login.
  invalidState: 'Invalid state in OAuth flow',
  // Others.
  emptyAttribute: 'Please fill this in.',
  busy: 'A sign-in is already under way',
  notAnEmail: 'Please enter a valid email address.',
  detailsNotPermitted: 'This session may not see what the sign-in service holds about you.',
  wrongResponse: 'That answer is not right. Please try again.',
  insecureContext:
    'This page cannot sign you in, because its connection is not secure. Please open it with https.',
  noChallenge: 'This step has expired. Please sign in again.',
} as const;
