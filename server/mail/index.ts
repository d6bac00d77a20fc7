import type { QueryExecutorProvider } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Work, repeat } from '../repeat.ts';
import { deliverDue, purgeMails } from './deliver.ts';
import { enqueue, type Mail, type MailDatabase } from './outbox.ts';
import { tellPlanEnds } from './plan-ends.ts';
import { type MailSettings, SmtpServer } from './smtp.ts';

/** How often the provider looks for mails that are due, and for plans that end. */
const LOOK_MS = 1_000;
const PLANS_MS = 60 * 60_000;

interface MailWork {
  readonly db: MailDatabase;
  readonly clock: Clock;
  readonly settings: MailSettings;
  readonly accountPage: () => string;
  readonly log: (line: string) => void;
}

/** Sends the mails of the outbox, until it is stopped. */
export function sendMails({ db, clock, settings, accountPage, log }: MailWork): Work {
  const delivery = { db, clock, server: new SmtpServer(settings), brand: settings.from.name, log };
  let plansAt = 0;
  return repeat(
    LOOK_MS,
    async (signal) => {
      if (clock.now() >= plansAt) {
        plansAt = clock.now() + PLANS_MS;
        await purgeMails(delivery);
        await tellPlanEnds(db, clock, accountPage);
      }
      await deliverDue(delivery, signal);
    },
    (message) => log(`mail: ${message}`),
  );
}

/** Stores a mail in the transaction that causes it. */
type SendMail = (transaction: QueryExecutorProvider, mail: Mail) => Promise<void>;

/** Makes a function that stores mails. */
export const sendsMail =
  (clock: Clock): SendMail =>
  (transaction, mail) =>
    enqueue(transaction, mail, clock.now());

/** How invitations reach people. */
export interface InvitationMails {
  /** Where an invited person signs in. */
  readonly link: () => string;
  /** Null: there is no mail server. The temporary password is printed. */
  readonly send: SendMail | null;
  /** Prints the temporary password of an invitation that is not sent. */
  readonly print: (email: string, password: string) => void;
}

export function invitations(
  hasMail: boolean,
  {
    clock,
    log,
    publicOrigin,
  }: { readonly clock: Clock; readonly log: (line: string) => void; readonly publicOrigin: () => string },
): InvitationMails {
  return {
    link: () => `${publicOrigin()}/login`,
    send: hasMail ? sendsMail(clock) : null,
    print: (email, password) => log(`user pool: temporary password ${password} for ${email}`),
  };
}
