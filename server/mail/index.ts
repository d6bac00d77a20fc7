import { type QueryExecutorProvider, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { type Work, repeat } from '../repeat.ts';
import { type Mail, type MailDatabase, deliverDue, enqueue, purgeMails } from './outbox.ts';
import { type MailSettings, SmtpServer } from './smtp.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Ending {
  readonly sub: string;
  readonly email: string;
  readonly plan: 'monthly' | 'yearly';
  readonly ends_at: number;
}

/**
 * Writes to every member whose membership ends within a week, once for each end (SES-86): a given plan that runs out, or a
 * paid one that was canceled, unless another plan lasts longer. A plan that was given for less than a week is told about,
 * too. A disabled member gets no mail.
 */
export async function tellPlanEnds(db: MailDatabase, clock: Clock, accountPage: () => string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    // If two processes look at the same time, the second one waits for the first, and then gets none of its rows.
    const { rows } = await sql<Ending>`
      with plans as (
        select sub, plan, paid_until as ends_at from listeners where plan is not null
        union all
        select sub, plan, cancel_at from billing_subscriptions
        where status in ('trialing', 'active') and payment = 'paid' and sub is not null
      ),
      ending as (
        select plans.sub, plans.plan, plans.ends_at from plans
        join pool_users on pool_users.sub = plans.sub and enabled
        where plans.ends_at > ${now} and plans.ends_at <= ${now + WEEK_MS}
          and not exists (
            select from plans as others
            where others.sub = plans.sub and (others.ends_at is null or others.ends_at > plans.ends_at)
          )
      ),
      told as (
        insert into mail_plan_ends (sub, ends_at) select distinct sub, ends_at from ending
        on conflict do nothing returning sub, ends_at
      )
      select distinct on (told.sub) told.sub, told.ends_at, ending.plan, listeners.email
      from told join ending on ending.sub = told.sub and ending.ends_at = told.ends_at
      join listeners on listeners.sub = told.sub
    `.execute(transaction);
    for (const { sub, email, plan, ends_at } of rows) {
      const fields = { plan, ends_at, link: accountPage() };
      await enqueue(transaction, { kind: 'plan-ends', fields, to: email, sub, expiresAt: ends_at }, now);
    }
  });
}

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
