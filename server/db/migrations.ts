import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { OUTDATED_WORDS } from './migrate.ts';
import { seriesMigrations, transcriptMigrations } from './title-migrations.ts';
import { peopleMigrations, studioMigrations } from './studio-migrations.ts';

async function createCatalogue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('content_type', 'smallint', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('content_id', 'text')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('run_time', 'integer', (column) => column.notNull())
    .addColumn('released_at', 'bigint', (column) => column.notNull())
    .addColumn('popularity', 'double precision', (column) => column.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_till', 'bigint')
    .addColumn('discount_start', 'bigint')
    .addColumn('discount_end', 'bigint')
    .addColumn('listen_free_start', 'bigint')
    .addColumn('listen_free_end', 'bigint')
    .addColumn('has_free_listening', 'boolean', (column) => column.notNull())
    .addColumn('draw', 'double precision', (column) => column.notNull())
    .addColumn('edition', 'bigint', (column) => column.notNull())
    .addColumn('document', 'json', (column) => column.notNull())
    .addColumn('words', sql`tsvector`, (column) => column.notNull())
    .execute();

  // One index for each list. It contains only the rows of the list, in its order, so a page is read from the index.
  const top = sql`parent_id is null`;
  const sounding = sql`parent_id is null and content_type in (0, 1, 2)`;
  await sql`create index items_words on items using gin (words)`.execute(db);
  await sql`create index items_found on items (popularity desc, id) where content_type <> 6`.execute(db);
  await sql`create index items_children on items (parent_id, position, id) where parent_id is not null`.execute(
    db,
  );
  await sql`create index items_standing_for on items (content_id) where parent_id is not null`.execute(db);
  await sql`create index items_trending on items (popularity desc, id) where ${top}`.execute(db);
  await sql`create index items_new on items (released_at desc, id) where ${top}`.execute(db);
  await sql`create index items_collections on items (popularity desc, id) where ${top} and content_type = 5`.execute(
    db,
  );
  await sql`create index items_quick on items (popularity desc, id) where ${sounding} and run_time <= 1800`.execute(
    db,
  );
  await sql`create index items_discounted on items (discount_end, id) where ${top} and discount_end is not null`.execute(
    db,
  );
  await sql`create index items_drawn on items (draw) where ${sounding}`.execute(db);
  await sql`create index items_drawn_free on items (draw) where ${sounding} and has_free_listening`.execute(
    db,
  );
}

async function createShelves(db: Kysely<unknown>): Promise<void> {
  for (const shelf of ['authors', 'categories', 'topics']) {
    await db.schema
      .createTable(shelf)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('img_url', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await sql`create index ${sql.ref(`${shelf}_by_position`)} on ${sql.table(shelf)} (position, id)`.execute(
      db,
    );
  }
  await sql`alter table categories add column search_name text not null`.execute(db);
  await sql`create index categories_by_search_name on categories (search_name)`.execute(db);

  const links: readonly (readonly [string, readonly string[]])[] = [
    ['item_authors', ['author_id']],
    ['item_categories', ['category_id']],
    ['item_topics', ['topic_id']],
    ['item_category_topics', ['category_id', 'topic_id']],
  ];
  for (const [table, keys] of links) {
    let link: CreateTableBuilder<string, string> = db.schema
      .createTable(table)
      .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
      .addColumn('popularity', 'double precision', (column) => column.notNull());
    for (const key of keys) link = link.addColumn(key, 'text', (column) => column.notNull());
    await link.addPrimaryKeyConstraint(`${table}_pk`, ['item_id', ...keys]).execute();
    const order = sql.join([...keys.map((key) => sql.ref(key)), sql`popularity desc`, sql`item_id`]);
    await sql`create index ${sql.ref(`${table}_in_order`)} on ${sql.table(table)} (${order})`.execute(db);
  }
}

async function createListeners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('listeners')
    .addColumn('sub', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('is_trialing', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('is_canceled', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('paid_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const [table, key, instant] of [
    ['favorite_items', 'item_id', 'created_at'],
    ['favorite_authors', 'author_id', 'created_at'],
    ['purchases', 'item_id', 'purchased_at'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('sub', 'text', (column) => column.notNull())
      .addColumn(key, 'text', (column) => column.notNull())
      .addColumn(instant, 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['sub', key])
      .execute();
    const order = sql.join([sql`sub`, sql`${sql.ref(instant)} desc`, sql.ref(key)]);
    await sql`create index ${sql.ref(`${table}_newest`)} on ${sql.table(table)} (${order})`.execute(db);
  }
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playback_positions')
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('content_type', 'smallint', (column) => column.notNull())
    .addColumn('is_active', 'boolean', (column) => column.notNull())
    .addColumn('chapter_index', 'integer')
    .addColumn('chapter_position', 'bigint')
    .addColumn('last_position', 'bigint')
    .addColumn('playback_speed', 'double precision', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('playback_positions_pk', ['sub', 'item_id'])
    .execute();
  await sql`create index playback_positions_newest on playback_positions (sub, updated_at desc, item_id) where is_active`.execute(
    db,
  );
  await db.schema
    .createTable('royalty_reports')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('duration', 'bigint', (column) => column.notNull())
    .addColumn('reported_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('login_attempts')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('success', 'boolean', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('password_changes')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function boundReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('opened_sounds')
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('sound_id', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('royalties', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('opened_sounds_pk', ['sub', 'sound_id'])
    .execute();
  await sql`create index login_attempts_newest on login_attempts (email, id desc)`.execute(db);
  await sql`create index login_attempts_oldest on login_attempts (attempted_at)`.execute(db);
}

/** Who listens in a free window: when it was last open, and until when the title may be fetched. */
async function createFreeListening(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('free_listening')
    .addColumn('sub', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('free_listening_pk', ['sub', 'item_id'])
    .execute();
}

/** What a listener may do beside listening: nothing, publish, or everything. */
async function addRoles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('listeners')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('listener'))
    .execute();
}

/** The order of reports. Positions of before count as older than any report. */
async function orderReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('playback_positions')
    .addColumn('heard_at', 'double precision', (column) => column.notNull().defaultTo(0))
    .execute();
}

/**
 * The version of a document, so that processes can cache it. The database itself sets it at each write, also if an
 * older release that still runs writes. Existing rows have an empty version until they are written again. Updating
 * all of them now would lock the table for a long time.
 */
async function addVersions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table items add column version text not null default ''`.execute(db);
  await sql`create function set_item_version() returns trigger language plpgsql as $$
    begin
      new.version := left(encode(sha256(convert_to(cast(new.document as text), 'UTF8')), 'hex'), 32);
      return new;
    end $$`.execute(db);
  await sql`create trigger items_version before insert or update of document on items
    for each row execute function set_item_version()`.execute(db);
}

/** The words of titles for the search have more spellings now. A setting says that the stored ones have to be renewed. */
async function renewSearchWords(db: Kysely<unknown>): Promise<void> {
  await sql`insert into provider_settings (name, value)
    select ${OUTDATED_WORDS}, '' where exists (select from items)`.execute(db);
}

/** Reports of sign-ins that came with the session of the account. Anybody can send the others. */
async function markOwnAttempts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_attempts add column is_own boolean not null default false`.execute(db);
}

/** Kysely migrations of the product API's tables, by name. They run in the order of their names. */
export const providerMigrations: Record<string, Migration> = {
  '0001_catalogue': { up: createCatalogue },
  '0002_shelves': { up: createShelves },
  '0003_listeners': { up: createListeners },
  '0004_reports': { up: createReports },
  '0005_bounded_reports': { up: boundReports },
  '0006_free_listening': { up: createFreeListening },
  '0007_roles': { up: addRoles },
  ...studioMigrations,
  '0009_order_of_reports': { up: orderReports },
  ...peopleMigrations,
  '0013_item_versions': { up: addVersions },
  '0016_search_spellings': { up: renewSearchWords },
  ...transcriptMigrations,
  ...seriesMigrations,
  '0022_own_login_attempts': { up: markOwnAttempts },
};
