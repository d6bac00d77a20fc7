import type { AccountFailure } from '../../ports/account.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import { MESSAGES } from '../messages.ts';

/** The failure that the account page shows when the provider did not save a change. */
export const saveFailure = ({ kind }: ApiFailure): AccountFailure => {
  switch (kind) {
    case 'no-session':
    case 'unauthorized':
      return { kind: 'no-session', message: MESSAGES.notAuthenticated };
    case 'unreachable':
    case 'timeout':
      return { kind: 'unreachable', message: MESSAGES.saveFailed };
    default:
      return { kind: 'unknown', message: MESSAGES.saveFailed };
  }
};
