import { randomUUID } from 'node:crypto';
import { type ColumnType, type Generated, type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { ENGLISH } from 'audio-streaming-translations/languages';
import type { Clock } from '../clock.ts';
import { translationOf } from '../languages/catalogues.ts';
import { type MailContent, readContent } from './messages.ts';
import type { Attempt, Outgoing } from './smtp.ts';
import { writeMessage } from './write-message.ts';

/** The tables of the mails that the provider sends. Instants are epoch milliseconds. */
export type MailTables = {
  /** Mails that wait, and for some weeks the outcome of those that do not wait any more. */
  mail_outbox: {
    id: Generated<number>;
    /** The unique part of the header `Message-ID`. It is the same at each attempt, so a server can recognise a repeated mail. */
    message_id: string;
    /** The account that the mail is about, if there is one. */
    sub: string | null;
    recipient: string;
    /** The language that the browser of the recipient prefers. Null if no request of the recipient caused the mail (LANG-11). */
    language: string | null;
    kind: string;
    /** What the mail says. Null as soon as the mail no longer waits: it may contain a code. */
    fields: ColumnType<unknown, string, null>;
    created_at: number;
    /** After this instant the mail is of no use any more. */
    expires_at: number | null;
    attempts: number;
    next_at: number;
    /** A process is sending the mail until then. Null if none is. */
    leased_until: number | null;
    sent_at: number | null;
    failed_at: number | null;
    /** Why the last attempt failed. */
    failure: string | null;
  };
  /** The ends of plans that members were told about. */
  mail_plan_ends: { sub: string; ends_at: number };
};

export type MailDatabase = Kysely<MailTables>;

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_outbox')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('sub', 'text')
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('fields', 'json')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
  await sql`create index mail_outbox_waiting on mail_outbox (next_at, id) where fields is not null`.execute(
    db,
  );
  await sql`create index mail_outbox_done on mail_outbox (created_at) where fields is null`.execute(db);
  await sql`create index mail_outbox_by_sub on mail_outbox (sub)`.execute(db);
  await sql`create index mail_outbox_by_recipient on mail_outbox (lower(recipient))`.execute(db);
  await db.schema
    .createTable('mail_plan_ends')
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mail_plan_ends_pk', ['sub', 'ends_at'])
    .execute();
}

async function addLanguage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mail_outbox').addColumn('language', 'text').execute();
}

export const mailMigrations: Record<string, Migration> = {
  '0001_initial': { up: createOutbox },
  '0002_language': { up: addLanguage },
};

export type Mail = MailContent & {
  /** One address. A mail to anything else is refused when it is sent, and not tried again. */
  readonly to: string;
  /** The account that the mail is about. The mail is deleted together with it. */
  readonly sub?: string;
  /** After this instant the mail is of no use any more, for example because its code has expired. */
  readonly expiresAt?: number;
  /** The language that counts if the account has none. */
  readonly language?: string;
};

/**
 * Stores a mail, which a process sends afterwards (SES-82). Call it in the transaction of what causes the mail: then
 * there is either both or neither.
 *
 * @param now epoch milliseconds
 */
export async function enqueue(
  transaction: QueryExecutorProvider,
  { to, kind, fields, sub, expiresAt, language }: Mail,
  now: number,
): Promise<void> {
  await sql`
    insert into mail_outbox (message_id, sub, recipient, language, kind, fields, created_at, expires_at, attempts, next_at)
    values (${randomUUID()}, ${sub ?? null}, ${to}, ${language ?? null}, ${kind}, ${JSON.stringify(fields)}::json, ${now}, ${expiresAt ?? null}, 0, ${now})
  `.execute(transaction);
}

/**
 * Deletes the mails of an account, and all that was sent to its addresses.
 *
 * @param emails in lower case
 */
export async function removeMails(
  transaction: QueryExecutorProvider,
  { sub, emails }: { readonly sub: string; readonly emails: readonly string[] },
): Promise<void> {
  await sql`delete from mail_outbox where sub = ${sub} or lower(recipient) = any(${[...emails]})`.execute(
    transaction,
  );
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a process has a mail for itself. An attempt is shorter, so two processes never send a mail at once. */
const LEASE_MS = 5 * MINUTE_MS;
/** The pauses after the failed attempts. The last one repeats. */
const PAUSES_MS = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const LONGEST_TRY_MS = 3 * DAY_MS;
/** How long the outcome of a mail can be looked up. */
const OUTCOME_MS = 30 * DAY_MS;

/** Finds the language of a recipient: one of those that are offered. */
export type LanguageOf = (mail: {
  readonly sub: string | null;
  readonly recipient: string;
  readonly language: string | null;
}) => Promise<string>;

export interface Delivery {
  readonly db: MailDatabase;
  readonly clock: Clock;
  readonly server: { send(mail: Outgoing, signal: AbortSignal): Promise<Attempt> };
  /** The name of the product in the mails. */
  readonly brand: string;
  /** The language of the person who gets the mail. By default English. */
  readonly languageOf?: LanguageOf | undefined;
  /** Receives a line when the first attempt to send a mail fails, and when a mail is given up. */
  readonly log: (line: string) => void;
}

interface Claimed {
  readonly id: number;
  readonly message_id: string;
  readonly sub: string | null;
  readonly recipient: string;
  readonly language: string | null;
  readonly kind: string;
  readonly fields: unknown;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly attempts: number;
}

/**
 * Sends every mail that is due (SES-83). Several processes may do so at once: a row belongs to the process that has
 * claimed it, until its lease ends. A process that dies meanwhile leaves the mail to another one. If the server had
 * accepted that mail, it gets the mail again with the same `Message-ID`.
 */
export async function deliverDue(delivery: Delivery, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim(delivery);
    if (claimed === undefined) return;
    await sendOne(delivery, claimed, signal);
  }
}

/** Deletes the rows of mails that were sent or given up long ago. */
export async function purgeMails({ db, clock }: Pick<Delivery, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('fields', 'is', null)
    .where('created_at', '<', clock.now() - OUTCOME_MS)
    .execute();
}

async function claim({ db, clock }: Delivery): Promise<Claimed | undefined> {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    update mail_outbox set leased_until = ${now + LEASE_MS}::bigint, attempts = attempts + 1
    where id = (
      select id from mail_outbox
      where fields is not null and next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at, id limit 1 for update skip locked
    )
    returning id, message_id, sub, recipient, language, kind, fields, created_at, expires_at, attempts
  `.execute(db);
  return rows[0];
}

async function sendOne(delivery: Delivery, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const { clock, server, brand } = delivery;
  if (claimed.expires_at !== null && claimed.expires_at <= clock.now()) {
    await giveUp(delivery, claimed, 'It expired before it could be sent.');
    return;
  }
  const content = readContent(claimed.kind, claimed.fields);
  if (content === null) {
    await giveUp(delivery, claimed, 'This release does not know this kind of mail.');
    return;
  }
  const language = (await delivery.languageOf?.(claimed)) ?? ENGLISH;
  const message = {
    ...writeMessage(content, brand, translationOf(language)),
    to: claimed.recipient,
    messageId: claimed.message_id,
    date: claimed.created_at,
  };
  const attempt = await server.send(message, signal);
  if (attempt.kind === 'sent') await storeOutcome(delivery, claimed, { sent_at: clock.now(), failure: null });
  else if (attempt.kind === 'refused') await giveUp(delivery, claimed, attempt.reason);
  else await retryLater(delivery, claimed, attempt.reason);
}

async function retryLater(delivery: Delivery, claimed: Claimed, reason: string): Promise<void> {
  const { db, clock, log } = delivery;
  const now = clock.now();
  const pause = PAUSES_MS[Math.min(claimed.attempts, PAUSES_MS.length) - 1] ?? HOUR_MS;
  if (now + pause > claimed.created_at + LONGEST_TRY_MS) {
    await giveUp(delivery, claimed, reason);
    return;
  }
  if (claimed.attempts === 1) log(`mail: a mail of the kind ${claimed.kind} has to wait: ${reason}`);
  await ownRow(db, claimed)
    .set({ leased_until: null, next_at: now + pause, failure: reason })
    .execute();
}

async function giveUp(delivery: Delivery, claimed: Claimed, reason: string): Promise<void> {
  delivery.log(`mail: a mail of the kind ${claimed.kind} was given up: ${reason}`);
  await storeOutcome(delivery, claimed, { failed_at: delivery.clock.now(), failure: reason });
}

/** The fields may contain a code, so they are deleted as soon as the mail no longer waits (SES-85). */
async function storeOutcome(
  { db }: Delivery,
  claimed: Claimed,
  outcome: { readonly sent_at?: number; readonly failed_at?: number; readonly failure: string | null },
): Promise<void> {
  await ownRow(db, claimed)
    .set({ ...outcome, fields: null, leased_until: null })
    .execute();
}

/** The row as long as no other process has claimed it: each claim counts an attempt. */
const ownRow = (db: MailDatabase, { id, attempts }: Claimed) =>
  db.updateTable('mail_outbox').where('id', '=', id).where('attempts', '=', attempts);
