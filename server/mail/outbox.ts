import {
  type ColumnType,
  type Generated,
  type Kysely,
  type Migration,
  type QueryExecutorProvider,
  sql,
} from 'kysely';
import { randomUUID } from 'node:crypto';
import type { MailContent } from './messages.ts';

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

export const mailMigrations: Record<string, Migration> = { '0001_outbox': { up: createOutbox } };

export type Mail = MailContent & {
  /** One address. A mail to anything else is refused when it is sent, and not tried again. */
  readonly to: string;
  /** The account that the mail is about. The mail is deleted together with it. */
  readonly sub?: string;
  /** After this instant the mail is of no use any more, for example because its code has expired. */
  readonly expiresAt?: number;
};

/**
 * Stores a mail, which a process sends afterwards (SES-82). Call it in the transaction of what causes the mail: then
 * there is either both or neither.
 *
 * @param now epoch milliseconds
 */
export async function enqueue(
  transaction: QueryExecutorProvider,
  { to, kind, fields, sub, expiresAt }: Mail,
  now: number,
): Promise<void> {
  await sql`
    insert into mail_outbox (message_id, sub, recipient, kind, fields, created_at, expires_at, attempts, next_at)
    values (${randomUUID()}, ${sub ?? null}, ${to}, ${kind}, ${JSON.stringify(fields)}::json, ${now}, ${expiresAt ?? null}, 0, ${now})
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
  await sql`delete from mail_plan_ends where sub = ${sub}`.execute(transaction);
}
