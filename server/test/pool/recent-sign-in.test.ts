import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../mail/outbox.ts';
import { writeMessage } from '../../mail/write-message.ts';
import { prove, token, wire } from './client.ts';
import { PASSWORD, type RunningPool, runPool } from './harness.ts';

let running: RunningPool;
let email = '';
let sub = '';
let access = '';
let listeners = 0;
const mails: Mail[] = [];

beforeAll(async () => {
  running = await runPool({
    mail: async (_transaction, mail) => {
      mails.push(mail);
    },
  });
});

afterAll(() => running.close());

const signIn = async (): Promise<string> =>
  token(await prove(running.endpoint, email, PASSWORD), 'AccessToken');

const call = (action: string, body: object) =>
  wire(running.endpoint, action, { AccessToken: access, ...body });

const change = (Name: string, Value: string) =>
  call('UpdateUserAttributes', { UserAttributes: [{ Name, Value }] });

beforeEach(async () => {
  listeners += 1;
  email = `recent-${listeners}@listener.test`;
  const phone = { smsNumber: '+15550001111' };
  ({ sub } = await running.pool.ensureUser({ email, name: 'Wren', password: PASSWORD, ...phone }));
  await setFactors(false);
  access = await signIn();
});

/** Sets both second factors, so that a sign-in without them can come before. */
const setFactors = (isOn: boolean) =>
  running.db
    .updateTable('pool_users')
    .set({ sms_mfa: isOn, totp_mfa: isOn, totp_secret: isOn ? 'JBSWY3DPEHPK3PXP' : null })
    .where('sub', '=', sub)
    .execute();

describe('a session that was signed in to a while ago (SES-163)', () => {
  const expectRefused = async (responding: ReturnType<typeof call>): Promise<void> => {
    expect(await responding).toMatchObject({
      status: 400,
      body: {
        __type: 'NotAuthorizedException',
        message: expect.stringMatching(/^You signed in a while ago\. Sign in again to /u) as unknown,
      },
    });
  };

  test('does not change the address, with which a new password could be set', async () => {
    const other = `new-${email}`;
    mails.length = 0;
    running.clock.advance(601);
    await expectRefused(change('email', other));
    expect(mails).toEqual([]);
    expect((await change('name', 'Robin')).status, 'the name signs nobody in').toBe(200);
    expect((await change('email', email)).status, 'the same address').toBe(200);

    access = await signIn();
    expect((await change('email', other)).status).toBe(200);
    expect(mails.at(-1)).toMatchObject({ to: other, kind: 'new-address' });
  });

  test('does not weaken the second step', async () => {
    await setFactors(true);
    running.clock.advance(601);
    await expectRefused(call('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: false } }));
    await expectRefused(call('SetUserMFAPreference', { SMSMfaSettings: { Enabled: false } }));
    await expectRefused(call('SetUserSettings', { MFAOptions: [] }));
    await expectRefused(call('AssociateSoftwareToken', {}));
    await expectRefused(change('phone_number', '+15550002222'));
    await expectRefused(call('DeleteUserAttributes', { UserAttributeNames: ['phone_number'] }));
    const { sms_mfa, totp_mfa } = await running.db
      .selectFrom('pool_users')
      .select(['sms_mfa', 'totp_mfa'])
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    expect({ sms_mfa, totp_mfa }).toEqual({ sms_mfa: true, totp_mfa: true });
  });

  test('does not add an authenticator app, which would lock its owner out', async () => {
    running.clock.advance(601);
    await expectRefused(call('AssociateSoftwareToken', {}));
    access = await signIn();
    expect((await call('AssociateSoftwareToken', {})).status).toBe(200);
  });

  test('may still turn on codes by SMS, to a phone number that is verified', async () => {
    running.clock.advance(601);
    expect((await call('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } })).status).toBe(200);
  });
});

test('soon after a sign-in, the second step is turned off (SES-163)', async () => {
  await setFactors(true);
  expect((await call('SetUserSettings', { MFAOptions: [] })).status).toBe(200);
  const off = { SoftwareTokenMfaSettings: { Enabled: false } };
  expect((await call('SetUserMFAPreference', off)).status).toBe(200);
});

test('the former address is told that it was changed, and not what the new one is (SES-164)', async () => {
  const other = `moved-${email}`;
  await change('email', other);
  const code = (await running.pool.codesFor(email)).find(
    ({ purpose }) => purpose === 'attribute:email',
  )?.code;
  expect((await call('VerifyUserAttribute', { AttributeName: 'email', Code: code })).status).toBe(200);
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: email, kind: 'address-changed' });
  if (mail === undefined) return;
  const { subject, text, html } = writeMessage(mail, 'Tidewater');
  expect(subject).toBe('The e-mail address of your account at Tidewater was changed');
  expect(text).toContain('If this was not you');
  expect(text + html).not.toContain(other);
});
