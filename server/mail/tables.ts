import type { ColumnType, Generated, Kysely } from 'kysely';

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
