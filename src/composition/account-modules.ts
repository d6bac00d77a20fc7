import { ContainerModule, type Container } from 'inversify';
import { CognitoAccount } from '../adapters/cognito/cognito-account.ts';
import { ChangeContact } from '../application/account/change-contact.ts';
import { ChangeName } from '../application/account/change-name.ts';
import { ChangePassword } from '../application/account/change-password.ts';
import { DeleteAccount } from '../application/account/delete-account.ts';
import { EndSession } from '../application/session/end-session.ts';
import { HostedSignOut } from '../application/session/hosted-sign-out.ts';
import { ForgetDevice } from '../application/account/forget-device.ts';
import { ListDevices } from '../application/account/list-devices.ts';
import { LoadAccountDetails } from '../application/account/load-account-details.ts';
import { ManageSubscription } from '../application/entitlement/manage-subscription.ts';
import { RememberDevice } from '../application/account/remember-device.ts';
import { RemovePhoneNumber } from '../application/account/remove-phone-number.ts';
import { ReportPlayback } from '../application/progress/report-playback.ts';
import { SetSecondFactor } from '../application/account/set-second-factor.ts';
import { SetUpAuthenticator } from '../application/account/set-up-authenticator.ts';
import { SignOutEverywhere } from '../application/account/sign-out-everywhere.ts';
import { AccountState } from '../application/account/account-state.ts';
import { UserState } from '../application/session/user-state.ts';
import type { AccountServices } from '../ui/screens/account/account-services.ts';
import { SHARED } from './adapters-module.ts';
import { construct } from './construct.ts';
import { observed } from './observed.ts';
import { TOKENS } from './tokens.ts';

/** What only the account page needs, fetched with it. */
const accountAdapterModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.account)
    .toResolvedValue(
      (auth, pool, clock) => new CognitoAccount(auth, pool, clock),
      [SHARED.auth, SHARED.pool, TOKENS.clock],
    )
    .inSingletonScope();
});

export const accountUseCasesModule = new ContainerModule(({ bind }) => {
  bind(AccountState)
    .toResolvedValue(() => observed(new AccountState()))
    .inSingletonScope();
  construct(bind, ChangeContact, [TOKENS.account, TOKENS.userApi, AccountState, UserState]);
  construct(bind, ChangeName, [TOKENS.userApi, TOKENS.account, UserState, TOKENS.log]);
  construct(bind, ChangePassword, [TOKENS.account, TOKENS.userApi, TOKENS.log]);
  construct(bind, DeleteAccount, [
    TOKENS.account,
    TOKENS.auth,
    EndSession,
    TOKENS.contentApi,
    TOKENS.journal,
    UserState,
    TOKENS.clock,
  ]);
  construct(bind, ForgetDevice, [TOKENS.account, AccountState]);
  construct(bind, ListDevices, [TOKENS.account, AccountState]);
  construct(bind, LoadAccountDetails, [TOKENS.account, AccountState]);
  construct(bind, ManageSubscription, [UserState]);
  construct(bind, RememberDevice, [TOKENS.account, AccountState]);
  construct(bind, RemovePhoneNumber, [TOKENS.account, AccountState]);
  construct(bind, SetSecondFactor, [TOKENS.account, AccountState]);
  construct(bind, SetUpAuthenticator, [TOKENS.account, AccountState]);
  construct(bind, SignOutEverywhere, [TOKENS.auth, ReportPlayback, EndSession, HostedSignOut]);
});

/** Builds what the account page works with, the first time that it is opened. */
export function openAccount(container: Container): AccountServices {
  if (!container.isBound(TOKENS.account)) {
    container.load(accountAdapterModule, accountUseCasesModule);
    container.get(EndSession).resetWithSession(container.get(AccountState));
  }
  return {
    state: container.get(AccountState),
    loadDetails: container.get(LoadAccountDetails),
    changeName: container.get(ChangeName),
    changeContact: container.get(ChangeContact),
    removePhoneNumber: container.get(RemovePhoneNumber),
    changePassword: container.get(ChangePassword),
    setUpAuthenticator: container.get(SetUpAuthenticator),
    setSecondFactor: container.get(SetSecondFactor),
    listDevices: container.get(ListDevices),
    rememberDevice: container.get(RememberDevice),
    forgetDevice: container.get(ForgetDevice),
    manageSubscription: container.get(ManageSubscription),
    signOutEverywhere: container.get(SignOutEverywhere),
    deleteAccount: container.get(DeleteAccount),
  };
}
