import { ContainerModule } from 'inversify';
import { CognitoHostedLogin } from '../adapters/cognito/hosted-login.ts';
import { CognitoRegistration } from '../adapters/cognito/cognito-registration.ts';
import { CreateAccount } from '../application/session/create-account.ts';
import { ResetPassword } from '../application/session/reset-password.ts';
import { HostedArrival } from '../application/session/hosted-arrival.ts';
import { HostedSignIn } from '../application/session/hosted-sign-in.ts';
import { HostedSignOut } from '../application/session/hosted-sign-out.ts';
import { RefreshUser } from '../application/session/refresh-user.ts';
import { SignIn } from '../application/session/sign-in.ts';
import { RegisterAccount } from '../application/session/register-account.ts';
import { NoticesState } from '../application/notices-state.ts';
import { OnboardingState } from '../application/session/onboarding-state.ts';
import { UserState } from '../application/session/user-state.ts';
import { SHARED } from './adapters-module.ts';
import { construct } from './construct.ts';
import { TOKENS } from './tokens.ts';

/** The ways in beside the password's, and new accounts. */
export const identityAdaptersModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.hostedLogin)
    .toResolvedValue(
      ({ hostedLogin, cognito }, auth, store, clock, log) =>
        new CognitoHostedLogin({
          url: hostedLogin?.url ?? null,
          clientId: cognito.clientId,
          auth,
          store,
          clock,
          log,
          browser: {
            origin: window.location.origin,
            crypto,
            fetch: async (address, request) => fetch(address, request),
            goTo: (address) => window.location.assign(address),
          },
        }),
      [TOKENS.configuration, SHARED.auth, TOKENS.store, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();
  bind(TOKENS.registration)
    .toResolvedValue(
      (pool, clock, log) => new CognitoRegistration(pool, clock, log),
      [SHARED.pool, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();
});

/** The use cases of coming and going. */
export const identityUseCasesModule = new ContainerModule(({ bind }) => {
  construct(bind, CreateAccount, [TOKENS.registration, SignIn, RegisterAccount]);
  construct(bind, RegisterAccount, [
    TOKENS.userApi,
    TOKENS.analytics,
    TOKENS.store,
    OnboardingState,
    TOKENS.clock,
    TOKENS.log,
  ]);
  construct(bind, ResetPassword, [TOKENS.userApi, TOKENS.registration]);
  construct(bind, HostedSignOut, [
    TOKENS.hostedLogin,
    TOKENS.auth,
    TOKENS.network,
    TOKENS.clock,
    NoticesState,
  ]);
  construct(bind, HostedSignIn, [TOKENS.hostedLogin, SignIn, HostedArrival]);
  construct(bind, SignIn, [
    TOKENS.auth,
    TOKENS.userApi,
    RefreshUser,
    RegisterAccount,
    TOKENS.cache,
    TOKENS.analytics,
    UserState,
    OnboardingState,
  ]);
});
