import { type QueryExecutorProvider, sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { type Work, repeat } from '../repeat.ts';
import type { Message } from './messages.ts';
import { type Mail, type MailDatabase, deliverDue, enqueue, purgeMails } from './outbox.ts';

/** Where mails go, and whom they come from. */
export interface MailSettings {
  /** The address of the SMTP server, such as `smtps://user:password@mail.example.org`. */
  readonly url: string;
  readonly from: Sender;
}

export interface Sender {
  /** The name of the product in the mails. */
  readonly name: string;
  readonly address: string;
}

/**
 * The outcome of an attempt.
 *
 * - `sent`: the server has accepted the mail
 * - `refused`: the server refuses this mail, and will refuse it again
 * - `failed`: another attempt may succeed. Also if it is not known whether the server has accepted the mail.
 */
export type Attempt =
  { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly reason: string };

export interface Outgoing extends Message {
  readonly to: string;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly date: number;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 30_000;
/** Shorter than the time for which a process has a mail for itself. */
const LONGEST_MS = 90_000;
const LONGEST_REASON = 300;
/** One address without a name, spaces or characters with a meaning in headers and envelopes. */
const ADDRESS = /^[^\s\p{C}@,;:<>()[\]\\"]+@[^\s\p{C}@,;:<>()[\]\\"]+$/u;

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** Sends mails to one SMTP server, each over a connection of its own. */
export class SmtpServer {
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly settings: MailSettings) {}

  /** @param signal ends the attempt; it then has failed */
  async send({ to, subject, text, html, messageId, date }: Outgoing, signal: AbortSignal): Promise<Attempt> {
    if (!isAddress(to)) return { kind: 'refused', reason: 'The recipient is not one e-mail address.' };
    const { name, address } = this.settings.from;
    try {
      this.transport ??= openTransport(this.settings.url);
      await (
        await this.transport
      ).sendMail({
        from: { name, address },
        // As an object, the address is never read as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${address.replace(/^.*@/u, '')}>`,
        date: new Date(date),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      });
      return { kind: 'sent' };
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
      return { kind: isPermanent(error) ? 'refused' : 'failed', reason };
    }
  }
}

/** The library is large, so it is loaded with the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A mail must not read files or addresses, whatever its words are.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A 5xx status about this mail. One about our own account or the connection concerns all mails, and may be mended. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}

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
