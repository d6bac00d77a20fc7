import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MemoryStorage, session, settle, signIn, step, userOf, wire } from './client.ts';
import { PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';
import { prove, token } from './srp-client.ts';

// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

async function add(email: string, extra: object = {}): Promise<string> {
  await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD, ...extra });
  return email;
}

describe('a device', () => {
  it('replaces the second factor after it is remembered', async () => {
    const email = await add('trusted@listener.test', { smsNumber: '+15550001234' });
    const storage = new MemoryStorage();
    const asked = await signIn(userOf(running.endpoint, email, storage), PASSWORD);
    const code = await codeFor(running.pool, email, 'sms-mfa');
    const { user } = await step(asked.user, (callbacks) => asked.user.sendMFACode(code, callbacks));

    // The device is known but not remembered. So the service asks for the code first, and then for the proof
    // of the device.
    const again = await signIn(userOf(running.endpoint, email, storage), PASSWORD);
    expect(again.kind).toBe('sms');
    const second = await codeFor(running.pool, email, 'sms-mfa');
    await expect(
      step(again.user, (callbacks) => again.user.sendMFACode(second, callbacks)),
    ).resolves.toMatchObject({ kind: 'session' });

    await settle((callbacks) => user.setDeviceStatusRemembered(callbacks));
    await expect(session(userOf(running.endpoint, email, storage), PASSWORD)).resolves.toBeDefined();
    // Another browser needs the second factor.
    expect((await signIn(userOf(running.endpoint, email), PASSWORD)).kind).toBe('sms');
  });

  it('that lost its secret does not replace the second factor', async () => {
    const email = await add('stolen@listener.test', { smsNumber: '+15550001234' });
    const storage = new MemoryStorage();
    const asked = await signIn(userOf(running.endpoint, email, storage), PASSWORD);
    const code = await codeFor(running.pool, email, 'sms-mfa');
    const { user } = await step(asked.user, (callbacks) => asked.user.sendMFACode(code, callbacks));
    await settle((callbacks) => user.setDeviceStatusRemembered(callbacks));
    for (const [key, value] of storage.items) {
      if (key.endsWith('.randomPasswordKey')) storage.setItem(key, `${value}x`);
    }
    await expect(signIn(userOf(running.endpoint, email, storage), PASSWORD)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
  });

  it('is listed in pages, each once', async () => {
    const email = await add('many@listener.test');
    const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => prove(running.endpoint, email, PASSWORD)));
    const access = token(await prove(running.endpoint, email, PASSWORD), 'AccessToken');
    const verifier = Buffer.from('0102030405060708', 'hex').toString('base64');
    for (const response of tokens) {
      const deviceKey = decodeJwt(token(response, 'AccessToken'))['device_key'];
      expect(response.body['AuthenticationResult']).toMatchObject({
        NewDeviceMetadata: { DeviceKey: deviceKey },
      });
      const confirmed = await wire(running.endpoint, 'ConfirmDevice', {
        AccessToken: token(response, 'AccessToken'),
        DeviceKey: deviceKey,
        DeviceSecretVerifierConfig: { Salt: verifier, PasswordVerifier: verifier },
      });
      expect(confirmed).toMatchObject({ status: 200, body: { UserConfirmationNecessary: true } });
      // A device belongs to the session that got it.
      const foreign = await wire(running.endpoint, 'ConfirmDevice', {
        AccessToken: access,
        DeviceKey: deviceKey,
        DeviceSecretVerifierConfig: { Salt: verifier, PasswordVerifier: verifier },
      });
      expect(foreign.body['__type']).toBe('ResourceNotFoundException');
    }
    const seen: unknown[] = [];
    let next: unknown = null;
    do {
      const { body } = await wire(running.endpoint, 'ListDevices', {
        AccessToken: access,
        Limit: 2,
        PaginationToken: next,
      });
      const page: unknown = body['Devices'];
      if (Array.isArray(page)) seen.push(...page.map((device: unknown) => JSON.stringify(device)));
      next = body['PaginationToken'];
    } while (next !== undefined);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    const tooMany = await wire(running.endpoint, 'ListDevices', { AccessToken: access, Limit: 61 });
    expect(tooMany.body['__type']).toBe('InvalidParameterException');
  });
});
