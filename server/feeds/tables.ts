import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { CatalogueItem } from '../catalogue/types.ts';
import type { LibraryTables } from '../library/tables.ts';
import type { Chapter } from './read/podcast.ts';

/** Written as JSON text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

type FeedTables = {
  /** The podcasts that were added. Instants are epoch milliseconds. */
  feeds: {
    /** Also the id of the show in the catalogue. It stays when the feed moves. */
    id: string;
    /** Where the feed is now. A permanent redirect changes it. */
    url: string;
    /** The origin of a host that asks for a name and a password, with them. No other column has them. */
    credentials: string | null;
    title: string;
    image_url: string | null;
    etag: string | null;
    last_modified: string | null;
    /** Of the document that was read last. */
    body_hash: string | null;
    added_at: number;
    /** When the feed was last read or found unchanged. */
    fetched_at: number | null;
    next_at: number;
    /** How many requests have failed since the last good one. */
    failures: number;
    error: string | null;
    /** What the operator should know of a feed that was read. */
    note: string | null;
    item: Json<CatalogueItem>;
  };
  /** Every episode that a feed ever had. A row is never deleted with a refresh: an episode may come back. */
  feed_episodes: {
    id: string;
    feed_id: string;
    sound_url: string;
    image_url: string | null;
    /** In bytes, as the host sent it last. Null before. */
    sound_length: number | null;
    item: Json<CatalogueItem>;
    /** Of what the feed says of the episode. Null if an earlier release wrote it. */
    fingerprint: string | null;
    position: number | null;
    /** The id that the id in the feed makes now. Null: it is the same. */
    guid_id: string | null;
    added_at: number;
    /** Null while the feed lists the episode. */
    gone_at: number | null;
  };
  /** The file that a listener hears, so that an address leads to one file. Instants are epoch milliseconds. */
  feed_pins: {
    /** Made of the listener and the path. It names neither. */
    key: string;
    /** The address of the file, after redirects. */
    url: string;
    length: number | null;
    etag: string | null;
    last_modified: string | null;
    /** The host sends another file at each request, so that no part of one can be requested. */
    is_whole: boolean;
    /** Of the address for which the file was chosen. */
    expires: number;
    until: number;
  };
  /** Transcripts that were asked for. */
  feed_transcripts: {
    /** The id of the episode and the address. */
    key: string;
    feed_id: string;
    failures: number;
    /** When to ask again for one that could not be read. Null for the others. */
    next_at: number | null;
    problem: string | null;
  };
  /** Chapters documents that were asked for, by their address. */
  feed_chapters: {
    url: string;
    /** Null if an earlier release read it. */
    feed_id: string | null;
    chapters: Json<readonly Chapter[]>;
    failures: number;
    /** When to ask again for a document that could not be read. Null for the others. */
    next_at: number | null;
  };
};

export type FeedsDatabase = Kysely<LibraryTables & FeedTables>;
export type { FeedTables };

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

/** A new reader reads transcripts in another way (TEXT-65). */
async function readTranscriptsAgain(db: Kysely<unknown>): Promise<void> {
  await sql`update feed_transcripts set failures = 0, next_at = 0`.execute(db);
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
  '0012_transcripts_again': { up: readTranscriptsAgain },
};
