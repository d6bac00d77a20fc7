import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  MemoryStorage,
  beginProof,
  call,
  pressButton,
  prove,
  session,
  settle,
  signIn,
  step,
  token,
  userOf,
  wire,
} from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, USER_POOL_ID, codeFor, runPool } from './harness.ts';

// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;
let email: string;
let access: string;
let refresh: string;
let count = 0;

beforeAll(async () => {
  running = await runPool({ lives: { accessSeconds: 600, refreshSeconds: 3600 } });
});

afterAll(async () => {
  await running.close();
});

beforeEach(async () => {
  count += 1;
  email = `listener-${count}@listener.test`;
  await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
  const response = await prove(running.endpoint, email, PASSWORD);
  access = token(response, 'AccessToken');
  refresh = token(response, 'RefreshToken');
});

const getUser = (shown = access) => wire(running.endpoint, 'GetUser', { AccessToken: shown });
const renew = (shown = refresh, flow = 'REFRESH_TOKEN_AUTH') =>
  wire(running.endpoint, 'InitiateAuth', {
    AuthFlow: flow,
    ClientId: CLIENT_ID,
    AuthParameters: { REFRESH_TOKEN: shown, DEVICE_KEY: null },
  });
const refusal = (__type: string, message: string) => ({ status: 400, body: { __type, message } });

describe('a session', () => {
  it('is refreshed with both names of the flow, without a new refresh token', async () => {
    for (const flow of ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']) {
      const response = await renew(refresh, flow);
      expect(response.status).toBe(200);
      expect(response.body['AuthenticationResult']).not.toHaveProperty('RefreshToken');
      expect((await getUser(token(response, 'AccessToken'))).status).toBe(200);
    }
  });

  it('expires by the clock of the pool', async () => {
    running.clock.advance(599);
    expect((await getUser()).status).toBe(200);
    running.clock.advance(2);
    expect(await getUser()).toMatchObject(refusal('NotAuthorizedException', 'Access Token has expired'));
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'expired' });
    expect((await renew()).status).toBe(200);
    running.clock.advance(3000);
    expect(await renew()).toMatchObject(refusal('NotAuthorizedException', 'Refresh Token has expired'));
  });

  it('continues where its password was changed, and ends everywhere else', async () => {
    const other = await prove(running.endpoint, email, PASSWORD);
    const change = await wire(running.endpoint, 'ChangePassword', {
      AccessToken: access,
      PreviousPassword: PASSWORD,
      ProposedPassword: 'another long password',
    });
    expect(change.status).toBe(200);
    expect((await getUser()).status).toBe(200);
    expect((await renew()).status).toBe(200);
    expect(await getUser(token(other, 'AccessToken'))).toMatchObject(
      refusal('NotAuthorizedException', 'Access Token has been revoked'),
    );
    expect(await renew(token(other, 'RefreshToken'))).toMatchObject(
      refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
  });

  it('ends everywhere after a new password with a code', async () => {
    await running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
    const reset = await wire(running.endpoint, 'ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: await codeFor(running.pool, email, 'forgot-password'),
      Password: 'another long password',
    });
    expect(reset.status).toBe(200);
    expect(await getUser()).toMatchObject(refusal('NotAuthorizedException', 'Access Token has been revoked'));
    expect(await renew()).toMatchObject(refusal('NotAuthorizedException', 'Refresh Token has been revoked'));
  });

  it('does not start from a proof of a password that was replaced meanwhile', async () => {
    const { claim } = await beginProof(running.endpoint, email, PASSWORD);
    const secured = `secured-${count}@listener.test`;
    await running.pool.ensureUser({
      email: secured,
      name: 'Ada',
      password: PASSWORD,
      smsNumber: '+15550001234',
    });
    const asked = await prove(running.endpoint, secured, PASSWORD);
    for (const changed of [email, secured]) {
      await running.pool.sendForgotPasswordCode(changed, '192.0.2.1', 'en');
      await wire(running.endpoint, 'ConfirmForgotPassword', {
        ClientId: CLIENT_ID,
        Username: changed,
        ConfirmationCode: await codeFor(running.pool, changed, 'forgot-password'),
        Password: 'another long password',
      });
    }
    expect(await wire(running.endpoint, 'RespondToAuthChallenge', claim)).toMatchObject(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
    const second = await wire(running.endpoint, 'RespondToAuthChallenge', {
      ChallengeName: 'SMS_MFA',
      ClientId: CLIENT_ID,
      Session: asked.body['Session'],
      ChallengeResponses: {
        USERNAME: secured,
        SMS_MFA_CODE: await codeFor(running.pool, secured, 'sms-mfa'),
      },
    });
    expect(second).toMatchObject(refusal('NotAuthorizedException', 'Invalid session for the user.'));
  });

  it('ends with its refresh token, together with its access tokens, and no other session does', async () => {
    const other = await prove(running.endpoint, email, PASSWORD);
    const renewed = token(await renew(), 'AccessToken');
    const revoke = (shown: string) =>
      wire(running.endpoint, 'RevokeToken', { ClientId: CLIENT_ID, Token: shown });
    expect((await revoke(refresh)).status).toBe(200);
    expect((await revoke(refresh)).status).toBe(200);
    expect((await revoke('no-such-token')).status).toBe(200);
    expect((await revoke(access)).body['__type']).toBe('UnsupportedTokenTypeException');
    for (const shown of [access, renewed]) {
      expect(await running.pool.verifyAccessToken(shown)).toEqual({ ok: false, reason: 'revoked' });
    }
    expect(await renew()).toMatchObject(refusal('NotAuthorizedException', 'Refresh Token has been revoked'));
    expect((await getUser(token(other, 'AccessToken'))).status).toBe(200);
  });

  it('is revoked by the client library when it signs out', async () => {
    const signedIn = await session(userOf(running.endpoint, email), PASSWORD);
    await new Promise<void>((resolve) => {
      signedIn.user.signOut(resolve);
    });
    expect(await running.pool.verifyAccessToken(signedIn.access)).toEqual({ ok: false, reason: 'revoked' });
  });

  it('gets the reason if its user is disabled, deleted or must reset the password', async () => {
    await running.pool.requirePasswordReset(email);
    const reset = refusal('PasswordResetRequiredException', 'Password reset required for the user');
    for (const response of [await getUser(), await renew(), await prove(running.endpoint, email, PASSWORD)]) {
      expect(response).toMatchObject(reset);
    }
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'reset-required' });

    await running.pool.disableUser(email);
    const disabled = refusal('NotAuthorizedException', 'User is disabled.');
    for (const response of [await getUser(), await renew(), await prove(running.endpoint, email, PASSWORD)]) {
      expect(response).toMatchObject(disabled);
    }
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'user-disabled' });

    await running.pool.deleteUser(email);
    const deleted = refusal('UserNotFoundException', 'User does not exist.');
    for (const response of [await getUser(), await renew()]) expect(response).toMatchObject(deleted);
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'user-deleted' });
    expect(await prove(running.endpoint, email, PASSWORD)).toMatchObject(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
  });

  it('shows that an account is disabled only with its password', async () => {
    await running.pool.disableUser(email);
    expect(await prove(running.endpoint, email, 'a guess')).toMatchObject(
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
    );
  });

  it('continues with its refresh token when all access tokens expire early', async () => {
    await running.pool.revokeAllAccessTokens();
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'expired' });
    const renewed = token(await renew(), 'AccessToken');
    expect(await running.pool.verifyAccessToken(renewed)).toMatchObject({ ok: true });
  });

  it('is valid in a second process on the same database, before and after its keys change', async () => {
    const second = await running.reopen();
    expect(await second.verifyAccessToken(access)).toMatchObject({ ok: true });
    await second.revokeAllAccessTokens();
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'expired' });
    const renewed = token(await renew(), 'AccessToken');
    expect(await second.verifyAccessToken(renewed)).toMatchObject({ ok: true });
  });

  it('publishes the keys that verify its tokens, and no private part of them', async () => {
    const response = await fetch(`${running.endpoint}/${USER_POOL_ID}/.well-known/jwks.json`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig' }] });
    expect(text).not.toContain('"d"');
  });

  it('stores no password and no token in the database', async () => {
    const tables = ['pool_users', 'pool_refresh_tokens', 'pool_challenges', 'pool_srp_exchanges'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await running.db.selectFrom(table).selectAll().execute());
      for (const secret of [PASSWORD, refresh, access]) expect(rows).not.toContain(secret);
    }
  });
});

async function seeded(email: string, extra: object = {}): Promise<string> {
  await running.pool.ensureUser({ email, name: 'Ada Lovelace', password: PASSWORD, ...extra });
  return email;
}

describe('signing in with the client library', () => {
  it('compares e-mail addresses without regard to case', async () => {
    await seeded('case@listener.test');
    await expect(session(userOf(running.endpoint, 'CASE@Listener.Test'), PASSWORD)).resolves.toBeDefined();
  });

  it('signs in repeatedly, with salts and values of any length', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = await seeded(`round-${round}@listener.test`);
      await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
    }
  }, 60_000);
});

describe('creating an account with the client library', () => {
  it('confirms by the button behind the link that was sent, once; opening the link changes nothing (SES-99)', async () => {
    const email = await seeded('link@listener.test', { state: 'unconfirmed' });
    await call((callback) => userOf(running.endpoint, email).resendConfirmationCode(callback));
    const link = (await running.pool.codesFor(email))[0]?.link ?? '';
    expect(running.log.at(-1)).toContain(link);
    // A mail scanner opens links as often as it likes.
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    const page = await fetch(link);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.* form-action 'self';/u);
    expect(await page.text()).toMatch(/<h1>Confirm your e-mail address<.*<button>Confirm<\/button>/su);
    await expect(signIn(userOf(running.endpoint, email), PASSWORD)).rejects.toMatchObject({
      code: 'UserNotConfirmedException',
    });
    expect(await pressButton(link)).toBe(200);
    expect(await pressButton(link)).toBe(400);
    await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
  });
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
