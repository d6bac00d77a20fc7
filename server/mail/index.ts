import type { QueryExecutorProvider } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Work, repeat } from '../repeat.ts';
import { type Mail, type LanguageOf, type MailDatabase, deliverDue, enqueue, purgeMails } from './outbox.ts';
import { type MailSettings, SmtpServer } from './smtp.ts';

/** How often the provider looks for mails that are due. */
const LOOK_MS = 1_000;
const HOUR_MS = 60 * 60_000;

interface MailWork {
  readonly db: MailDatabase;
  readonly clock: Clock;
  readonly settings: MailSettings;
  /** Writes the mails that no request causes. Called each hour. */
  readonly writeDue: () => Promise<void>;
  readonly languageOf: LanguageOf;
  readonly log: (line: string) => void;
}

/** Sends the mails of the outbox, until it is stopped. */
export function sendMails({ db, clock, settings, writeDue, languageOf, log }: MailWork): Work {
  const delivery = {
    db,
    clock,
    server: new SmtpServer(settings),
    brand: settings.from.name,
    languageOf,
    log,
  };
  let hourlyAt = 0;
  return repeat(
    LOOK_MS,
    async (signal) => {
      if (clock.now() >= hourlyAt) {
        hourlyAt = clock.now() + HOUR_MS;
        await purgeMails(delivery);
        await writeDue();
      }
      await deliverDue(delivery, signal);
    },
    (message) => log(`mail: ${message}`),
  );
}

/** Stores a mail in the transaction that causes it. */
type SendMail = (transaction: QueryExecutorProvider, mail: Mail) => Promise<void>;

export const sendsMail =
  (clock: Clock): SendMail =>
  (transaction, mail) =>
    enqueue(transaction, mail, clock.now());

/** How invitations reach people. */
export interface InvitationMails {
  /** Where an invited person signs in. */
  readonly link: () => string;
  /** Null: there is no mail server. Whoever invites passes the temporary password on. */
  readonly send: SendMail | null;
}

export function invitations(
  hasMail: boolean,
  { clock, publicOrigin }: { readonly clock: Clock; readonly publicOrigin: () => string },
): InvitationMails {
  return {
    link: () => `${publicOrigin()}/login`,
    send: hasMail ? sendsMail(clock) : null,
  };
}
