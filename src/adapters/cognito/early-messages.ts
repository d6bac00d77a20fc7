// Messages that are needed before the sign-in code is loaded.
export const NETWORK_ERROR = 'Network Error';
export const NOT_AUTHENTICATED = 'The user is not authenticated';
