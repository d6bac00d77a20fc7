// Clients of others drive a real provider over HTTP: the SDKs of AWS and Amplify.
import {
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, fetchUserAttributes, getCurrentUser, signIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { EMBEDDED_POOL } from '../../parts/pool.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { useProvider } from '../support/provider.ts';
import { Proof } from './client.ts';

const provider = useProvider();
const EMAIL = 'annual@listener.test';
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

/** What the product API says to a token. */
const statusOf = async (token: string): Promise<number> =>
  (await fetch(`${provider().origin}/api/v2/user`, { headers: { authorization: `Bearer ${token}` } })).status;

afterEach(() => {
  vi.useRealTimers();
  provider().clock.setOffset(0);
});

describe("AWS's SDK for JavaScript", () => {
  let client: CognitoIdentityProviderClient;
  const ClientId = EMBEDDED_POOL.clientId;

  beforeAll(() => {
    client = new CognitoIdentityProviderClient({
      region: EMBEDDED_POOL.region,
      endpoint: `${provider().origin}/pool`,
    });
  });

  async function begin() {
    const proof = new Proof();
    const { ChallengeParameters = {} } = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: EMAIL, SRP_A: proof.publicValue },
      }),
    );
    return (password: string) =>
      client.send(
        new RespondToAuthChallengeCommand({
          ChallengeName: 'PASSWORD_VERIFIER',
          ClientId,
          ChallengeResponses: proof.respond((name) => ChallengeParameters[name] ?? '', password),
        }),
      );
  }

  test('signs in, renews after the access token has ended, and signs out', async () => {
    const { AuthenticationResult: first = {} } = await (await begin())(DEMO_PASSWORD);
    expect(await statusOf(first.AccessToken ?? '')).toBe(200);
    provider().clock.setOffset(TWO_HOURS_MS);
    expect(await statusOf(first.AccessToken ?? '')).toBe(401);
    const { AuthenticationResult: renewed = {} } = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken: first.RefreshToken }),
    );
    const { AccessToken = '' } = renewed;
    expect(await statusOf(AccessToken)).toBe(200);
    const user = await client.send(new GetUserCommand({ AccessToken }));
    expect(user.UserAttributes).toContainEqual({ Name: 'email', Value: EMAIL });
    await client.send(new GlobalSignOutCommand({ AccessToken }));
    expect(await statusOf(AccessToken)).toBe(401);
  });

  test('ends a session by its refresh token, and gets the errors by their names', async () => {
    const { AuthenticationResult = {} } = await (await begin())(DEMO_PASSWORD);
    const { RefreshToken = '' } = AuthenticationResult;
    await client.send(new RevokeTokenCommand({ ClientId, Token: RefreshToken }));
    const renewal = client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
    await expect(renewal).rejects.toMatchObject({ name: 'NotAuthorizedException', $fault: 'client' });
    const wrong = (await begin())('a wrong password');
    await expect(wrong).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });
});

describe('Amplify', () => {
  const tokenNow = async (): Promise<string> =>
    String((await fetchAuthSession()).tokens?.accessToken.toString());

  beforeAll(() => {
    // It warns of every endpoint that is not Amazon's.
    ConsoleLogger.LOG_LEVEL = 'ERROR';
    Amplify.configure({
      Auth: {
        Cognito: {
          userPoolId: EMBEDDED_POOL.userPoolId,
          userPoolClientId: EMBEDDED_POOL.clientId,
          userPoolEndpoint: `${provider().origin}/pool`,
        },
      },
    });
  });

  test('signs in, also with its device, renews after the access token has ended, and signs out', async () => {
    for (const _round of ['a new device', 'the same device']) {
      expect(await signIn({ username: EMAIL, password: DEMO_PASSWORD })).toMatchObject({ isSignedIn: true });
      const first = await tokenNow();
      expect(await statusOf(first)).toBe(200);
      expect(await fetchUserAttributes()).toMatchObject({ email: EMAIL });

      provider().clock.setOffset(TWO_HOURS_MS);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TWO_HOURS_MS });
      expect(await statusOf(first)).toBe(401);
      const renewed = await tokenNow();
      expect(renewed).not.toBe(first);
      expect(await statusOf(renewed)).toBe(200);

      await signOut();
      expect(await statusOf(renewed)).toBe(401);
      await expect(getCurrentUser()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
      vi.useRealTimers();
      provider().clock.setOffset(0);
    }
  });

  test('is told of a wrong password by the name of the error', async () => {
    await expect(signIn({ username: EMAIL, password: 'a wrong password' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });
});
