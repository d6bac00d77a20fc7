import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { offeredByServer, offeredFor, translationOf } from '../../languages/catalogues.ts';
import { type LanguageOf, type MailTables, deliverDue, enqueue } from '../../mail/outbox.ts';
import type { MailContent } from '../../mail/messages.ts';
import type { Outgoing } from '../../mail/smtp.ts';
import { writeMessage } from '../../mail/write-message.ts';
import { storedLanguage } from '../../members/listeners.ts';
import { signedIn, useProvider } from '../support/provider.ts';

const AT = Date.UTC(2026, 11, 3, 14, 5);
const RECEIPT: MailContent = {
  kind: 'receipt',
  fields: { label: 'Annual membership', amount: 6999, currency: 'usd', paid_at: AT },
};
const INVITATION: MailContent = {
  kind: 'invitation',
  fields: { name: 'Ann\u202E', password: 'abc-123', link: 'https://a.example/login', until: AT },
};
const write = (content: MailContent, language: string) =>
  writeMessage(content, 'Hark', translationOf(language));

test('all five languages of the provider are complete (LANG-12)', () => {
  expect(offeredByServer(undefined)).toEqual(['en', 'ar', 'de', 'es', 'fr']);
});

describe('a mail in the language of its recipient (LANG-11)', () => {
  test('says dates and prices as the language does', () => {
    expect(write(RECEIPT, 'en').text).toContain('Annual membership: $69.99, paid on December 3, 2026.');
    expect(write(RECEIPT, 'de').text).toContain(
      'Jahresmitgliedschaft: 69,99\u00A0$, bezahlt am 3. Dezember 2026.',
    );
    expect(write(RECEIPT, 'fr').subject).toBe('Votre reçu de Hark');
    expect(write(RECEIPT, 'ar').text).toContain('2026');
  });

  test('takes the name of a title for no text of its own', () => {
    const named: MailContent = { ...RECEIPT, fields: { ...RECEIPT.fields, label: 'Sign in' } };
    expect(write(named, 'de').text).toContain('Sign in: 69,99');
  });

  test('has its direction, and sets codes, links and names apart in Arabic', () => {
    const { text, html } = write(INVITATION, 'ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toMatch(/<p dir="ltr"[^>]*>abc-123<\/p>/u);
    expect(text).toMatch(/^ {4}abc-123$/mu);
    expect(text).toMatch(/^https:\/\/a\.example\/login$/mu);
    expect(text, 'a name cannot turn what follows').toContain('\u2068Ann\u2069');
  });

  test('is English word for word without a language', () => {
    const { html, text } = writeMessage(INVITATION, 'Hark');
    expect(html).toContain('<html lang="en">');
    expect(text).toContain('Hello Ann, an account is ready for you.');
    expect(text).toContain('Sign in: https://a.example/login');
  });

  test.each([
    ['Chrome on Windows', 'mit Chrome auf Windows'],
    ['Safari', 'mit Safari bei'],
    ['an unknown device', 'mit einem unbekannten Gerät'],
  ])('names the device %s', (browser, words) => {
    expect(write({ kind: 'new-device', fields: { browser, at: AT } }, 'de').text).toContain(words);
  });
});

const provider = useProvider();
const EMAIL = 'free@listener.test';

describe('the language of a recipient', () => {
  const sent: Outgoing[] = [];
  const server = {
    send: async (mail: Outgoing) => {
      sent.push(mail);
      return { kind: 'sent' } as const;
    },
  };
  const deliver = async (
    mail: { to: string; sub?: string; language?: string },
    content: MailContent = { kind: 'forgot-password', fields: { code: '123456' } },
  ): Promise<string | undefined> => {
    const db = provider().db.withTables<MailTables>();
    const { clock } = provider();
    await enqueue(db, { ...content, ...mail }, clock.now());
    const languageOf: LanguageOf = async ({ sub, recipient, language }) =>
      offeredFor([await storedLanguage(db, sub, recipient), language], undefined);
    const delivery = { db, clock, server, brand: 'Hark', languageOf, log: () => undefined };
    await deliverDue(delivery, new AbortController().signal);
    return sent.at(-1)?.subject;
  };
  beforeEach(() => {
    sent.length = 0;
  });

  test('is the one that PUT /user stored, by the account or by the address (LANG-11)', async () => {
    expect(await deliver({ to: EMAIL })).toBe('Choose a new password for Hark');
    const client = await signedIn(provider().origin, EMAIL);
    expect((await client.put('/user', { language: 'de' })).status).toBeLessThan(300);
    expect(await deliver({ to: EMAIL })).toBe('Wähle ein neues Passwort für Hark');
    const { sub } = await provider()
      .db.selectFrom('listeners')
      .select('sub')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow();
    expect(await deliver({ to: 'new@listener.test', sub })).toBe('Wähle ein neues Passwort für Hark');
    expect(await deliver({ to: 'nobody@listener.test' })).toBe('Choose a new password for Hark');
  });

  test.each<MailContent>([
    { kind: 'sign-up', fields: { code: '123456', link: 'https://a.example/confirm' } },
    { kind: 'forgot-password', fields: { code: '123456' } },
    { kind: 'new-address', fields: { code: '123456' } },
    { kind: 'sign-in', fields: { code: '123456' } },
    { kind: 'passwordless-sign-in', fields: { code: '123456' } },
    INVITATION,
    RECEIPT,
    { kind: 'plan-ends', fields: { plan: 'monthly', ends_at: AT, link: 'https://a.example' } },
    { kind: 'passkey-added', fields: { name: 'My phone', at: AT } },
    { kind: 'identity-joined', fields: { name: 'Example School', at: AT } },
    { kind: 'address-changed', fields: { at: AT } },
    { kind: 'new-device', fields: { browser: 'Safari', at: AT } },
    { kind: 'feed-paused', fields: { name: 'My app', link: 'https://a.example' } },
  ])('is for $kind the one of the account, else of the request, else English (LANG-11)', async (content) => {
    const subjects = Object.fromEntries(
      ['en', 'de', 'fr'].map((language) => [language, write(content, language).subject]),
    );
    expect(new Set(Object.values(subjects)).size, 'each language has its own subject').toBe(3);
    const to = 'nobody@listener.test';
    expect(await deliver({ to }, content)).toBe(subjects['en']);
    expect(await deliver({ to, language: 'de' }, content)).toBe(subjects['de']);
    // It is offered no more.
    expect(await deliver({ to, language: 'fi' }, content)).toBe(subjects['en']);
    const db = provider().db.withTables<MailTables>();
    await sql`update listeners set language = 'fr' where email = ${EMAIL}`.execute(db);
    expect(await deliver({ to: EMAIL, language: 'de' }, content)).toBe(subjects['fr']);
    // A choice that is offered no more does not hide what the request prefers.
    await sql`update listeners set language = 'fi' where email = ${EMAIL}`.execute(db);
    expect(await deliver({ to: EMAIL, language: 'de' }, content)).toBe(subjects['de']);
  });
});
