import { UserState } from './user-state.ts';
import { SessionEndState, SignOut } from './sign-out.ts';
import { OnboardingState } from './onboarding-state.ts';
import { Session, HostedArrival } from './session.ts';
import { RefreshUser } from './refresh-user.ts';
import { lazy } from '../service-table.ts';

/** What the views may use of the feature `session`. */
export const sessionServices = {
  user: UserState,
  sessionEnd: SessionEndState,
  signOut: SignOut,
  onboarding: OnboardingState,
  session: Session,
  hostedArrival: HostedArrival,
  refreshUser: RefreshUser,
  createAccount: lazy(
    async () => (await import('./create-account.ts')).CreateAccount,
    ['create', 'changeEmail', 'resume', 'confirm', 'waitForConfirmation', 'resendCode'],
  ),
  hostedSession: lazy(async () => (await import('./hosted-session.ts')).HostedSession, ['goToHostedLogin']),
  resetPassword: lazy(
    async () => (await import('./reset-password.ts')).ResetPassword,
    ['requestCode', 'resendCode', 'confirm'],
  ),
  signIn: lazy(
    async () => (await import('./sign-in.ts')).SignIn,
    [
      'withPassword',
      'onceConfirmed',
      'withHostedLogin',
      'withNewPassword',
      'withCode',
      'withCustomAnswer',
      'withFactor',
      'startOver',
    ],
  ),
};
