import { type Generated, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { statements } from '../db/migrate.ts';
import type { Tables } from '../members/tables.ts';

/** What a feed holds: a title, a series, a collection, all that was saved, or all that may be heard. */
export const FEED_KINDS = ['item', 'series', 'collection', 'saved', 'all'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** The tables of the feeds for other apps. Instants are epoch milliseconds. */
export type PrivateFeedTables = {
  private_feeds: {
    id: string;
    /** The listener. Null for the public feed of a title. */
    sub: string | null;
    kind: FeedKind;
    target_id: string | null;
    name: string;
    /** The name in the form in which names are compared. It is unique for a listener. Null for a public feed. */
    name_key: string | null;
    secret_hash: string;
    created_at: number;
    last_used_at: number | null;
    last_app: string | null;
    /** When the address was paused, because it was used in too many networks. */
    paused_at: number | null;
    /** Of the first page that was sent last, and when it became different. */
    tag: Generated<string>;
    changed_at: number;
  };
  /** The networks and the apps that used an address within a day, as hashes. */
  private_feed_callers: { feed_id: string; caller: string; is_app: boolean; seen_at: number };
  /** What one network has fetched of one sound within 24 hours. */
  feed_downloads: {
    id: Generated<number>;
    item_id: string;
    chapter: number;
    /** A hash of the network. Empty when 24 hours are over. */
    listener: string;
    started_at: number;
    bytes: number;
    /** When it became a download. Null before. */
    counted_at: Generated<number | null>;
    /** The time of sound for which it is credited. Null until it is a download. */
    credited_ms: Generated<number | null>;
  };
};

export type PrivateFeedDatabase = Kysely<Tables & PrivateFeedTables>;

/** The form in which names are compared: without case and width (FEED-66). */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Feeds for other apps, who uses their addresses, and what was downloaded by them. */
const SCHEMA = `
create table private_feeds (
  id text primary key,
  sub text,
  kind text not null,
  target_id text,
  name text not null,
  secret_hash text not null unique,
  created_at bigint not null,
  last_used_at bigint,
  last_app text,
  paused_at bigint,
  tag text not null default '',
  changed_at bigint not null,
  name_key text
);
create index private_feeds_by_sub on private_feeds (sub);
create unique index private_feeds_by_name on private_feeds (sub, name_key);

create table private_feed_callers (
  feed_id text not null references private_feeds (id) on delete cascade,
  caller text not null,
  is_app boolean not null,
  seen_at bigint not null,
  primary key (feed_id, caller)
);

create table feed_downloads (
  id bigserial primary key,
  item_id text not null,
  chapter integer not null,
  listener text not null,
  started_at bigint not null,
  bytes bigint not null,
  counted_at bigint,
  credited_ms bigint
);
create index feed_downloads_open on feed_downloads (listener, item_id, chapter) where listener <> '';
create index feed_downloads_counted on feed_downloads (counted_at) where counted_at is not null;
`;

export const privateFeedMigrations: Record<string, Migration> = { '0001_initial': statements(SCHEMA) };
