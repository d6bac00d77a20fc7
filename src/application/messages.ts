/** The texts that the listener sees when something fails. */
export const MESSAGES = {
  browseFailed: 'There was a problem retrieving the catalog. Please refresh the page and try again.',
  playFailed: 'Sorry, the audio could not be played.',
  loadFailed: 'The audio could not be loaded',
  listFailed: 'This list could not be loaded. Please try again.',
  pageFailed: 'This page could not be loaded. Please try again.',
  itemNotFound: 'This title is no longer in the catalog.',
  notFound: 'There is nothing here any more.',
  saveFailed: 'Your change could not be saved. Please try again.',
  unreachable: 'You seem to be offline. Trying again as soon as the connection is back.',
  emailEmpty: 'Email cannot be empty',
  nameEmpty: 'Name cannot be empty',
  notAuthenticated: 'User is not authenticated',
  membershipUnknown: 'Your membership could not be checked. Please try again.',
  startAgain: 'Please start again.',
  codeNotSent: 'The code could not be sent. Please try again.',
  notKept: 'This browser cannot keep anything more: what you do here is forgotten when you leave.',
} as const;
