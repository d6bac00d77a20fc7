import { type Kysely, type Migration, sql } from 'kysely';

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

/** The migrations of the tables of the mail, by name. */
export const mailMigrations: Record<string, Migration> = { '0001_outbox': { up: createOutbox } };
