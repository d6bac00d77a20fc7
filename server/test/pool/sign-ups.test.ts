import { afterAll, beforeAll, expect, test } from 'vitest';
import { prove, type WireResponse, wire } from './client.ts';
import { CLIENT_ID, codeFor, type RunningPool, runPool } from './harness.ts';

const OWNERS = 'the password of the owner';
const STRANGERS = 'the password of a stranger';
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';

let running: RunningPool;

beforeAll(async () => {
  running = await runPool({}, { trustProxy: true });
});

afterAll(async () => {
  await running.close();
});

const call = (action: string, body: object, from = HOME): Promise<WireResponse> =>
  wire(running.endpoint, action, { ClientId: CLIENT_ID, ...body }, { 'x-forwarded-for': from });
const UserAttributes = [{ Name: 'name', Value: 'Ada' }];
const signUp = (Username: string, Password: string, from?: string) =>
  call('SignUp', { Username, Password, UserAttributes }, from);
const confirm = async (Username: string, from?: string) =>
  call(
    'ConfirmSignUp',
    { Username, ConfirmationCode: await codeFor(running.pool, Username, 'sign-up') },
    from,
  );
const outcome = async (email: string, password: string): Promise<unknown> => {
  const { status, body } = await prove(running.endpoint, email, password);
  return status === 200 ? 'signed in' : body['__type'];
};

test.each([HOME, ELSEWHERE])(
  'a sign-up replaces one of a stranger that nobody confirmed, and only its password counts (from %s) (SES-107)',
  async (from) => {
    const email = `taken-${from}@listener.test`;
    await signUp(email, STRANGERS, ELSEWHERE);
    const old = await codeFor(running.pool, email, 'sign-up');
    expect(await signUp(email, OWNERS, from)).toMatchObject({ status: 200, body: { UserConfirmed: false } });
    expect((await call('ConfirmSignUp', { Username: email, ConfirmationCode: old })).status).toBe(400);
    expect((await confirm(email, from)).status).toBe(200);
    expect(await outcome(email, OWNERS)).toBe('signed in');
    expect(await outcome(email, STRANGERS)).toBe('NotAuthorizedException');
  },
);

test('the code of a stranger who signed up last activates no password (SES-107)', async () => {
  const email = 'contested@listener.test';
  await signUp(email, OWNERS);
  await signUp(email, STRANGERS, ELSEWHERE);
  expect((await confirm(email)).status).toBe(200);
  expect(await outcome(email, STRANGERS)).toBe('PasswordResetRequiredException');
  expect(await outcome(email, OWNERS)).toBe('NotAuthorizedException');
  await call('ForgotPassword', { Username: email });
  const ConfirmationCode = await codeFor(running.pool, email, 'forgot-password');
  await call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: OWNERS });
  expect(await outcome(email, OWNERS)).toBe('signed in');
});

test('a confirmed account is not replaced', async () => {
  const email = 'settled@listener.test';
  await signUp(email, OWNERS);
  await confirm(email);
  expect((await signUp(email, STRANGERS)).body['__type']).toBe('UsernameExistsException');
  expect(await outcome(email, OWNERS)).toBe('signed in');
});

test('a sign-up that is repeated keeps its limit of codes', async () => {
  const email = 'flooded@listener.test';
  for (let sent = 1; sent <= 20; sent += 1) expect((await signUp(email, OWNERS)).status).toBe(200);
  expect((await signUp(email, OWNERS)).body['__type']).toBe('LimitExceededException');
});

test('the link of a mail asks for the password on another network than the sign-up came from (SES-107)', async () => {
  const email = 'linked@listener.test';
  await signUp(email, STRANGERS, ELSEWHERE);
  const link = (await running.pool.codesFor(email))[0]?.link ?? '';
  const open = async (from: string) => (await fetch(link, { headers: { 'x-forwarded-for': from } })).text();
  expect(await open(ELSEWHERE)).not.toContain('name="password"');
  expect(await open(HOME)).toContain('name="password"');
  const press = (password: string) =>
    fetch(new URL('/pool/confirmUser', link), {
      method: 'POST',
      headers: { 'x-forwarded-for': HOME },
      body: new URLSearchParams([...new URL(link).searchParams, ['password', password]]),
    });
  for (const wrong of ['', OWNERS]) await press(wrong);
  expect(await outcome(email, STRANGERS)).toBe('UserNotConfirmedException');
  expect((await press(STRANGERS)).status).toBe(200);
  expect(await outcome(email, STRANGERS)).toBe('signed in');
});

test.each([
  ['no attributes', undefined],
  ['another attribute alone', [{ Name: 'birthdate', Value: '1815-12-10' }]],
  ['an empty name', [{ Name: 'name', Value: '' }]],
  ['a name of spaces', [{ Name: 'name', Value: '  ' }]],
])('a sign-up with %s is refused as a required attribute is, and adds nobody', async (what, given) => {
  const Username = `${what.replaceAll(' ', '-')}@listener.test`;
  const refused = await call('SignUp', { Username, Password: OWNERS, UserAttributes: given });
  expect(refused.body).toEqual({
    __type: 'InvalidParameterException',
    message: 'Attributes did not conform to the schema: name: The attribute is required',
  });
  expect(await outcome(Username, OWNERS)).toBe('NotAuthorizedException');
  expect((await signUp(Username, OWNERS)).status).toBe(200);
});
