import { ContainerModule, type Container } from 'inversify';
import { CognitoAccount } from '../adapters/cognito/account/cognito-account.ts';
import { accountServices, type AccountServices } from '../application/account/services.ts';
import { SHARED } from './adapters-module.ts';
import { resolveAll } from './register.ts';
import { TOKENS } from './tokens.ts';

const accountModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.account)
    .toResolvedValue(
      (auth, pool, clock) => new CognitoAccount(auth, pool, clock),
      [SHARED.auth, SHARED.pool, TOKENS.clock],
    )
    .inSingletonScope();
});

/** Builds the use cases of the account page when the page is first opened. */
export function openAccount(container: Container): AccountServices {
  if (!container.isBound(TOKENS.account)) container.load(accountModule);
  return resolveAll(container, accountServices);
}
