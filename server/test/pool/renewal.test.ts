import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginProof, parameter, prove, token, type WireResponse, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

let running: RunningPool;
const EMAIL = 'renewing@listener.test';

beforeAll(async () => {
  running = await runPool();
  await running.pool.ensureUser({ email: EMAIL, name: 'Ada', password: PASSWORD });
});

afterAll(async () => {
  await running.close();
});

const renew = (RefreshToken: string, more: object = {}): Promise<WireResponse> =>
  wire(running.endpoint, 'GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken, ...more });

describe('GetTokensFromRefreshToken', () => {
  it('signs new tokens and sends no new refresh token, because the client has no rotation', async () => {
    const first = await prove(running.endpoint, EMAIL, PASSWORD);
    const refresh = token(first, 'RefreshToken');
    running.clock.advance(3601);
    expect(await running.pool.verifyAccessToken(token(first, 'AccessToken'))).toMatchObject({
      reason: 'expired',
    });
    const { status, body } = await renew(refresh);
    expect(status).toBe(200);
    expect(body).toEqual({
      AuthenticationResult: {
        AccessToken: expect.any(String) as unknown,
        IdToken: expect.any(String) as unknown,
        TokenType: 'Bearer',
        ExpiresIn: 3600,
      },
    });
    expect(await running.pool.verifyAccessToken(token({ ...first, body }, 'AccessToken'))).toMatchObject({
      ok: true,
    });
  });

  it('refuses what the service refuses, by the same names', async () => {
    const refresh = token(await prove(running.endpoint, EMAIL, PASSWORD), 'RefreshToken');
    const refused = async (...given: Parameters<typeof renew>) => (await renew(...given)).body['__type'];
    expect(await refused('unknown')).toBe('NotAuthorizedException');
    expect(await refused(refresh, { DeviceKey: 'us-west-2_other' })).toBe('NotAuthorizedException');
    expect(await refused(refresh, { ClientSecret: 'x' })).toBe('NotAuthorizedException');
    expect(await refused(refresh, { ClientId: 'other' })).toBe('ResourceNotFoundException');
    expect(await refused('')).toBe('InvalidParameterException');
    expect(
      await refused(refresh, { DeviceKey: null, ClientSecret: null, ClientMetadata: {} }),
    ).toBeUndefined();
    await wire(running.endpoint, 'RevokeToken', { ClientId: CLIENT_ID, Token: refresh });
    expect((await renew(refresh)).body).toMatchObject({ message: 'Refresh Token has been revoked' });
  });
});

describe('a page of another origin', () => {
  it.each(['amz-sdk-request', 'amz-sdk-invocation-id', 'x-amz-user-agent', 'authorization', 'x-of-tomorrow'])(
    'may send the header %s, because no header gives a right',
    async (header) => {
      const response = await fetch(running.endpoint, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://127.0.0.1:5173',
          'access-control-request-method': 'POST',
          'access-control-request-headers': `content-type,${header},x-amz-target`,
        },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173');
      expect(response.headers.get('access-control-allow-headers')?.split(/, ?/u)).toContain(header);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );
});

/** Signs in and confirms the device of that sign-in. Then proves the password again, so that the device is asked. */
async function askDevice({ endpoint }: RunningPool) {
  const first = await prove(endpoint, EMAIL, PASSWORD);
  const metadata: unknown = Reflect.get(Object(first.body['AuthenticationResult']), 'NewDeviceMetadata');
  const DeviceKey = String(Reflect.get(Object(metadata), 'DeviceKey'));
  const verifier = Buffer.from('0102030405060708', 'hex').toString('base64');
  await wire(endpoint, 'ConfirmDevice', {
    AccessToken: token(first, 'AccessToken'),
    DeviceKey,
    DeviceSecretVerifierConfig: { Salt: verifier, PasswordVerifier: verifier },
  });
  const { claim } = await beginProof(endpoint, EMAIL, PASSWORD);
  const USERNAME = claim?.ChallengeResponses['USERNAME'];
  const asked = await wire(endpoint, 'RespondToAuthChallenge', {
    ...claim,
    ChallengeResponses: { ...claim?.ChallengeResponses, DEVICE_KEY: DeviceKey },
  });
  expect(asked.body['ChallengeName']).toBe('DEVICE_SRP_AUTH');
  const respond = (headers: Record<string, string> = {}) =>
    wire(
      endpoint,
      'RespondToAuthChallenge',
      {
        ChallengeName: 'DEVICE_SRP_AUTH',
        ClientId: CLIENT_ID,
        ChallengeResponses: { USERNAME, DEVICE_KEY: DeviceKey, SRP_A: 'abcdef' },
      },
      headers,
    );
  return { DeviceKey, respond };
}

describe('a sign-in of a device', () => {
  it('needs no Session, once', async () => {
    const { DeviceKey, respond } = await askDevice(running);
    const next = await respond();
    expect(next.body['ChallengeName']).toBe('DEVICE_PASSWORD_VERIFIER');
    expect(parameter(next, 'DEVICE_KEY')).toBe(DeviceKey);
    // The pending sign-in is used up.
    expect((await respond()).body['__type']).toBe('NotAuthorizedException');
  });

  it('without a Session has to come from the network that proved the password', async () => {
    const proxied = await runPool({}, { trustProxy: true });
    try {
      await proxied.pool.ensureUser({ email: EMAIL, name: 'Ada', password: PASSWORD });
      const { respond } = await askDevice(proxied);
      expect((await respond({ 'x-forwarded-for': '203.0.113.7' })).body['__type']).toBe(
        'NotAuthorizedException',
      );
      expect((await respond()).body['ChallengeName']).toBe('DEVICE_PASSWORD_VERIFIER');
    } finally {
      await proxied.close();
    }
  });
});
