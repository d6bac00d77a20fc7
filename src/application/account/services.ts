import type { ServicesOf } from '../service-table.ts';
import { AccountState } from './account-state.ts';
import { LoadAccountDetails } from './load-account-details.ts';
import { ChangeName } from './change-name.ts';
import { ChangeContact } from './change-contact.ts';
import { RemovePhoneNumber } from './remove-phone-number.ts';
import { ChangePassword } from './change-password.ts';
import { SetUpAuthenticator } from './set-up-authenticator.ts';
import { SetSecondFactor } from './set-second-factor.ts';
import { ListDevices } from './list-devices.ts';
import { RememberDevice } from './remember-device.ts';
import { ForgetDevice } from './forget-device.ts';
import { ManageSubscription } from '../entitlement/manage-subscription.ts';
import { SignOutEverywhere } from './sign-out-everywhere.ts';
import { DownloadData } from './download-data.ts';
import { DeleteAccount } from './delete-account.ts';

/** What the account page may use. The code loads with that page. */
export const accountServices = {
  state: AccountState,
  loadDetails: LoadAccountDetails,
  changeName: ChangeName,
  changeContact: ChangeContact,
  removePhoneNumber: RemovePhoneNumber,
  changePassword: ChangePassword,
  setUpAuthenticator: SetUpAuthenticator,
  setSecondFactor: SetSecondFactor,
  listDevices: ListDevices,
  rememberDevice: RememberDevice,
  forgetDevice: ForgetDevice,
  manageSubscription: ManageSubscription,
  signOutEverywhere: SignOutEverywhere,
  downloadData: DownloadData,
  deleteAccount: DeleteAccount,
};

export type AccountServices = ServicesOf<typeof accountServices>;
