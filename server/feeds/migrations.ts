import { type Kysely, type Migration, sql } from 'kysely';

async function createFeeds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feeds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint')
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('item', 'json', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('feed_episodes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('feed_id', 'text', (column) => column.notNull())
    .addColumn('sound_url', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('item', 'json', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('gone_at', 'bigint')
    .execute();
  await sql`create index feed_episodes_feed on feed_episodes (feed_id)`.execute(db);
}

async function createChapters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_chapters')
    .addColumn('url', 'text', (column) => column.primaryKey())
    .addColumn('chapters', 'json', (column) => column.notNull())
    .execute();
}

async function addCredentials(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feeds').addColumn('credentials', 'text').execute();
}

async function addFingerprints(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feeds').addColumn('body_hash', 'text').execute();
  await db.schema
    .alterTable('feed_episodes')
    .addColumn('fingerprint', 'text')
    .addColumn('position', 'integer')
    .execute();
}

async function addNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feeds').addColumn('note', 'text').execute();
}

async function addGuidIds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feed_episodes').addColumn('guid_id', 'text').execute();
}

async function createPins(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_pins')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('length', 'bigint')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('is_whole', 'boolean', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}

async function addRetries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('feed_chapters')
    .addColumn('feed_id', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint')
    .execute();
  // An earlier release stored documents that it could not read like those without chapters.
  await sql`update feed_chapters set next_at = 0 where chapters::text = '[]'`.execute(db);
  await sql`create index feed_chapters_due on feed_chapters (feed_id, next_at)`.execute(db);
}

async function createTranscripts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_transcripts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('feed_id', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('problem', 'text')
    .execute();
  await sql`create index feed_transcripts_due on feed_transcripts (feed_id, next_at)`.execute(db);
}

async function addSoundLengths(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('feed_episodes').addColumn('sound_length', 'bigint').execute();
}

/** Seasons are read from every feed, also from one that has not changed since. */
async function readAgain(db: Kysely<unknown>): Promise<void> {
  await sql`update feeds set etag = null, last_modified = null, body_hash = null`.execute(db);
}

export const feedMigrations: Record<string, Migration> = {
  '0001_feeds': { up: createFeeds },
  '0002_chapters': { up: createChapters },
  '0003_credentials': { up: addCredentials },
  '0004_fingerprints': { up: addFingerprints },
  '0005_notes': { up: addNotes },
  '0006_guid_ids': { up: addGuidIds },
  '0007_pins': { up: createPins },
  '0008_retries': { up: addRetries },
  '0009_transcripts': { up: createTranscripts },
  '0010_sound_lengths': { up: addSoundLengths },
  '0011_seasons': { up: readAgain },
};
