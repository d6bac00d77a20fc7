import { createContext, useContext } from 'react';
import type { ChangeContact } from '../../../application/account/change-contact.ts';
import type { ChangeName } from '../../../application/account/change-name.ts';
import type { ChangePassword } from '../../../application/account/change-password.ts';
import type { DeleteAccount } from '../../../application/account/delete-account.ts';
import type { ForgetDevice } from '../../../application/account/forget-device.ts';
import type { ListDevices } from '../../../application/account/list-devices.ts';
import type { LoadAccountDetails } from '../../../application/account/load-account-details.ts';
import type { ManageSubscription } from '../../../application/entitlement/manage-subscription.ts';
import type { RememberDevice } from '../../../application/account/remember-device.ts';
import type { RemovePhoneNumber } from '../../../application/account/remove-phone-number.ts';
import type { SetSecondFactor } from '../../../application/account/set-second-factor.ts';
import type { SetUpAuthenticator } from '../../../application/account/set-up-authenticator.ts';
import type { SignOutEverywhere } from '../../../application/account/sign-out-everywhere.ts';
import type { AccountState } from '../../../application/account/account-state.ts';

/** What the account page works with: fetched with the page, which few visits open. */
export type AccountServices = {
  readonly state: AccountState;
  readonly loadDetails: LoadAccountDetails;
  readonly changeName: ChangeName;
  readonly changeContact: ChangeContact;
  readonly removePhoneNumber: RemovePhoneNumber;
  readonly changePassword: ChangePassword;
  readonly setUpAuthenticator: SetUpAuthenticator;
  readonly setSecondFactor: SetSecondFactor;
  readonly listDevices: ListDevices;
  readonly rememberDevice: RememberDevice;
  readonly forgetDevice: ForgetDevice;
  readonly manageSubscription: ManageSubscription;
  readonly signOutEverywhere: SignOutEverywhere;
  readonly deleteAccount: DeleteAccount;
};

const AccountContext = createContext<AccountServices | null>(null);

export const AccountProvider = AccountContext.Provider;

/** The account page's services; only to be called below `AccountProvider`. */
export function useAccount(): AccountServices {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('No account services: a section was rendered outside the page');
  return account;
}
