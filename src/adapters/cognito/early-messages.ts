import { message } from '../../domain/message.ts';

// Messages that are needed before the sign-in code is loaded.
export const NETWORK_ERROR = message('Network Error');
export const NOT_AUTHENTICATED = message('The user is not authenticated');
