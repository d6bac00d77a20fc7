import { expect, test, beforeEach, describe } from 'vitest';
import { setPlan } from '../../members/manage-members.ts';
import { OPERATOR } from '../../members/audit.ts';
import { CLIENT_ID } from '../pool/harness.ts';
import { pressButton, session, userOf, wire } from '../pool/client.ts';
import { ApiClient, startTestProvider, signedIn, useProvider } from '../support/provider.ts';
import { mailHost } from './mail-host.ts';
import { tellPlanEnds } from '../../members/plan-ends.ts';
import type { MailTables } from '../../mail/outbox.ts';
import { browserOf } from '../../pool/new-device.ts';
import type { PoolTables } from '../../pool/migrations.ts';

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
    await call('SignUp', {
      Username: email,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'name', Value: 'Ada' }],
    });
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
    const hostile = {
      Username: 'eve@listener.test\r\nBcc: x@y.z',
      Password: PASSWORD,
      UserAttributes: [{ Name: 'name', Value: 'Ada' }],
    };
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

test('the code for a new password is mailed in the language of the call that asks for it (LANG-11)', async () => {
  const host = await mailHost();
  const mail = { url: host.url, from: { name: 'Tidewater', address: 'hello@example.org' } };
  const provider = await startTestProvider({ log: () => undefined, mail });
  try {
    const nobody = new ApiClient(provider.origin, null);
    for (const [at, [email, accepted]] of [
      ['free@listener.test', 'fi, de-CH;q=0.9, en;q=0.5'],
      ['monthly@listener.test', 'es'],
      ['annual@listener.test', 'fi'],
    ].entries()) {
      const headers = { 'accept-language': accepted ?? '' };
      expect((await nobody.post('/user/forgot_password', { email }, headers)).status).toBe(200);
      await host.waitFor(at + 1);
    }
    const languages = host.received.map(
      ({ html }) => /<html lang="(?<tag>\w+)"/u.exec(html)?.groups?.['tag'],
    );
    expect(languages).toEqual(['de', 'es', 'en']);
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
      UserAttributes: [{ Name: 'name', Value: 'Ada' }],
    };
    await wire(`${provider.origin}/pool`, 'SignUp', body);
    expect(log.join('\n')).toMatch(/user pool: sign-up code \d{6} for otto@listener\.test, link http/u);
  } finally {
    await provider.close();
  }
}, 60_000);

const provider = useProvider();
const EMAIL = 'free@listener.test';
let sub = '';

/** The kinds of mails that a look at all plans writes to the listener. */
async function told(): Promise<readonly string[]> {
  const db = provider().db.withTables<MailTables>();
  await tellPlanEnds(db, provider().clock, () => 'https://listen.example/account');
  const rows = await db.selectFrom('mail_outbox').select('kind').where('recipient', '=', EMAIL).execute();
  return rows.map(({ kind }) => kind);
}

async function give(days: number | null): Promise<void> {
  const { db, pool, clock } = provider();
  const until = days === null ? null : clock.now() + days * DAY;
  await setPlan({ db, pool, clock, by: OPERATOR }, EMAIL, days === null ? null : 'annual', until);
}

async function pay(canceledIn: number | null): Promise<void> {
  const now = provider().clock.now();
  await provider()
    .db.insertInto('billing_subscriptions')
    .values({
      id: 'sub_1',
      service: 'stripe',
      sub,
      customer: null,
      plan: 'monthly',
      status: 'active',
      period_start: now,
      period_end: now + 30 * DAY,
      cancel_at: canceledIn === null ? null : now + canceledIn * DAY,
      ended_at: null,
      payment: 'paid',
      started_at: now,
      version: 0,
    })
    .execute();
}

beforeEach(async () => {
  const db = provider().db.withTables<MailTables>();
  const { body } = await (await signedIn(provider().origin, EMAIL)).get('/user');
  sub = String((body as { readonly id?: unknown }).id);
  await provider().db.deleteFrom('billing_subscriptions').execute();
  await give(null);
  await db.deleteFrom('mail_plan_ends').execute();
  await db.deleteFrom('mail_outbox').execute();
});

describe('the mail before a membership ends (SES-86)', () => {
  test('is written once about a given plan that runs out within a week', async () => {
    await give(8);
    expect(await told()).toEqual([]);
    await give(6);
    expect(await told()).toEqual(['plan-ends']);
    expect(await told()).toEqual(['plan-ends']);
  });

  test('is written about a paid plan only after it was canceled', async () => {
    await pay(null);
    expect(await told()).toEqual([]);
    await provider().db.deleteFrom('billing_subscriptions').execute();
    await pay(6);
    expect(await told()).toEqual(['plan-ends']);
  });

  test('is not written if another plan lasts longer', async () => {
    await give(5);
    await pay(null);
    expect(await told()).toEqual([]);
    await provider().db.deleteFrom('billing_subscriptions').execute();
    await pay(6);
    // The given plan ends first, and the paid one is the one to be told about.
    expect(await told()).toEqual(['plan-ends']);
  });
});

describe('a sign-in with a new device (SES-152)', () => {
  const mailsTo = async (from: Awaited<ReturnType<typeof startTestProvider>>, email: string) =>
    (
      await from.db
        .withTables<MailTables>()
        .selectFrom('mail_outbox')
        .select('kind')
        .where('recipient', '=', email)
        .execute()
    ).map(({ kind }) => kind);

  test.each([true, false])(
    'is told by mail if the operator wants it: %s',
    async (tellsOfNewDevices) => {
      const host = await mailHost();
      const own = await startTestProvider({
        tellsOfNewDevices,
        publicUrl: 'https://listen.example.org',
        mail: { url: host.url, from: { name: 'Tidewater', address: 'hello@example.org' } },
      });
      try {
        const email = 'devices@listener.test';
        await own.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
        await session(userOf(`${own.origin}/pool`, email), PASSWORD);
        expect(await mailsTo(own, email), 'the first sign-in is told to nobody').toEqual([]);
        await session(userOf(`${own.origin}/pool`, email), PASSWORD);
        expect(await mailsTo(own, email), 'the network and the browser are known').toEqual([]);

        const { sub } = await own.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
        const networks = own.db.withTables<PoolTables>();
        await networks.deleteFrom('pool_known_networks').where('sub', '=', sub).execute();
        await session(userOf(`${own.origin}/pool`, email), PASSWORD);
        expect(await mailsTo(own, email)).toEqual(tellsOfNewDevices ? ['new-device'] : []);
        if (!tellsOfNewDevices) return;
        await host.waitFor(1);
        expect(host.received[0]?.headers.get('subject')).toBe('A new sign-in to your account at Tidewater');
        expect(host.received[0]?.text).toContain('an unknown device');
      } finally {
        await own.close();
      }
    },
    60_000,
  );

  test('is told after so long a time that earlier ones are forgotten', async () => {
    const host = await mailHost();
    const own = await startTestProvider({
      tellsOfNewDevices: true,
      mail: { url: host.url, from: { name: 'Tidewater', address: 'hello@example.org' } },
    });
    try {
      const email = 'dormant@listener.test';
      await own.pool.ensureUser({ email, name: 'Wren', password: PASSWORD });
      own.clock.setOffset(91 * DAY);
      await session(userOf(`${own.origin}/pool`, email), PASSWORD);
      expect(await mailsTo(own, email)).toEqual(['new-device']);
    } finally {
      await own.close();
    }
  }, 60_000);

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
      'Edge on Windows',
    ],
    ['<b>Your bank</b>', 'an unknown device'],
    ['', 'an unknown device'],
  ])('%s is %s in the mail', (agent, words) => {
    expect(browserOf(agent)).toBe(words);
  });
});
