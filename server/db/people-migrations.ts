import { type Kysely, type Migration, sql } from 'kysely';

async function createChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('member_changes')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('by_operator', 'boolean', (column) => column.notNull())
    .addColumn('by_sub', 'text')
    .addColumn('sub', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('detail', 'json', (column) => column.notNull())
    .execute();
  await sql`create index member_changes_by_sub on member_changes (sub, id)`.execute(db);
  await sql`create index member_changes_by_actor on member_changes (by_sub)`.execute(db);
  await sql`create index listeners_by_email on listeners (email)`.execute(db);
  await sql`create index listeners_by_plan_end on listeners (paid_until) where paid_until is not null`.execute(
    db,
  );
}

async function createStatements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refused_royalties')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('duration', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('reported_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index refused_royalties_by_sub on refused_royalties (sub, id desc)`.execute(db);
  await db.schema
    .createTable('royalty_titles')
    .addColumn('content_id', 'text', (column) => column.primaryKey())
    .addColumn('title_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('authors', 'json', (column) => column.notNull())
    .execute();
  await sql`create index royalty_reports_by_time on royalty_reports (reported_at)`.execute(db);
  await sql`create index royalty_reports_by_sub on royalty_reports (sub)`.execute(db);
}

/** An account that was never confirmed may be a stranger's, and earlier releases gave it a role (SES-100). */
async function takeRolesOfUnconfirmed(db: Kysely<unknown>): Promise<void> {
  await sql`update listeners set role = 'listener'
    from pool_users where pool_users.sub = listeners.sub and status = 'UNCONFIRMED'`.execute(db);
}

/**
 * Edits have the account of their editor in place of the name (SES-105). A name that two members have, or nobody who may
 * edit, could be anybody's, and is deleted.
 */
async function nameEditorsByAccount(db: Kysely<unknown>): Promise<void> {
  await sql`update item_edits set edited_by = (
    select min(sub) from listeners where edited_by in (full_name, email)
    having count(*) = 1 and bool_and(role <> 'listener')
  ) where edited_by is not null`.execute(db);
}

/** The migrations for the management of members, and for statements, by name. */
export const peopleMigrations: Record<string, Migration> = {
  '0011_member_changes': { up: createChanges },
  '0012_statements': { up: createStatements },
  '0014_roles_of_unconfirmed': { up: takeRolesOfUnconfirmed },
  '0015_editors_by_account': { up: nameEditorsByAccount },
};
