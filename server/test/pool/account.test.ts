import { decodeJwt } from 'jose';
import { requirePolicy } from '../../pool/password-policy.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, prove, signedIn, token, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

const FIELDS = Array.from({ length: 12 }, (_, index) => `field${index}`);
let running: RunningPool;

beforeAll(async () => {
  running = await runPool({ customAttributes: ['mood', ...FIELDS] });
});

afterAll(async () => {
  await running.close();
});

async function member(email: string): ReturnType<typeof signedIn> {
  await running.pool.ensureUser({ email, name: 'Ada Lovelace', password: PASSWORD });
  return signedIn(running.endpoint, email, PASSWORD);
}

async function attributesOf(access: string): Promise<Record<string, string>> {
  const { body } = await wire(running.endpoint, 'GetUser', { AccessToken: access });
  const list: unknown = body['UserAttributes'];
  if (!Array.isArray(list)) throw new Error(JSON.stringify(body));
  return Object.fromEntries(list.map((item: { Name: string; Value: string }) => [item.Name, item.Value]));
}

describe('the profile', () => {
  it('protects attributes that only the pool may write', async () => {
    const { access } = await member('guarded@listener.test');
    const change = async (Name: string, Value: string): Promise<unknown> =>
      (
        await wire(running.endpoint, 'UpdateUserAttributes', {
          AccessToken: access,
          UserAttributes: [{ Name, Value }],
        })
      ).body['__type'];
    expect(await change('sub', 'someone-else')).toBe('InvalidParameterException');
    expect(await change('email_verified', 'false')).toBe('NotAuthorizedException');
    expect(await change('phone_number_verified', 'true')).toBe('NotAuthorizedException');
    expect(await change('isAdmin', 'true')).toBe('InvalidParameterException');
    expect(await change('__proto__', 'x')).toBe('InvalidParameterException');
    expect(await change('email', 'no address')).toBe('InvalidParameterException');
    const remove = await wire(running.endpoint, 'DeleteUserAttributes', {
      AccessToken: access,
      UserAttributeNames: ['email'],
    });
    expect(remove.body['__type']).toBe('InvalidParameterException');
  });

  it('accepts only declared attributes of the right length', async () => {
    const { access } = await member('hoarder@listener.test');
    const change = async (attributes: readonly object[]): Promise<unknown> =>
      (
        await wire(running.endpoint, 'UpdateUserAttributes', {
          AccessToken: access,
          UserAttributes: attributes,
        })
      ).body['message'];
    const before = await attributesOf(access);
    const many = Array.from({ length: 50 }, (_, at) => ({
      Name: `custom:mine${at}`,
      Value: 'x'.repeat(1000),
    }));
    expect(await change(many)).toBe('user.custom:mine0: Attribute does not exist in the schema.');
    expect(await change([{ Name: 'custom:mood', Value: 'x'.repeat(2049) }])).toMatch(/^1 validation error/);
    for (const Value of ['1815-12-1', '1815-12-100', '']) {
      expect(await change([{ Name: 'birthdate', Value }])).toMatch(
        /^Attributes did not conform to the schema: birthdate: String must be no (longer|shorter) than 10 characters$/,
      );
    }
    expect(await attributesOf(access)).toEqual(before);
    expect(await change([{ Name: 'custom:mood', Value: 'x'.repeat(2048) }])).toBeUndefined();
    expect(await change([{ Name: 'birthdate', Value: '1815-12-10' }])).toBeUndefined();
  });

  it('accepts the same attributes at a sign-up and with a new password', async () => {
    const signUp = await wire(running.endpoint, 'SignUp', {
      ClientId: CLIENT_ID,
      Username: 'arriving@listener.test',
      Password: PASSWORD,
      UserAttributes: [
        { Name: 'name', Value: 'Ada' },
        { Name: 'custom:mine', Value: 'x' },
      ],
    });
    expect(signUp.body).toMatchObject({ __type: 'InvalidParameterException' });

    const email = 'temporary@listener.test';
    await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD, state: 'new-password-required' });
    const proof = await prove(running.endpoint, email, PASSWORD);
    const response = (attributes: object) =>
      wire(running.endpoint, 'RespondToAuthChallenge', {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ClientId: CLIENT_ID,
        Session: proof.body['Session'],
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'a new password', ...attributes },
      });
    for (const refused of [
      { 'userAttributes.custom:mine': 'x' },
      { 'userAttributes.custom:mood': 'x'.repeat(2049) },
      { 'userAttributes.nickname': 'x'.repeat(4096) },
    ]) {
      expect((await response(refused)).body).toMatchObject({ __type: 'InvalidParameterException' });
    }
    const given = { 'userAttributes.custom:mood': 'calm', 'userAttributes.phone_number': '+15550001111' };
    const signedIn = await response(given);
    expect(await attributesOf(token(signedIn, 'AccessToken'))).toMatchObject({
      'custom:mood': 'calm',
      phone_number_verified: 'false',
    });
  });

  it('refuses declarations that the service would refuse', async () => {
    const names = Array.from({ length: 51 }, (_, at) => `n${at}`);
    await expect(runPool({ customAttributes: names })).rejects.toThrow(TypeError);
    await expect(runPool({ customAttributes: ['with a space'] })).rejects.toThrow(TypeError);
  });

  it('loses none of many parallel changes', async () => {
    const { access } = await member('writers@listener.test');
    const names = FIELDS.map((field) => `custom:${field}`);
    await Promise.all(
      names.map((Name) =>
        wire(running.endpoint, 'UpdateUserAttributes', {
          AccessToken: access,
          UserAttributes: [{ Name, Value: 'kept' }],
        }),
      ),
    );
    const attributes = await attributesOf(access);
    expect(names.filter((name) => attributes[name] === 'kept')).toHaveLength(12);
  });
});

describe('an authenticator', () => {
  it('must be associated before it is verified', async () => {
    await running.pool.ensureUser({ email: 'unassociated@listener.test', name: 'Ada', password: PASSWORD });
    const access = token(
      await prove(running.endpoint, 'unassociated@listener.test', PASSWORD),
      'AccessToken',
    );
    const response = await wire(running.endpoint, 'VerifySoftwareToken', {
      AccessToken: access,
      UserCode: '123456',
    });
    expect(response.body['__type']).toBe('SoftwareTokenMFANotFoundException');
  });
});

describe('an account', () => {
  it('is deleted by its owner', async () => {
    const email = 'leaving@listener.test';
    const { user, access } = await member(email);
    await running.db.updateTable('pool_refresh_tokens').set({ agent: 'Firefox/145.0' }).execute();
    await running.pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
    await wire(running.endpoint, 'ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: 'wrong',
      Password: PASSWORD,
    });
    await expect(call((callback) => user.deleteUser(callback))).resolves.toBe('SUCCESS');
    const { sub } = decodeJwt(access);
    const sessions = running.db.selectFrom('pool_refresh_tokens').where('sub', '=', String(sub));
    expect(await sessions.select('agent').distinct().execute(), 'no browser (SES-90)').toEqual([
      { agent: '' },
    ]);
    const attempts = await running.db.selectFrom('pool_attempts').select('subject').execute();
    expect(attempts.filter(({ subject }) => subject.includes(String(sub)))).toEqual([]);
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'user-deleted' });
    expect(await running.pool.codesFor(email)).toEqual([]);
    await running.pool.ensureUser({ email, name: 'Someone else', password: PASSWORD });
    expect(await running.pool.verifyAccessToken(access)).toEqual({ ok: false, reason: 'user-deleted' });
  });

  it('is seeded once', async () => {
    const first = await running.pool.ensureUser({
      email: 'seed@listener.test',
      name: 'A',
      password: PASSWORD,
    });
    const again = await running.pool.ensureUser({
      email: 'SEED@listener.test',
      name: 'B',
      password: 'other',
    });
    expect(again).toEqual(first);
    expect((await prove(running.endpoint, 'seed@listener.test', PASSWORD)).status).toBe(200);
  });
});

describe('a new password', () => {
  it.each([
    'short',
    'password1',
    'Password123',
    'QWERTYuiop',
    'iloveyou',
    '12345678',
    '00000000',
    'zzzzzzzzzz',
    'wren.okafor@listener.test',
    'Wren.Okafor',
  ])('is refused if a stranger would try it first: %s (SES-104)', async (password) => {
    await expect(requirePolicy(password, 'wren.okafor@listener.test')).rejects.toMatchObject({
      type: 'InvalidPasswordException',
    });
  });

  it.each(['correct horse battery', 'a long password', 'Listen-2026!', 'пароль для чтения'])(
    'may be any other one: %s',
    (password) => expect(requirePolicy(password, 'wren@listener.test')).resolves.toBeUndefined(),
  );

  it('is checked wherever one is chosen (SES-104)', async () => {
    const email = 'careless@listener.test';
    const { access } = await member(email);
    const common = 'sunshine1';
    await running.pool.ensureUser({
      email: 'first@listener.test',
      name: 'Ada',
      password: PASSWORD,
      state: 'new-password-required',
    });
    const asked = await prove(running.endpoint, 'first@listener.test', PASSWORD);
    for (const [action, body] of [
      [
        'SignUp',
        {
          Username: 'careless-too@listener.test',
          Password: common,
          UserAttributes: [{ Name: 'name', Value: 'Ada' }],
        },
      ],
      ['ConfirmForgotPassword', { Username: email, ConfirmationCode: '000000', Password: common }],
      ['ChangePassword', { AccessToken: access, PreviousPassword: PASSWORD, ProposedPassword: common }],
      [
        'RespondToAuthChallenge',
        {
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: asked.body['Session'],
          ChallengeResponses: { USERNAME: 'first@listener.test', NEW_PASSWORD: common },
        },
      ],
    ] as const) {
      const { body: response } = await wire(running.endpoint, action, { ClientId: CLIENT_ID, ...body });
      expect(response, action).toMatchObject({
        __type: 'InvalidPasswordException',
        message: 'Password did not conform with policy: Password is too common',
      });
    }
    const added = running.pool.addUser({ email: 'new@listener.test', name: 'Ada', password: common });
    await expect(added).rejects.toThrow('Password is too common');
  });
});
