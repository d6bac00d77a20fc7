import { ContainerModule } from 'inversify';
import { CognitoHostedLogin } from '../adapters/cognito/sign-in/hosted-login.ts';
import { CognitoRegistration } from '../adapters/cognito/sign-in/cognito-registration.ts';
import { SHARED } from './adapters-module.ts';
import { TOKENS } from './tokens.ts';

/** The hosted login and the registration of new accounts. */
export const sessionModule = new ContainerModule(({ bind }) => {
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
