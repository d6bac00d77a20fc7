import type { ServicesOf } from '../service-table.ts';
import { AccountState } from './account-state.ts';
import { AccountDetails } from './account-details.ts';
import { AccountSecurity } from './account-security.ts';
import { OwnSessions } from './own-sessions.ts';
import { OwnSessionsState } from './own-sessions-state.ts';
import { AccountDeletion } from './account-deletion.ts';
import { Passkeys } from './passkeys.ts';
import { PasskeysState } from './passkeys-state.ts';

/** What the account page may use. The code loads with that page. */
export const accountServices = {
  state: AccountState,
  accountDetails: AccountDetails,
  accountSecurity: AccountSecurity,
  accountDeletion: AccountDeletion,
  ownSessions: OwnSessions,
  ownSessionsState: OwnSessionsState,
  passkeys: Passkeys,
  passkeysState: PasskeysState,
};

export type AccountServices = ServicesOf<typeof accountServices>;
