import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, type Selectable, sql, type Transaction } from 'kysely';
import { normalPath } from '../http/addresses.ts';
import { type Managing, MemberError, changeMember } from '../members/manage-members.ts';
import type { Tables } from '../members/tables.ts';
import { type FeedKind, nameKeyOf, type PrivateFeedDatabase, type PrivateFeedTables } from './tables.ts';

/** A path below `/feeds/`: the secret, and the path of a medium, of chapters, or of the notice. */
const BELOW =
  /^\/feeds\/(?<secret>[^/]+)(?:(?<medium>\/media\/(?:audio|transcript)\/[\w.-]+)|(?<own>\/notice\.mp3|\/chapters\/[\w.-]+))?(?<rest>.*)$/isu;

/** The parameter that names the secret after `hideSecret`. */
export const SECRET = 'feed';

/**
 * Moves the secret of a private address from the path into the query, before anything reads the address (FEED-2). Logs,
 * traces and errors have paths and no queries. Sounds and transcripts get their usual paths.
 */
export function hideSecret(url: string): string {
  const found = BELOW.exec(normalPath(url))?.groups;
  if (found === undefined) return url;
  const { secret = '', medium, own = '', rest = '' } = found;
  const path = rest === '' ? (medium ?? `/feeds${own}`) : '/feeds/unknown';
  const query = /^[^?#]*\?(?<query>[^#]*)/u.exec(url)?.groups?.['query'] ?? '';
  return `${path}?${SECRET}=${encodeURIComponent(secret)}&${query}`;
}

export type PrivateFeed = Readonly<Selectable<PrivateFeedTables['private_feeds']>>;

/** A feed, the title of what it holds, and the version of the item. */
export type TitledFeed = PrivateFeed & { readonly title: string | null; readonly version: string | null };

/** A feed that was just made or renewed. Only now its secret is known. */
export interface NewFeed {
  readonly feed: TitledFeed;
  readonly secret: string;
}

/** Nobody has so many apps. */
export const MOST_FEEDS = 100;

/** Distinguishes the locks of this file from those of others. */
const LOCK = 47;

/** 256 random bits. */
const SECRET_BYTES = 32;

const GENERATION_LENGTH = 16;

/** The path of the feed with a secret, and the start of the paths of its sounds (FEED-1). */
export const feedPath = (secret: string): string => `/feeds/${secret}`;

/** Only this hash of a secret is stored (FEED-2). A secret is long and random, so the hash needs no salt. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const isOfKind: Readonly<Record<'item' | 'collection', readonly number[]>> = {
  item: [0, 1, 2, 3, 4, 5],
  collection: [5],
};

/** True if there is what a feed is to hold. */
export async function hasTarget(db: PrivateFeedDatabase, kind: FeedKind, id: string): Promise<boolean> {
  if (kind === 'saved' || kind === 'all') return false;
  if (kind === 'series') {
    const row = await db.selectFrom('series').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }
  const found = await db.selectFrom('items').select('content_type').where('id', '=', id).executeTakeFirst();
  return found !== undefined && isOfKind[kind].includes(found.content_type);
}

/** True if another feed of the listener has this name (FEED-66). */
async function isNameTaken(
  db: PrivateFeedDatabase,
  sub: string,
  name: string,
  except: string | null,
): Promise<boolean> {
  const other = await db
    .selectFrom('private_feeds')
    .select('id')
    .where('sub', '=', sub)
    .where('name_key', '=', nameKeyOf(name))
    .where('id', '!=', except ?? '')
    .executeTakeFirst();
  return other !== undefined;
}

/** Two changes of one listener's names, from two tabs, follow each other. */
const lockFeeds = (transaction: Transaction<Tables & PrivateFeedTables>, sub: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${sub}, ${LOCK}))`.execute(transaction);

/** Makes a feed, unless the listener has too many (FEED-1), or one of this name (FEED-66). */
export async function addFeed(
  db: PrivateFeedDatabase,
  sub: string,
  { kind, id, name }: { readonly kind: FeedKind; readonly id: string | null; readonly name: string },
  now: number,
): Promise<NewFeed | 'too-many' | 'name-taken'> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return db.transaction().execute(async (transaction) => {
    await lockFeeds(transaction, sub);
    const { count } = await transaction
      .selectFrom('private_feeds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('sub', '=', sub)
      .executeTakeFirstOrThrow();
    if (count >= MOST_FEEDS) return 'too-many';
    if (await isNameTaken(transaction, sub, name, null)) return 'name-taken';
    await transaction
      .insertInto('private_feeds')
      .values({
        id: randomUUID(),
        sub,
        kind,
        target_id: id,
        name,
        name_key: nameKeyOf(name),
        secret_hash: hashOf(secret),
        created_at: now,
        changed_at: now,
      })
      .execute();
    const made = await withSecret(transaction, secret);
    if (made === null) throw new Error('A feed that was just made is gone.');
    return made;
  });
}

/** Gives a feed another name. Its address stays (FEED-68). */
export async function renameFeed(
  db: PrivateFeedDatabase,
  sub: string,
  id: string,
  name: string,
): Promise<'renamed' | 'missing' | 'name-taken'> {
  return db.transaction().execute(async (transaction) => {
    await lockFeeds(transaction, sub);
    if (await isNameTaken(transaction, sub, name, id)) return 'name-taken';
    const renamed = await transaction
      .updateTable('private_feeds')
      .set({ name, name_key: nameKeyOf(name) })
      .where('sub', '=', sub)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return renamed === undefined ? 'missing' : 'renamed';
  });
}

/**
 * Gives a feed a new address. The one before ends at once, and a pause too (FEED-3).
 *
 * @returns null if the listener has no such feed
 */
export async function renewFeed(
  db: PrivateFeedDatabase,
  sub: string,
  id: string,
  now: number,
): Promise<NewFeed | null> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return db.transaction().execute(async (transaction) => {
    const renewed = await transaction
      .updateTable('private_feeds')
      .set({
        secret_hash: hashOf(secret),
        paused_at: null,
        last_used_at: null,
        last_app: null,
        changed_at: now,
      })
      .where('sub', '=', sub)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (renewed === undefined) return null;
    await transaction.deleteFrom('private_feed_callers').where('feed_id', '=', id).execute();
    return withSecret(transaction, secret);
  });
}

async function withSecret(db: PrivateFeedDatabase, secret: string): Promise<NewFeed | null> {
  const feed = await feedWithSecret(db, secret);
  return feed === undefined ? null : { feed, secret };
}

/** @returns false if the listener has no such feed */
export async function revokeFeed(db: PrivateFeedDatabase, sub: string, id: string): Promise<boolean> {
  const revoked = await db
    .deleteFrom('private_feeds')
    .where('sub', '=', sub)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Saves what a feed has become, and when. */
export async function saveChange(
  db: PrivateFeedDatabase,
  id: string,
  change: { readonly tag: string; readonly changed_at: number },
): Promise<void> {
  await db.updateTable('private_feeds').set(change).where('id', '=', id).execute();
}

/**
 * Revokes a feed of a member, as an owner or the operator (FEED-50).
 *
 * @param member the member's id or address
 * @throws {MemberError} if there is no such member or no such feed
 */
export async function revokeFeedOf(managing: Managing, member: string, id: string): Promise<void> {
  await changeMember(managing, member, async (transaction, { sub, email }) => {
    const feeds = transaction.withTables<PrivateFeedTables>();
    const feed = (await feedsOf(feeds, sub)).find((each) => each.id === id);
    if (feed === undefined) throw new MemberError(`${email} has no feed ${id}.`);
    await revokeFeed(feeds, sub, id);
    return { action: 'feed-revoked', name: feed.name };
  });
}

const titledFeeds = (db: PrivateFeedDatabase) =>
  db
    .selectFrom('private_feeds')
    .leftJoin('items', (join) => join.onRef('items.id', '=', 'target_id').on('kind', '!=', 'series'))
    .leftJoin('series', (join) => join.onRef('series.id', '=', 'target_id').on('kind', '=', 'series'))
    .selectAll('private_feeds')
    .select('items.version')
    .select(sql<string | null>`coalesce(document ->> 'title', series.name)`.as('title'));

/** The feeds of a listener, the newest first. */
export const feedsOf = (db: PrivateFeedDatabase, sub: string): Promise<readonly TitledFeed[]> =>
  titledFeeds(db).where('sub', '=', sub).orderBy('created_at', 'desc').orderBy('private_feeds.id').execute();

/** The feed of an address. The lookup is by the hash, so a wrong secret takes as long as a right one (FEED-2). */
export const feedWithSecret = (db: PrivateFeedDatabase, secret: string): Promise<TitledFeed | undefined> =>
  titledFeeds(db).where('secret_hash', '=', hashOf(secret)).executeTakeFirst();

/** Names a feed and its address of now. A feed with a new address has another name (FEED-3). */
export const generationOf = ({ id, secret_hash }: Pick<PrivateFeed, 'id' | 'secret_hash'>): string =>
  `${id}:${hashOf(secret_hash).slice(0, GENERATION_LENGTH)}`;

/** The feed of a name that `generationOf` made. Undefined if its address is another one now. */
export async function feedOfGeneration(
  db: PrivateFeedDatabase,
  generation: string,
): Promise<PrivateFeed | undefined> {
  const id = generation.slice(0, -(GENERATION_LENGTH + 1));
  const feed = await db.selectFrom('private_feeds').selectAll().where('id', '=', id).executeTakeFirst();
  return feed !== undefined && generationOf(feed) === generation ? feed : undefined;
}

/** The path of the public feed of a title, or null. */
export async function publicFeedOf(db: PrivateFeedDatabase, itemId: string): Promise<string | null> {
  const feed = await feedWithSecret(db, itemId);
  return feed === undefined ? null : feedPath(itemId);
}

/** Turns the public feed of a title on or off. Its address names the title, and is no secret (FEED-30). */
export async function setPublicFeed(
  db: PrivateFeedDatabase,
  itemId: string,
  isPublic: boolean,
  now: number,
): Promise<void> {
  if (!isPublic) {
    await db.deleteFrom('private_feeds').where('sub', 'is', null).where('target_id', '=', itemId).execute();
    return;
  }
  await db
    .insertInto('private_feeds')
    .values({
      id: `public-${itemId}`,
      sub: null,
      kind: 'item',
      target_id: itemId,
      name: '',
      name_key: null,
      secret_hash: hashOf(itemId),
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Ends the addresses of a listener's feeds for other apps, in the transaction that ends the sessions: somebody else may have
 * made them (FEED-4). The feeds stay, and get a new address when they are renewed.
 */
export async function endFeedAddresses(
  transaction: QueryExecutorProvider,
  sub: string,
  now: number,
): Promise<void> {
  // No hash of a secret has a space.
  await sql`update private_feeds set secret_hash = 'ended ' || id, paused_at = ${now} where sub = ${sub}`.execute(
    transaction,
  );
}

/** Deletes the feeds of a listener whose account is being deleted, in the same transaction. */
export async function removeFeedsOf(transaction: QueryExecutorProvider, sub: string): Promise<void> {
  await sql`delete from private_feeds where sub = ${sub}`.execute(transaction);
}
