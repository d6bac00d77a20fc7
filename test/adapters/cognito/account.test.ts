import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CognitoAccount } from '../../../src/adapters/cognito/account/cognito-account.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { instant } from '../../../src/domain/time.ts';
import { json, Loopback } from '../loopback.ts';
import { CLIENT_ID } from './scripted-user.ts';

const ADMIN = 'aws.cognito.signin.user.admin';
const ME = [{ Name: 'email', Value: 'ada@listener.test' }];

const accessToken = (now: number, claims: Readonly<Record<string, unknown>>): string => {
  const issued = Math.floor(now / 1000);
  return [{ alg: 'RS256' }, { iat: issued, exp: issued + 3600, username: 'sub', ...claims }, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
};

// Responses of the real service that the embedded pool never sends.
describe.each(['vendor', 'webcrypto'] as const)('CognitoAccount with the client %s', (client) => {
  let service: Loopback;

  beforeAll(async () => {
    service = await Loopback.start();
  });
  afterAll(async () => service.close());

  const make = (
    claims: Readonly<Record<string, unknown>> = { scope: `openid ${ADMIN}` },
    clock = new MemoryClock(),
  ) => {
    let hasSession = true;
    const session = {
      accessToken: accessToken(clock.now(), claims),
      expiresAt: instant(clock.now() + 3_600_000),
    };
    const auth = {
      session: async () => ({ ok: true as const, value: session }),
      renew: async () => {
        hasSession = false;
        return { ok: false as const, error: { kind: 'ended' as const, message: 'It is over.' } };
      },
      hasSession: () => hasSession,
      end: () => undefined,
    };
    const pool = new UserPool({
      region: 'us-west-2',
      userPoolId: 'us-west-2_Pool',
      clientId: CLIENT_ID,
      endpoint: service.origin,
      client,
    });
    return new CognitoAccount(auth, pool, clock);
  };

  test('tells the browser of all passkeys, also when the last one is gone (SES-141)', async () => {
    const told: unknown[] = [];
    vi.stubGlobal('PublicKeyCredential', {
      signalAllAcceptedCredentials: async (signal: unknown) => {
        told.push(signal);
      },
    });
    try {
      const account = make();
      for (const ids of [['a'], []]) {
        const Credentials = ids.map((CredentialId) => ({ CredentialId, RelyingPartyId: 'listen.example' }));
        service.respond(json({ Credentials }));
        expect(await account.passkeys()).toMatchObject({ ok: true });
      }
      const signal = (allAcceptedCredentialIds: readonly string[]) => ({
        rpId: 'listen.example',
        userId: 'c3Vi',
        allAcceptedCredentialIds,
      });
      await vi.waitFor(() => expect(told).toEqual([signal(['a']), signal([])]));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each([{ scope: 'openid email' }, { scope: `x${ADMIN}` }, {}])(
    'asks for no attribute data without the admin scope: %j (ACC-4)',
    async (claims) => {
      service.respond(json({ UserAttributes: ME }));
      expect(await make(claims).details()).toMatchObject({ ok: false, error: { kind: 'not-permitted' } });
      expect(service.received).toEqual([]);
    },
  );

  test.each([
    [{ UserMFASettingList: ['EMAIL_OTP'] }, { enabled: [], preferred: null }],
    [
      { UserMFASettingList: ['SMS_MFA', 'EMAIL_OTP'], PreferredMfaSetting: 'SMS_MFA' },
      { enabled: ['sms'], preferred: 'sms' },
    ],
    [
      { UserMFASettingList: ['SMS_MFA'], PreferredMfaSetting: 'EMAIL_OTP' },
      { enabled: ['sms'], preferred: null },
    ],
  ])(
    'reports that there is an unknown second factor, and lists the known ones: %j (ACC-28)',
    async (settings, known) => {
      service.respond(json({ UserAttributes: ME, ...settings }));
      expect(await make().details()).toEqual({
        ok: true,
        value: {
          email: { value: 'ada@listener.test', isVerified: false },
          phoneNumber: null,
          secondFactors: known,
          hasUnknownFactor: true,
        },
      });
    },
  );

  test('reads every form of no preferred factor', async () => {
    service.respond(json({ UserAttributes: [], UserMFASettingList: null, PreferredMfaSetting: 'NOMFA' }));
    expect(await make().details()).toMatchObject({
      value: { email: null, secondFactors: { enabled: [], preferred: null }, hasUnknownFactor: false },
    });
  });

  test('fails without throwing if a response cannot be read', async () => {
    for (const handler of [{}, { UserAttributes: 'none' }, []]) {
      service.respond(json(handler));
      expect(await make().details()).toMatchObject({ ok: false, error: { kind: 'unknown' } });
      expect(await make().devices(null)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
    }
  });

  test('leaves out a device that cannot be read', async () => {
    const devices = [{ DeviceKey: '' }, null, { DeviceKey: 'a' }, { DeviceKey: 'b', DeviceAttributes: 7 }];
    service.respond(json({ Devices: devices }));
    const plain = { name: '', isRemembered: false, isThisOne: false, lastUsedAt: null };
    expect(await make().devices(null)).toEqual({
      ok: true,
      value: {
        devices: [
          { ...plain, key: 'a' },
          { ...plain, key: 'b' },
        ],
        next: null,
      },
    });
  });

  test('requests pages of 60 devices', async () => {
    service.respond(json({ Devices: [], PaginationToken: 'next' }));
    const page = await make({ scope: ADMIN, device_key: 'a' }).devices('last');
    expect(page).toEqual({ ok: true, value: { devices: [], next: 'next' } });
    const [request] = service.received;
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ Limit: 60, PaginationToken: 'last' });
  });

  test('fails every device call if the pool does not track devices (ACC-32)', async () => {
    const refusal = { __type: 'InvalidParameterException', message: 'Device tracking is off' };
    service.respond(json(refusal, 400));
    const failure = {
      ok: false,
      error: {
        kind: 'not-configured',
        message: 'Device tracking has not been configured in this User Pool',
      },
    };
    expect(await make().devices(null)).toEqual(failure);
    expect(await make().setDeviceRemembered('a', true)).toEqual(failure);
    expect(await make().forgetDevice('a')).toEqual(failure);
  });

  test('requests a code if the service accepted a new address without sending one', async () => {
    service.respond(json({ UserAttributes: ME }));
    expect(await make().updateAttributes({ email: 'wren@listener.test' })).toEqual({
      ok: true,
      value: { codeSent: [] },
    });
  });

  test('does not delete the account after the call was reported as failed (ACC-5)', async () => {
    service.respond(json({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }, 400));
    const clock = new MemoryClock();
    const deleted = make({ scope: ADMIN }, clock).deleteAccount();
    const ended = deleted.then(() => true);
    const timePasses = async () => {
      await clock.advanceAsync(500);
      return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1))]);
    };
    await expect.poll(timePasses, { interval: 10, timeout: 20_000 }).toBe(true);
    expect(service.received.length).toBeGreaterThan(1);
    expect(await deleted).toMatchObject({ error: { kind: 'unreachable', message: 'Network Error' } });
    service.respond(json({}));
    await clock.advanceAsync(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(service.received).toEqual([]);
  });

  test('reports a wrong password, and keeps the session', async () => {
    const message = 'Incorrect username or password.';
    service.respond(json({ __type: 'NotAuthorizedException', message }, 400));
    expect(await make().changePassword({ password: 'a', newPassword: 'b' })).toEqual({
      ok: false,
      error: { kind: 'refused', field: 'password', message },
    });
    expect(service.received).toHaveLength(1);
  });

  test('renews a refused token, and ends the session if the new one is refused too', async () => {
    service.respond(
      json({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' }, 400),
    );
    expect(await make().changePassword({ password: 'a', newPassword: 'b' })).toEqual({
      ok: false,
      error: { kind: 'no-session', message: 'It is over.' },
    });
  });
});
