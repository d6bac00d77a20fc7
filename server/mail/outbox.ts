import { type QueryExecutorProvider, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { MailContent } from './contents.ts';

/** A mail to somebody. */
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
