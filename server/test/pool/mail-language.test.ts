// Each mail that a request of its recipient causes is in the language that the browser of this request prefers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../mail/outbox.ts';
import { parameter, prove, token, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, runPool } from './harness.ts';

const GERMAN = { 'accept-language': 'fi, de-AT;q=0.9, fr;q=0.5' };
const mails: Mail[] = [];
let running: RunningPool;
let email = '';
let count = 0;

beforeAll(async () => {
  running = await runPool({
    passwordlessSignIn: true,
    mail: async (_transaction, mail) => void mails.push(mail),
  });
}, 60_000);
afterAll(() => running.close());

beforeEach(async () => {
  mails.length = 0;
  count += 1;
  email = `mail-language-${count}@listener.test`;
  await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
});

const call = (action: string, body: object, headers: Record<string, string> = GERMAN) =>
  wire(running.endpoint, action, { ClientId: CLIENT_ID, ...body }, headers);
const accessToken = async (): Promise<string> =>
  token(await prove(running.endpoint, email, PASSWORD), 'AccessToken');
const sent = () => mails.map(({ kind, language }) => [kind, language]);
const codeOf = async (purpose: string) =>
  (await running.pool.codesFor(email)).find((each) => each.purpose === purpose)?.code;

test('a sign-up, and another code for it (LANG-11)', async () => {
  const Username = `new-${email}`;
  const fields = { Password: PASSWORD, UserAttributes: [{ Name: 'name', Value: 'Ada' }] };
  expect((await call('SignUp', { Username, ...fields })).status).toBe(200);
  expect((await call('ResendConfirmationCode', { Username })).status).toBe(200);
  expect(sent()).toEqual([
    ['sign-up', 'de'],
    ['sign-up', 'de'],
  ]);
});

test('a request without a language (LANG-11)', async () => {
  await call('ForgotPassword', { Username: email }, {});
  await call('ForgotPassword', { Username: email }, { 'accept-language': 'fi' });
  expect(sent()).toEqual([
    ['forgot-password', 'en'],
    ['forgot-password', 'en'],
  ]);
});

test('a forgotten password (LANG-11)', async () => {
  await call('ForgotPassword', { Username: email });
  expect(sent()).toEqual([['forgot-password', 'de']]);
});

test('a new address, and what the former one is told (LANG-11)', async () => {
  const AccessToken = await accessToken();
  const UserAttributes = [{ Name: 'email', Value: `moved-${email}` }];
  expect((await call('UpdateUserAttributes', { AccessToken, UserAttributes })).status).toBe(200);
  const Code = await codeOf('attribute:email');
  expect((await call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code })).status).toBe(200);
  expect(sent()).toEqual([
    ['new-address', 'de'],
    ['address-changed', 'de'],
  ]);
});

test('a sign-in with a code alone (LANG-11)', async () => {
  const AuthParameters = { USERNAME: email };
  const begun = await call('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters });
  expect(parameter(begun, 'USERNAME')).not.toBe('');
  expect(sent()).toEqual([['passwordless-sign-in', 'de']]);
});
