import { CognitoAccount } from '../adapters/cognito/account/cognito-account.ts';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { HttpContentApi } from '../adapters/http/http-content-api.ts';
import { HttpSessions } from '../adapters/http/own-sessions.ts';
import { accountServices, type AccountServices } from '../application/account/services.ts';
import { type Container, feature } from './container.ts';
import { resolveAll } from './register.ts';
import { TOKENS } from './tokens.ts';

const account = feature((bind) => {
  bind(TOKENS.account, (auth, pool, clock) => new CognitoAccount(auth, pool, clock), [
    CognitoAuth,
    UserPool,
    TOKENS.clock,
  ]);
  bind(TOKENS.sessionsApi, ({ client }) => new HttpSessions(client), [HttpContentApi]);
});

/** Builds the use cases of the account page when the page is first opened. */
export function openAccount(container: Container): AccountServices {
  container.load(account);
  return resolveAll(container, accountServices);
}
