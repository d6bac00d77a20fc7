import { type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
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
    /** When the address was paused, because it was used in too many places. */
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
    /** The time of sound for which it is credited. Null for a download of an earlier release: the whole sound. */
    credited_ms: Generated<number | null>;
  };
};

export type PrivateFeedDatabase = Kysely<Tables & PrivateFeedTables>;

/** The form in which names are compared: without case and width (FEED-66). */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Gives each feed its key. Of several with one name, the later ones get a number. */
async function nameApart(db: Kysely<PrivateFeedTables>): Promise<void> {
  const feeds = await db
    .selectFrom('private_feeds')
    .select(['id', 'sub', 'name'])
    .where('sub', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const used = new Set(feeds.map(({ sub, name }) => `${sub} ${nameKeyOf(name)}`));
  const kept = new Set<string>();
  for (const { id, sub, name } of feeds) {
    let own = name;
    for (
      let number = 2;
      kept.has(`${sub} ${nameKeyOf(own)}`) || (own !== name && used.has(`${sub} ${nameKeyOf(own)}`));
      number += 1
    )
      own = `${name} ${number}`;
    kept.add(`${sub} ${nameKeyOf(own)}`);
    await db
      .updateTable('private_feeds')
      .set({ name: own, name_key: nameKeyOf(own) })
      .where('id', '=', id)
      .execute();
  }
}

export const privateFeedMigrations: Record<string, Migration> = {
  '0001_private_feeds': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('private_feeds')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sub', 'text')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('target_id', 'text')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .addColumn('last_app', 'text')
        .addColumn('paused_at', 'bigint')
        .addColumn('tag', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
      await sql`create index private_feeds_by_sub on private_feeds (sub)`.execute(db);
      await db.schema
        .createTable('private_feed_callers')
        .addColumn('feed_id', 'text', (column) =>
          column.notNull().references('private_feeds.id').onDelete('cascade'),
        )
        .addColumn('caller', 'text', (column) => column.notNull())
        .addColumn('is_app', 'boolean', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('private_feed_callers_pk', ['feed_id', 'caller'])
        .execute();
      await db.schema
        .createTable('feed_downloads')
        .addColumn('id', 'bigserial', (column) => column.primaryKey())
        .addColumn('item_id', 'text', (column) => column.notNull())
        .addColumn('chapter', 'integer', (column) => column.notNull())
        .addColumn('listener', 'text', (column) => column.notNull())
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .addColumn('counted_at', 'bigint')
        .execute();
      await sql`create index feed_downloads_open on feed_downloads (listener, item_id, chapter)
        where listener <> ''`.execute(db);
      await sql`create index feed_downloads_counted on feed_downloads (counted_at) where counted_at is not null`.execute(
        db,
      );
    },
  },
  '0002_credited_time': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('feed_downloads').addColumn('credited_ms', 'bigint').execute();
    },
  },
  '0003_names_once': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('private_feeds').addColumn('name_key', 'text').execute();
      await nameApart(db.withTables<PrivateFeedTables>());
      await sql`create unique index private_feeds_by_name on private_feeds (sub, name_key)`.execute(db);
    },
  },
};
