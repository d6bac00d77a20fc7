import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

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

/** What the studio changes about titles, authors, categories and topics, and the collections that are made there. */
async function createEdits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_edits')
    .addColumn('item_id', 'text', (column) => column.primaryKey())
    .addColumn('fields', 'json', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('edited_at', 'bigint')
    .addColumn('edited_by', 'text')
    .execute();
  await db.schema
    .createTable('subject_edits')
    .addColumn('subject_table', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('place', 'integer')
    .addPrimaryKeyConstraint('subject_edits_pk', ['subject_table', 'id'])
    .execute();
  await db.schema
    .createTable('collections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('place', 'integer')
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('collection_members')
    .addColumn('collection_id', 'text', (column) => column.notNull())
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('collection_members_pk', ['collection_id', 'member_id'])
    .execute();
  await sql`create index collection_members_member on collection_members (member_id)`.execute(db);
  await sql`alter table items add column place integer`.execute(db);
  await sql`drop index items_collections`.execute(db);
  await sql`create index items_collections on items (place, popularity desc, id)
    where parent_id is null and content_type = 5`.execute(db);
}

/** The table of the studio. It has no foreign key to `items`, because it also has the titles that are not there. */
async function createTitles(db: Kysely<unknown>): Promise<void> {
  // The order of bytes is the same on every server, and quick.
  const key = sql`text collate "C"`;
  await db.schema
    .createTable('titles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('parent_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('content_type', 'smallint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('authors', 'json', (column) => column.notNull())
    .addColumn('img_url', 'text', (column) => column.notNull())
    .addColumn('run_time', 'integer', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('is_edited', 'boolean', (column) => column.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_till', 'bigint')
    .addColumn('listen_free_start', 'bigint')
    .addColumn('listen_free_end', 'bigint')
    .addColumn('discount_price', 'double precision')
    .addColumn('discount_start', 'bigint')
    .addColumn('discount_end', 'bigint')
    .addColumn('has_window', 'boolean', (column) => column.notNull())
    .addColumn('sort_title', key, (column) => column.notNull())
    .addColumn('sort_author', key, (column) => column.notNull())
    .addColumn('search', 'text', (column) => column.notNull())
    .execute();
  for (const [name, column] of [
    ['title', 'sort_title'],
    ['author', 'sort_author'],
    ['added', 'added_at'],
    ['length', 'run_time'],
  ] as const) {
    await sql`create index ${sql.ref(`titles_by_${name}`)} on titles (${sql.ref(column)}, id) where parent_id is null`.execute(
      db,
    );
  }
  await sql`create index titles_children on titles (parent_id, sort_title) where parent_id is not null`.execute(
    db,
  );
  await sql`create index titles_absent on titles (state) where state <> 'published'`.execute(db);
  await sql`create index titles_with_windows on titles (id) where has_window`.execute(db);
}

/** Whether a new name is in all titles already. */
async function addAppliedRenames(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('subject_edits')
    .addColumn('is_applied', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute();
}

export const studioMigrations: Record<string, Migration> = {
  '0008_edits': { up: createEdits },
  '0009_titles': { up: createTitles },
  '0010_applied_renames': { up: addAppliedRenames },
};
