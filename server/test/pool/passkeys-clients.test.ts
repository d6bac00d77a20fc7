// AWS's SDK drives the passkeys of a real provider over HTTP.
import {
  CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../parts/pool.ts';
import { tokenOf, useProvider } from '../support/provider.ts';
import { Authenticator } from './authenticator.ts';

const HOME = 'https://listen.example';
const APP = 'https://app.elsewhere.example';
const EMAIL = 'annual@listener.test';
const provider = useProvider({ publicUrl: HOME, appOrigins: [APP] });
const { clientId: ClientId, region } = EMBEDDED_POOL;

const creation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string() }),
  user: v.object({ id: v.string() }),
});
const request = v.object({ challenge: v.string() });

let client: CognitoIdentityProviderClient;

beforeAll(() => {
  client = new CognitoIdentityProviderClient({ region, endpoint: `${provider().origin}/pool` });
});

test("AWS's SDK adds a passkey, signs in with it, and removes it (SES-135)", async () => {
  const AccessToken = await tokenOf(provider().origin, EMAIL);
  const authenticator = new Authenticator(APP);
  const { CredentialCreationOptions } = await client.send(
    new StartWebAuthnRegistrationCommand({ AccessToken }),
  );
  const Credential = authenticator.create(v.parse(creation, CredentialCreationOptions));
  await client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
  const { Credentials = [] } = await client.send(new ListWebAuthnCredentialsCommand({ AccessToken }));
  expect(Credentials).toMatchObject([
    { FriendlyCredentialName: 'Passkey', RelyingPartyId: 'listen.example' },
  ]);
  expect(Credentials[0]?.CreatedAt).toBeInstanceOf(Date);

  const signIn = async () => {
    const { ChallengeParameters = {}, Session } = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_AUTH',
        ClientId,
        AuthParameters: { USERNAME: EMAIL, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
      }),
    );
    const { CREDENTIAL_REQUEST_OPTIONS: options = '', USERNAME = '' } = ChallengeParameters;
    return client.send(
      new RespondToAuthChallengeCommand({
        ChallengeName: 'WEB_AUTHN',
        ClientId,
        Session,
        ChallengeResponses: {
          USERNAME,
          CREDENTIAL: JSON.stringify(authenticator.get(v.parse(request, JSON.parse(options)))),
        },
      }),
    );
  };
  const { AuthenticationResult = {} } = await signIn();
  const user = await fetch(`${provider().origin}/api/v2/user`, {
    headers: { authorization: `Bearer ${AuthenticationResult.AccessToken}` },
  });
  expect(user.status).toBe(200);

  const [first] = Credentials;
  await client.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId: first?.CredentialId }));
  await expect(signIn()).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'This passkey is not known here. It was removed, or belongs to another account.',
  });
});

test('browsers read which origins may use the passkeys of the provider (SES-133)', async () => {
  const response = await fetch(`${provider().origin}/.well-known/webauthn`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toEqual({ origins: [HOME, APP] });
});
