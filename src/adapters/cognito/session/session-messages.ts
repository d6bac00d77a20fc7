// Section 8, sign-in service: what may have to be said before anything else of it is here.
export const NETWORK_ERROR = 'Network Error';
export const NOT_AUTHENTICATED = 'The user is not authenticated';
