import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Mail,
  type MailDatabase,
  type MailTables,
  deliverDue,
  enqueue,
  purgeMails,
} from '../../mail/outbox.ts';
import { SmtpServer } from '../../mail/smtp.ts';
import { useProvider } from '../support/provider.ts';
import { freePort } from '../support/postgres.ts';
import { mailHost } from './mail-host.ts';

const provider = useProvider();
const FROM = { name: 'Hark', address: 'hello@example.org' };
const CODE = '123456';
const RESET: Mail = { kind: 'forgot-password', fields: { code: CODE }, to: 'rosa@listener.test' };
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let db: MailDatabase;
let log: string[] = [];
const clock = { offset: 0, now: () => Date.now() + clock.offset };

beforeAll(() => {
  db = provider().db.withTables<MailTables>();
});
beforeEach(async () => {
  clock.offset = 0;
  log = [];
  await db.deleteFrom('mail_outbox').execute();
});

const deliver = (url: string, signal = new AbortController().signal): Promise<void> =>
  deliverDue(
    {
      db,
      clock,
      server: new SmtpServer({ url, from: FROM }),
      brand: FROM.name,
      log: (line) => log.push(line),
    },
    signal,
  );

const containing = (words: string): unknown => expect.stringContaining(words);
const put = (mail: Mail): Promise<void> => enqueue(db, mail, clock.now());
const rows = () => db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();

describe('a mail', () => {
  test('arrives once, as text and as HTML, and then its code is deleted from the database (SES-85, SES-84)', async () => {
    const host = await mailHost();
    await put(RESET);
    await deliver(host.url);
    await deliver(host.url);
    expect(host.received).toHaveLength(1);
    const [mail] = host.received;
    expect(mail).toMatchObject({ to: ['rosa@listener.test'], from: 'hello@example.org' });
    expect(mail?.headers.get('from')).toBe('Hark <hello@example.org>');
    expect(mail?.headers.get('subject')).toBe('Choose a new password for Hark');
    expect(mail?.text).toContain(CODE);
    expect(mail?.html).toContain(CODE);
    expect(mail?.html).toContain('<html lang="en">');
    const [row] = await rows();
    expect(row).toMatchObject({ fields: null, attempts: 1, failed_at: null });
    expect(row?.sent_at).not.toBeNull();
    expect(JSON.stringify(await rows())).not.toContain(CODE);
  });

  test('that was undone with its transaction is never sent (SES-82)', async () => {
    const host = await mailHost();
    await expect(
      db.transaction().execute(async (transaction) => {
        await enqueue(transaction, RESET, clock.now());
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await deliver(host.url);
    expect(host.received).toEqual([]);
  });

  test('waits while the server is down, with longer and longer pauses, and then arrives', async () => {
    const port = await freePort();
    await put(RESET);
    const url = `smtp://127.0.0.1:${port}`;
    await deliver(url);
    expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, leased_until: null }]);
    expect(log).toEqual([expect.stringContaining('has to wait')]);
    await deliver(url);
    expect((await rows())[0]?.attempts, 'within the pause').toBe(1);
    clock.offset = 11 * SECOND;
    await deliver(url);
    clock.offset = 25 * SECOND;
    await deliver(url);
    expect((await rows())[0]?.attempts, 'the second pause is longer').toBe(2);
    const host = await mailHost({}, port);
    clock.offset = 60 * SECOND;
    await deliver(url);
    expect(host.received).toHaveLength(1);
    expect(log, 'one line for all attempts').toHaveLength(1);
  });

  test('to an address that the server refuses is given up, and others arrive (SES-83)', async () => {
    const host = await mailHost({ refuse: (address) => (address.startsWith('gone') ? 550 : null) });
    await put({ ...RESET, to: 'gone@listener.test' });
    await put(RESET);
    await deliver(host.url);
    clock.offset = DAY;
    await deliver(host.url);
    expect(host.received.map(({ to }) => to)).toEqual([['rosa@listener.test']]);
    expect(host.asked.filter((address) => address.startsWith('gone'))).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { fields: null, sent_at: null, failure: containing('No such mailbox') },
      { failure: null },
    ]);
    expect(log.join()).not.toContain(CODE);
  });

  test('that the server refuses for the moment is sent again', async () => {
    let isBusy = true;
    const host = await mailHost({ refuse: () => (isBusy ? 451 : null) });
    await put(RESET);
    await deliver(host.url);
    isBusy = false;
    clock.offset = 11 * SECOND;
    await deliver(host.url);
    expect(host.received).toHaveLength(1);
  });

  test('whose server dies after the data is sent again with the same Message-ID (SES-83)', async () => {
    let dies = true;
    const host = await mailHost({ dieAfterData: () => dies });
    await put(RESET);
    await deliver(host.url);
    expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null }]);
    dies = false;
    clock.offset = 11 * SECOND;
    await deliver(host.url);
    const ids = host.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@example\.org>$/u);
  });

  test('is claimed by one of two senders, and by the other one only after its lease (SES-83)', async () => {
    let isMute = true;
    const host = await mailHost({ stayMute: () => isMute });
    await put(RESET);
    const stopped = new AbortController();
    const first = deliver(host.url, stopped.signal);
    await host.waitFor(1);
    await deliver(host.url);
    expect(host.received, 'while the first sender has it').toHaveLength(1);
    isMute = false;
    // The first sender no longer runs, as after a crash: it cannot store what became of the mail.
    clock.offset = 6 * 60 * SECOND;
    await deliver(host.url);
    expect(host.received).toHaveLength(2);
    const before = await rows();
    stopped.abort();
    await first;
    expect(await rows(), 'the late sender changes nothing').toEqual(before);
  });

  test('is sent once by many senders at once', async () => {
    const host = await mailHost();
    const people = Array.from({ length: 12 }, (_, at) => `person-${at}@listener.test`);
    for (const to of people) await put({ ...RESET, to });
    await Promise.all(Array.from({ length: 4 }, () => deliver(host.url)));
    expect(host.received.flatMap(({ to }) => to).toSorted()).toEqual(people.toSorted());
  });

  test('whose code has expired is not sent (SES-85)', async () => {
    const host = await mailHost();
    await put({ ...RESET, expiresAt: clock.now() + HOUR });
    clock.offset = HOUR + 1;
    await deliver(host.url);
    expect(host.received).toEqual([]);
    expect(await rows()).toMatchObject([{ fields: null, failure: containing('expired') }]);
  });

  test('is given up after three days, and its row is deleted after a month (SES-83)', async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    await put(RESET);
    await deliver(url);
    clock.offset = 3 * DAY;
    await deliver(url);
    expect(await rows()).toMatchObject([{ fields: null, sent_at: null }]);
    clock.offset = 31 * DAY;
    await purgeMails({ db, clock });
    expect(await rows()).toEqual([]);
  });

  test.each([
    'rosa@listener.test\r\nBcc: eve@listener.test',
    'rosa@listener.test\nRCPT TO:<eve@listener.test>',
    'rosa@listener.test, eve@listener.test',
    'Rosa <rosa@listener.test>',
    'rosa@listener.test ',
    '',
  ])('to %j goes to nobody (SES-84)', async (to) => {
    const host = await mailHost();
    await put({ ...RESET, to });
    await deliver(host.url);
    expect(host.asked).toEqual([]);
    expect(await rows()).toMatchObject([{ fields: null, failure: containing('not one e-mail') }]);
  });

  test('has no header and no element of the words in it (SES-84)', async () => {
    const host = await mailHost();
    const name = 'Rosa\r\nBcc: eve@listener.test\r\n\r\n<script>alert(1)</script>';
    await put({
      kind: 'invitation',
      fields: { name, password: 'abcd1234', link: 'https://example.org/?a=1&b="', until: 0 },
      to: 'rosa@listener.test',
    });
    await deliver(host.url);
    const [mail] = host.received;
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(host.asked).toEqual(['rosa@listener.test']);
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).toContain('href="https://example.org/?a=1&amp;b=&quot;"');
  });
});
