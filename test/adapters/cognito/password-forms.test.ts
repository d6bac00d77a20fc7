import * as library from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import { SignInFlow } from '../../../src/adapters/cognito/sign-in/sign-in-flow.ts';
import { vendorExchange } from '../../../src/adapters/cognito/vendor/vendor-client.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';

const COMPOSED = 'Caf\u00e9 im Mai';
const DECOMPOSED = 'Cafe\u0301 im Mai';

/** Signs in at a pool that knows one password. Returns the passwords that were tried. */
async function triedAt(known: string, typed: string, refusal = 'Incorrect username or password.') {
  const tried: string[] = [];
  class CheckingUser extends library.CognitoUser {
    override authenticateUser(
      details: library.AuthenticationDetails,
      callbacks: library.IAuthenticationCallback,
    ): void {
      tried.push(details.getPassword());
      if (details.getPassword() === known) callbacks.customChallenge?.({});
      else callbacks.onFailure(Object.assign(new Error(refusal), { code: 'NotAuthorizedException' }));
    }
  }
  const exchange = async (Storage: library.ICognitoStorage) => {
    const Pool = new library.CognitoUserPool({ UserPoolId: 'us-west-2_P', ClientId: 'c', Storage });
    return vendorExchange(Pool, (Username) => new CheckingUser({ Username, Pool, Storage }));
  };
  const keeper = { devices: () => [], signedIn: () => true };
  const flow = new SignInFlow({ exchange }, keeper, new MemoryClock(), new MemoryLog());
  const step = await flow.begin('wren@listener.test', typed);
  return { tried, isAccepted: step.ok };
}

test.each([
  [COMPOSED, COMPOSED, [COMPOSED]],
  [COMPOSED, DECOMPOSED, [COMPOSED]],
  [DECOMPOSED, DECOMPOSED, [COMPOSED, DECOMPOSED]],
  [DECOMPOSED, COMPOSED, [COMPOSED, DECOMPOSED]],
])('a password that was set as %j is accepted as %j (SES-108)', async (known, typed, tried) => {
  expect(await triedAt(known, typed)).toEqual({ tried, isAccepted: true });
});

test('a password with one form is tried once, and a lock ends the tries', async () => {
  expect((await triedAt('x', 'a wrong password')).tried).toEqual(['a wrong password']);
  expect((await triedAt('x', DECOMPOSED, 'Password attempts exceeded')).tried).toEqual([COMPOSED]);
});
