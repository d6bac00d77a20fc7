import { expect, test } from 'vitest';
import { setPlan } from '../../../server/members/manage-members.ts';
import { OPERATOR } from '../../../server/members/audit.ts';
import { CLIENT_ID } from '../pool/harness.ts';
import { pressButton, session, userOf, wire } from '../pool/client.ts';
import { ApiClient, startTestProvider } from '../support/provider.ts';
import { mailHost } from './mail-host.ts';

const PASSWORD = 'correct horse battery';
const DAY = 86_400_000;

test('a listener signs up, confirms, resets the password and is told of the end of a plan, all by mail', async () => {
  const host = await mailHost();
  const log: string[] = [];
  const provider = await startTestProvider({
    log: (line) => log.push(line),
    publicUrl: 'https://listen.example.org',
    mail: { url: host.url, from: { name: 'Tidewater', address: 'hello@example.org' } },
  });
  try {
    const { origin, db, pool, clock } = provider;
    const email = 'nora@listener.test';
    const call = (action: string, body: object) =>
      wire(`${origin}/pool`, action, { ClientId: CLIENT_ID, ...body });
    await call('SignUp', { Username: email, Password: PASSWORD, UserAttributes: [] });
    await host.waitFor(1);
    expect(host.received[0]?.headers.get('subject')).toBe('Confirm your e-mail address for Tidewater');
    const link = /https:\/\/listen\.example\.org(?<path>\/pool\/confirmUser\S+)/u.exec(
      host.received[0]?.text ?? '',
    );
    expect(await pressButton(origin + (link?.groups?.['path'] ?? ''))).toBe(200);
    const { access } = await session(userOf(`${origin}/pool`, email), PASSWORD);
    const listener = new ApiClient(origin, access);
    await listener.post('/user/create_account', { email, full_name: 'Nora' });

    await listener.post('/user/forgot_password', { email });
    await host.waitFor(2);
    const code = /^ {4}(?<code>\d{6})$/mu.exec(host.received[1]?.text ?? '')?.groups?.['code'];
    await call('ConfirmForgotPassword', {
      Username: email,
      ConfirmationCode: code,
      Password: 'a new password',
    });
    await session(userOf(`${origin}/pool`, email), 'a new password');

    // Nobody with an address that is not one gets a code.
    const hostile = { Username: 'eve@listener.test\r\nBcc: x@y.z', Password: PASSWORD, UserAttributes: [] };
    expect(await call('SignUp', hostile)).toMatchObject({
      status: 400,
      body: { __type: 'InvalidParameterException' },
    });

    await setPlan({ db, pool, clock, by: OPERATOR }, email, 'annual', clock.now() + 5 * DAY);
    // The provider looks once an hour.
    clock.setOffset(3_600_000);
    await host.waitFor(3);
    expect(host.received[2]?.headers.get('subject')).toBe('Your plan at Tidewater ends soon');
    clock.setOffset(2 * 3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(host.received.map(({ to }) => to)).toEqual([[email], [email], [email]]);
    expect(log.join('\n'), 'no code is printed').not.toMatch(/\d{6}/u);
  } finally {
    await provider.close();
  }
}, 60_000);

test('without a mail server, codes are printed', async () => {
  const log: string[] = [];
  const provider = await startTestProvider({
    log: (line) => log.push(line),
  });
  try {
    const body = {
      ClientId: CLIENT_ID,
      Username: 'otto@listener.test',
      Password: PASSWORD,
      UserAttributes: [],
    };
    await wire(`${provider.origin}/pool`, 'SignUp', body);
    expect(log.join('\n')).toMatch(/user pool: sign-up code \d{6} for otto@listener\.test, link http/u);
  } finally {
    await provider.close();
  }
}, 60_000);
