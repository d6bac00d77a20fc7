// Proves SES-99.
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MemoryStorage, call, pressButton, session, settle, signIn, step, userOf } from './client.ts';
import { prove, signedIn } from './srp-client.ts';
import { PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';

// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool();
});

afterAll(async () => {
  await running.close();
});

async function seeded(email: string, extra: object = {}): Promise<string> {
  await running.pool.ensureUser({ email, name: 'Ada Lovelace', password: PASSWORD, ...extra });
  return email;
}

describe('signing in with the client library', () => {
  it('proves the password by SRP and gets tokens that the provider accepts', async () => {
    const email = await seeded('ada@listener.test');
    const { access, session: tokens } = await session(userOf(running.endpoint, email), PASSWORD);
    const check = await running.pool.verifyAccessToken(access);
    expect(check).toMatchObject({ ok: true });
    expect(tokens.getIdToken().decodePayload()).toMatchObject({
      email,
      name: 'Ada Lovelace',
      email_verified: true,
    });
    expect(tokens.getAccessToken().decodePayload()).toMatchObject({
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
    });
    expect(check.ok && (await running.pool.getVerifiedEmail(check.sub))).toBe(email);
  });

  it('compares e-mail addresses without regard to case', async () => {
    await seeded('case@listener.test');
    await expect(session(userOf(running.endpoint, 'CASE@Listener.Test'), PASSWORD)).resolves.toBeDefined();
  });

  it('has the same error for a wrong password and an unknown user', async () => {
    const email = await seeded('wrong@listener.test');
    const refusal = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    await expect(signIn(userOf(running.endpoint, email), 'not the password')).rejects.toMatchObject(refusal);
    await expect(signIn(userOf(running.endpoint, 'nobody@listener.test'), PASSWORD)).rejects.toMatchObject(
      refusal,
    );
  });

  it('signs in repeatedly, with salts and values of any length', async () => {
    for (let round = 0; round < 4; round += 1) {
      const email = await seeded(`round-${round}@listener.test`);
      await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
    }
  }, 60_000);

  it('asks for a new password and continues with it', async () => {
    const email = await seeded('new-password@listener.test', { state: 'new-password-required' });
    const first = await signIn(userOf(running.endpoint, email), PASSWORD);
    expect(first).toMatchObject({ kind: 'new-password', parameters: { email, name: 'Ada Lovelace' } });
    await expect(
      step(first.user, (callbacks) => first.user.completeNewPasswordChallenge('short', {}, callbacks)),
    ).rejects.toMatchObject({ code: 'InvalidPasswordException' });
    const second = await step(first.user, (callbacks) =>
      first.user.completeNewPasswordChallenge('a better password', { name: 'Ada King' }, callbacks),
    );
    expect(second.kind).toBe('session');
    await expect(signIn(userOf(running.endpoint, email), PASSWORD)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
    const { session: again } = await session(userOf(running.endpoint, email), 'a better password');
    expect(again.getIdToken().decodePayload()).toMatchObject({ name: 'Ada King' });
  });

  it('asks for an authenticator code, accepts a corrected one, and accepts none twice', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const email = await seeded('totp@listener.test', { totpSecret: secret });
    const first = await signIn(userOf(running.endpoint, email), PASSWORD);
    expect(first.kind).toBe('totp');
    const code = await running.pool.totpFor(email);
    expect(code).toBe(new TOTP({ secret }).generate({ timestamp: running.clock.now() }));
    const response = (given: string) => () =>
      step(first.user, (callbacks) => first.user.sendMFACode(given, callbacks, 'SOFTWARE_TOKEN_MFA'));
    const wrong = code === '000000' ? '000001' : '000000';
    await expect(response(wrong)()).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(response(code ?? '')()).resolves.toMatchObject({ kind: 'session' });

    const second = await signIn(userOf(running.endpoint, email), PASSWORD);
    await expect(
      step(second.user, (callbacks) => second.user.sendMFACode(code ?? '', callbacks, 'SOFTWARE_TOKEN_MFA')),
    ).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  });
});

describe('creating an account with the client library', () => {
  it('signs up, confirms by code, resends, and signs in', async () => {
    const email = 'grace@listener.test';
    const user = userOf(running.endpoint, email);
    const pool = new (await import('amazon-cognito-identity-js')).CognitoUserPool({
      UserPoolId: 'us-west-2_Embedded01',
      ClientId: 'embeddedwebclient00000001',
      endpoint: running.endpoint,
      Storage: new MemoryStorage(),
    });
    const signUp = () => call((callback) => pool.signUp(email, PASSWORD, [], [], callback));
    expect(await signUp()).toMatchObject({
      userConfirmed: false,
      codeDeliveryDetails: { DeliveryMedium: 'EMAIL', Destination: 'g***@l***' },
    });
    await expect(signUp()).rejects.toMatchObject({ code: 'UsernameExistsException' });
    await expect(signIn(user, PASSWORD)).rejects.toMatchObject({ code: 'UserNotConfirmedException' });

    const stale = await codeFor(running.pool, email, 'sign-up');
    await call((callback) => user.resendConfirmationCode(callback));
    const code = await codeFor(running.pool, email, 'sign-up');
    expect(running.log.some((line) => line.includes(code) && line.includes(email))).toBe(true);
    const confirm = (given: string) =>
      call((callback) => userOf(running.endpoint, email).confirmRegistration(given, true, callback));
    const other = stale === code ? 'no-such-code' : stale;
    await expect(confirm(other)).rejects.toMatchObject({ code: 'CodeMismatchException' });
    await expect(confirm(code)).resolves.toBe('SUCCESS');
    await expect(session(userOf(running.endpoint, email), PASSWORD)).resolves.toBeDefined();
  });

  it('confirms by the button behind the link that was sent, once; opening the link changes nothing', async () => {
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

  it('replaces a forgotten password by code, once', async () => {
    const email = await seeded('forgot@listener.test');
    const user = userOf(running.endpoint, email);
    await settle((callbacks) => user.forgotPassword(callbacks));
    const code = await codeFor(running.pool, email, 'forgot-password');
    const confirm = () => settle((callbacks) => user.confirmPassword(code, 'remembered at last', callbacks));
    await expect(confirm()).resolves.toBe('SUCCESS');
    await expect(confirm()).rejects.toMatchObject({ code: 'ExpiredCodeException' });
    expect((await prove(running.endpoint, email, 'remembered at last')).status).toBe(200);
  });

  it('changes a password only with the current one', async () => {
    const email = await seeded('change@listener.test');
    const { user } = await signedIn(running.endpoint, email, PASSWORD);
    const change = (from: string, to: string) => call((callback) => user.changePassword(from, to, callback));
    await expect(change('a wrong guess', 'whatever it is')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
    });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({ code: 'InvalidPasswordException' });
    await expect(change(PASSWORD, 'changed by myself')).resolves.toBe('SUCCESS');
    expect((await prove(running.endpoint, email, 'changed by myself')).status).toBe(200);
  });
});
