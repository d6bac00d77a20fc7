import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CognitoRegistration } from '../../../src/adapters/cognito/sign-in/cognito-registration.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { cut, json, Loopback } from '../loopback.ts';
import { CLIENT_ID } from './scripted-user.ts';

const ACCOUNT = { email: 'wren@listener.test', password: 'Listen-2026!', firstName: 'Wren' };

describe.each(['vendor', 'webcrypto'] as const)('CognitoRegistration with the client %s', (client) => {
  let pool: Loopback;

  beforeAll(async () => {
    pool = await Loopback.start();
  });
  afterAll(async () => pool.close());

  const make = () => {
    const clock = new MemoryClock();
    const config = {
      region: 'us-west-2',
      userPoolId: 'us-west-2_Pool',
      clientId: CLIENT_ID,
      endpoint: pool.origin,
      client,
    };
    return { clock, registration: new CognitoRegistration(new UserPool(config), clock, new MemoryLog()) };
  };

  test('creates an account with the address as user name and the first name as `name` (SES-52)', async () => {
    pool.respond(json({ UserConfirmed: false }));
    const needsConfirmation = { ok: true, value: { needsConfirmation: true } };
    expect(await make().registration.signUp({ ...ACCOUNT, firstName: ' Wren ' })).toEqual(needsConfirmation);
    expect(pool.received[0]?.headers['x-amz-target']).toBe('AWSCognitoIdentityProviderService.SignUp');
    expect(JSON.parse(pool.received[0]?.body ?? '')).toMatchObject({
      ClientId: CLIENT_ID,
      Username: ACCOUNT.email,
      Password: ACCOUNT.password,
      UserAttributes: [
        { Name: 'email', Value: ACCOUNT.email },
        { Name: 'name', Value: 'Wren' },
      ],
    });
  });

  test('uses the endpoint of its region, unless another one is configured (APP-28)', async () => {
    const addresses: unknown[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
      addresses.push(address);
      return Response.json({});
    });
    const regional = new UserPool({
      region: 'eu-central-1',
      userPoolId: 'eu-central-1_Pool',
      clientId: CLIENT_ID,
      endpoint: null,
      client,
    });
    const registration = new CognitoRegistration(regional, new MemoryClock(), new MemoryLog());
    await registration.resendConfirmationCode(ACCOUNT.email);
    expect(addresses).toEqual(['https://cognito-idp.eu-central-1.amazonaws.com/']);
  });

  test('confirms an account so that its address becomes an alias (SES-53)', async () => {
    pool.respond(json({}));
    await make().registration.confirmSignUp({ email: ACCOUNT.email, code: ' 123456 ' });
    expect(JSON.parse(pool.received[0]?.body ?? '')).toMatchObject({
      Username: ACCOUNT.email,
      ConfirmationCode: '123456',
      ForceAliasCreation: true,
    });
  });

  test.each([
    ['an error without a type', json({ message: 'no' }, 400), 'unknown', 'Error creating account'],
    ['an error in HTML', json('<html></html>', 502), 'unknown', 'Error creating account'],
    [
      'a type without a message',
      json({ __type: 'LambdaException' }, 400),
      'unknown',
      'Error creating account',
    ],
    ['a cut connection', cut, 'unreachable', 'Network Error'],
  ])('%s has a message for the listener', async (_name, handler, kind, message) => {
    pool.respond(handler);
    expect(await make().registration.signUp(ACCOUNT)).toMatchObject({ ok: false, error: { kind, message } });
  });

  const refusal = (__type: string, message: string) => json({ __type, message }, 400);
  const notAnEmail = 'Please enter a valid email address.';
  const tooShort = "1 validation error detected: Value at 'password' failed to satisfy constraint";
  const PASSWORD_POLICY = 'Password did not conform with policy: Password must differ from the username';
  const POLICY_SAID = 'Password must differ from the username.';

  test.each([
    ['InvalidParameterException', 'Username should be an email.', 'email', notAnEmail],
    ['InvalidParameterException', 'Invalid email address format.', 'email', notAnEmail],
    ['InvalidParameterException', 'Username and password are wrong.', 'email', notAnEmail],
    ['InvalidParameterException', tooShort, 'password', tooShort],
    ['InvalidPasswordException', PASSWORD_POLICY, 'password', POLICY_SAID],
    ['InvalidParameterException', 'Attributes did not conform to the schema', undefined, null],
    ['LimitExceededException', 'Attempt limit exceeded for this username', undefined, null],
  ])(
    'a sign-up that fails with %s, "%s", names the field %s (SES-58)',
    async (type, sentence, field, shown) => {
      pool.respond(refusal(type, sentence));
      const outcome = await make().registration.signUp(ACCOUNT);
      expect(outcome).toMatchObject({ ok: false, error: { message: shown ?? sentence } });
      expect(outcome.ok ? null : outcome.error.field).toBe(field);
    },
  );

  const badCode = "Value at 'confirmationCode' failed to satisfy constraint";

  test.each([
    ['InvalidParameterException', tooShort, 'new-password'],
    ['InvalidPasswordException', PASSWORD_POLICY, 'new-password'],
    ['InvalidParameterException', badCode, 'code'],
    // The form no longer has a field for the address.
    ['InvalidParameterException', 'Username should be an email.', undefined],
    ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', undefined],
  ])('a new password that fails with %s, "%s", names the field %s', async (type, message, field) => {
    pool.respond(refusal(type, message));
    const reset = { email: ACCOUNT.email, code: '123456', newPassword: 'Another-2026!' };
    const outcome = await make().registration.resetPassword(reset);
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: message === PASSWORD_POLICY ? POLICY_SAID : message },
    });
    expect(outcome.ok ? null : outcome.error.field).toBe(field);
  });

  test('a confirmation names only the code as a wrong field (SES-58)', async () => {
    const fieldOf = async (message: string) => {
      pool.respond(refusal('InvalidParameterException', message));
      const outcome = await make().registration.confirmSignUp({ email: ACCOUNT.email, code: '123456' });
      return outcome.ok ? null : outcome.error.field;
    };
    expect(await fieldOf(badCode)).toBe('code');
    expect(await fieldOf('Username should be an email.')).toBeUndefined();
  });

  test('retries while the service limits the rate, as long as the listener waits (SES-62)', async () => {
    const throttled = json({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }, 400);
    pool.respond((response, received, number) =>
      (number < 3 ? throttled : json({}))(response, received, number),
    );
    const { clock, registration } = make();
    const resent = registration.resendConfirmationCode(ACCOUNT.email);
    await pool.requests(1);
    await expect
      .poll(async () => {
        await clock.advanceAsync(500);
        return pool.received.length;
      })
      .toBe(3);
    expect(await resent).toEqual({ ok: true, value: undefined });
  });

  test('sends nothing after the call was reported as failed', async () => {
    pool.respond(json({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }, 400));
    const { clock, registration } = make();
    const signedUp = registration.signUp(ACCOUNT);
    const ended = signedUp.then(() => true);
    const timePasses = async () => {
      await clock.advanceAsync(500);
      return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1))]);
    };
    await expect.poll(timePasses, { interval: 10, timeout: 20_000 }).toBe(true);
    expect(pool.received.length).toBeGreaterThan(1);
    expect(await signedUp).toMatchObject({ error: { kind: 'unreachable', message: 'Network Error' } });
    // The service would accept the account now.
    pool.respond(json({ UserConfirmed: false }));
    await clock.advanceAsync(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pool.received).toEqual([]);
  });

  test('cancels a call without a response when it is reported as failed', async () => {
    const cutOff = new Promise<void>((resolve) => {
      pool.respond((response) => response.on('close', resolve));
    });
    const { clock, registration } = make();
    const signedUp = registration.signUp(ACCOUNT);
    await pool.requests(1);
    await clock.advanceAsync(20_000);
    expect(await signedUp).toMatchObject({ error: { kind: 'unreachable' } });
    await cutOff;
  });
});
