import { databasePart } from './db.ts';
import { type Given, UsageError } from '../given.ts';
import { httpPart } from './http.ts';
import { part } from './part.ts';
import { watchPart } from './watch.ts';
import { invitations, sendMails, sendsMail } from '../mail/index.ts';
import { type MailSettings, type Sender, isAddress } from '../mail/smtp.ts';
import { type LanguageOf, mailMigrations, type MailTables } from '../mail/outbox.ts';
import { storedLanguage } from '../members/listeners.ts';
import { offeredFor } from '../languages/catalogues.ts';
import { tellPlanEnds } from '../members/plan-ends.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** The mail server. Without it, codes are printed to the log. */
    readonly mail?: MailSettings | undefined;
  }
}

/** The name of the product where none is given. */
const DEFAULT_BRAND = 'Hark';

export const mailPart = part({
  variables: {
    SMTP_URL:
      'is the address of a mail server, such as smtps://user:password@mail.example.org. Without it, codes are printed.',
    MAIL_FROM:
      'is the sender, such as "Hark <hello@example.org>". Its name is the name of the product in the mails.',
  },
  migrations: { mail: mailMigrations },

  read: (given) => ({ mail: readMail(given) }),

  async open(setup) {
    const { log } = setup;
    const { mail: settings } = setup.options;
    const { background, clock } = await databasePart.in(setup);
    const { publicOrigin, languages } = await httpPart.in(setup);
    if (settings !== undefined) {
      const { metrics } = await watchPart.in(setup);
      metrics.measureRows(background, {
        name: 'mails_waiting',
        help: 'Mails that the mail server has not taken yet.',
        rows: 'mail_outbox where fields is not null',
      });
      metrics.measureRows(background, {
        name: 'mails_given_up',
        help: 'Mails of the last 30 days that could not be sent.',
        rows: 'mail_outbox where failed_at is not null',
      });
      const accountPage = (): string => `${publicOrigin()}/account`;
      const db = background.withTables<MailTables>();
      const writeDue = (): Promise<void> => tellPlanEnds(db, clock, accountPage);
      const languageOf: LanguageOf = async ({ sub, recipient, language }) =>
        offeredFor([await storedLanguage(db, sub, recipient), language], languages.named);
      setup.onListening(() => sendMails({ db, clock, settings, writeDue, languageOf, log }));
    }
    return {
      /** Stores a mail in the transaction that causes it. Undefined without a mail server. */
      send: settings && sendsMail(clock),
      invitations: invitations(settings !== undefined, { clock, publicOrigin }),
    };
  },
});

/** @throws {UsageError} */
export function readMail(given: Given): MailSettings | undefined {
  const url = given.variable('SMTP_URL');
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '') {
    // The address may contain a password, so it is not repeated.
    throw new UsageError('SMTP_URL is an address such as smtps://user:password@mail.example.org.');
  }
  return { url, from: readSender(given.variable('MAIL_FROM') ?? '') };
}

function readSender(text: string): Sender {
  const match = /^(?:"?(?<name>[^"<>\p{C}]*?)"?\s*<(?<inner>[^<>]+)>|(?<bare>[^<>\s]+))$/u.exec(text.trim());
  const { name = '', inner, bare } = match?.groups ?? {};
  const address = inner ?? bare ?? '';
  if (!isAddress(address)) {
    throw new UsageError(
      `MAIL_FROM names the sender of mails, such as "Hark <hello@example.org>", not "${text}".`,
    );
  }
  return { name: name.trim() || DEFAULT_BRAND, address };
}
