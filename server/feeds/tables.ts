import { type ColumnType, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';
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
    /** Of what the feed says of the episode. */
    fingerprint: string;
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
    feed_id: string;
    chapters: Json<readonly Chapter[]>;
    failures: number;
    /** When to ask again for a document that could not be read. Null for the others. */
    next_at: number | null;
  };
};

export type FeedsDatabase = Kysely<LibraryTables & FeedTables>;
export type { FeedTables };

/** Podcasts, their episodes, and what was fetched for them. */
const SCHEMA = `
create table feeds (
  id text primary key,
  url text not null unique,
  title text not null,
  image_url text,
  etag text,
  last_modified text,
  added_at bigint not null,
  fetched_at bigint,
  next_at bigint not null,
  failures integer not null,
  error text,
  item json not null,
  credentials text,
  body_hash text,
  note text
);

create table feed_episodes (
  id text primary key,
  feed_id text not null,
  sound_url text not null,
  image_url text,
  item json not null,
  added_at bigint not null,
  gone_at bigint,
  fingerprint text not null,
  position integer,
  guid_id text,
  sound_length bigint
);
create index feed_episodes_feed on feed_episodes (feed_id);

create table feed_pins (
  key text primary key,
  url text not null,
  length bigint,
  etag text,
  last_modified text,
  is_whole boolean not null,
  expires bigint not null,
  until bigint not null
);

create table feed_transcripts (
  key text primary key,
  feed_id text not null,
  failures integer not null,
  next_at bigint,
  problem text
);
create index feed_transcripts_due on feed_transcripts (feed_id, next_at);

create table feed_chapters (
  url text primary key,
  chapters json not null,
  feed_id text not null,
  failures integer not null default 0,
  next_at bigint
);
create index feed_chapters_due on feed_chapters (feed_id, next_at);
`;

export const feedMigrations: Record<string, Migration> = { '0001_initial': statements(SCHEMA) };
