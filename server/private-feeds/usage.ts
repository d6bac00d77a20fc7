import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { type QueryExecutorProvider, sql } from 'kysely';
import { addSetting, readSetting, removeSetting } from '../db/settings.ts';
import { BoundedCache } from '../bounded-cache.ts';
import type { Mail } from '../mail/outbox.ts';
import { recordChange } from '../members/audit.ts';
import type { Managing } from '../members/manage-members.ts';
import {
  type MonthlyTime,
  type Span,
  type StatementLine,
  statementOf,
  titlesOf,
} from '../members/statements.ts';
import { type Work, repeat } from '../repeat.ts';
import type { PrivateFeed } from './feeds.ts';
import type { PrivateFeedDatabase } from './tables.ts';

/** More networks and apps in a day than one person has (FEED-31). */
export const MOST_NETWORKS = 12;
export const MOST_APPS = 8;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A caller is noted again after so long. */
const NOTE_MS = HOUR_MS;
const MOST_NOTES = 100_000;
const LONGEST_APP = 60;

/** What an app calls itself, without its version. */
export function appOf(userAgent = ''): string {
  const browser = /^Mozilla\/.*?\b(?<name>Firefox|Edg|OPR|Chrome|Safari)\//u.exec(userAgent)?.groups?.[
    'name'
  ];
  const name = browser ?? /^[^/(;]*/u.exec(userAgent)?.[0] ?? '';
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, LONGEST_APP) || 'Unknown app';
}

/** The network of an address: the first three numbers of IPv4, the first 48 bits of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  const [before = ''] = plain.split('::', 1);
  const groups = before.split(':').filter((group) => group !== '');
  return [...groups, '0', '0', '0']
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Words in what robots call themselves. They are not counted (FEED-41). */
const ROBOT =
  /bot\b|bots\b|crawl|spider|slurp|scan|monitor|uptime|preview|validator|facebookexternalhit|headless|curl\/|wget\/|python|go-http-client|java\/|libwww|scrapy/iu;

export const isRobot = (userAgent = ''): boolean => userAgent.trim() === '' || ROBOT.test(userAgent);

export interface Caller {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** The downloads of a title in a month. */
interface DownloadLine {
  /** Such as `2026-11`, in UTC. */
  readonly month: string;
  readonly title_id: string;
  readonly title: string;
  readonly downloads: number;
}

/** The downloads of a span, by month and title. They stand apart from what was measured (FEED-43). */
export async function readDownloads(
  db: PrivateFeedDatabase,
  { from, till }: { readonly from: number; readonly till: number },
): Promise<readonly DownloadLine[]> {
  const { rows } = await sql<DownloadLine>`
    select to_char(to_timestamp(counted_at / 1000.0) at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(items.parent_id, item_id) as title_id,
      coalesce(max(parents.document ->> 'title'), max(items.document ->> 'title'), '') as title,
      count(*)::int as downloads
    from feed_downloads
    left join items on items.id = item_id left join items as parents on parents.id = items.parent_id
    where counted_at >= ${from} and counted_at < ${till}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

interface UsageOptions {
  readonly db: PrivateFeedDatabase;
  /** Hides addresses of people in hashes. */
  readonly secret: string;
  /** Undefined without a mail server. */
  readonly send: ((transaction: QueryExecutorProvider, mail: Mail) => Promise<void>) | undefined;
  readonly accountPage: () => string;
  readonly clock: { now(): number };
}

/** Notes from where private addresses are used, and pauses those of more than one person. Counts downloads. */
export class FeedUsage {
  /** When a caller of a feed was noted last. */
  private readonly noted = new BoundedCache<number>(MOST_NOTES);

  constructor(private readonly options: UsageOptions) {}

  /**
   * Notes who uses a private address.
   *
   * @returns true if the address is paused
   */
  async note(feed: PrivateFeed, { ip, userAgent }: Caller): Promise<boolean> {
    if (feed.sub === null || feed.paused_at !== null) return feed.paused_at !== null;
    const now = this.options.clock.now();
    const app = appOf(userAgent);
    const callers = [
      { caller: this.hash(`${feed.secret_hash} ${networkOf(ip)}`), is_app: false },
      { caller: this.hash(`${feed.secret_hash} app ${app}`), is_app: true },
    ].filter(({ caller }) => now - (this.noted.get(caller) ?? -Infinity) >= NOTE_MS);
    if (callers.length === 0 && feed.last_app === app) return false;
    for (const { caller } of callers) this.noted.set(caller, now, 1);
    // One statement, because apps ask for each feed once an hour.
    const { rows } = await sql<{ networks: number; apps: number }>`
      with used as (
        update private_feeds set last_used_at = ${now}, last_app = ${app} where id = ${feed.id} returning id
      ), noted as (
        insert into private_feed_callers (feed_id, caller, is_app, seen_at)
        select used.id, each.caller, each.is_app, ${now}
        from used, json_to_recordset(${JSON.stringify(callers)}) as each (caller text, is_app boolean)
        on conflict (feed_id, caller) do update set seen_at = excluded.seen_at returning caller, is_app
      )
      select count(*) filter (where not is_app)::int as networks, count(*) filter (where is_app)::int as apps from (
        select caller, is_app from private_feed_callers where feed_id = ${feed.id} and seen_at > ${now - DAY_MS}
        union select caller, is_app from noted
      ) as seen`.execute(this.options.db);
    const { networks = 0, apps = 0 } = rows[0] ?? {};
    if (networks <= MOST_NETWORKS && apps <= MOST_APPS) return false;
    return this.options.db.transaction().execute((transaction) => this.pause(transaction, feed, now));
  }

  private async pause(transaction: PrivateFeedDatabase, feed: PrivateFeed, now: number): Promise<true> {
    const paused = await transaction
      .updateTable('private_feeds')
      .set({ paused_at: now })
      .where('id', '=', feed.id)
      .where('paused_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const listener = await transaction
      .selectFrom('listeners')
      .select('email')
      .where('sub', '=', feed.sub ?? '')
      .executeTakeFirst();
    if (paused === undefined || listener === undefined || listener.email === '') return true;
    await this.options.send?.(transaction, {
      to: listener.email,
      sub: feed.sub ?? '',
      kind: 'feed-paused',
      fields: { name: feed.name, link: this.options.accountPage() },
    });
    return true;
  }

  /**
   * Adds the bytes of a sound that were sent. A download counts once for a network, an episode and 24 hours, as soon as a
   * minute of the sound was sent (FEED-40). A caller can invent apps, and has few networks.
   *
   * @param minute the bytes of a minute of the sound, or of the whole sound if it is shorter
   */
  async sent(
    sound: { readonly id: string; readonly chapter: number | null; readonly duration: number },
    { ip, userAgent }: Caller,
    bytes: number,
    minute: number,
  ): Promise<void> {
    if (bytes <= 0 || minute <= 0 || isRobot(userAgent)) return;
    const now = this.options.clock.now();
    const listener = this.hash(`network ${networkOf(ip)}`);
    const chapter = sound.chapter ?? 0;
    await this.options.db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${listener}, 46))`.execute(transaction);
      const open = await transaction
        .selectFrom('feed_downloads')
        .select(['id', 'bytes', 'counted_at'])
        .where('listener', '=', listener)
        .where('item_id', '=', sound.id)
        .where('chapter', '=', chapter)
        .where('started_at', '>', now - DAY_MS)
        .executeTakeFirst();
      if (typeof open?.counted_at === 'number') return;
      const sum = (open?.bytes ?? 0) + bytes;
      const counted =
        sum < minute
          ? { bytes: sum }
          : {
              bytes: sum,
              counted_at: now,
              credited_ms: Math.min(sound.duration * 1000, await creditLeft(transaction, listener, now)),
            };
      if (open === undefined) {
        await transaction
          .insertInto('feed_downloads')
          .values({ item_id: sound.id, chapter, listener, started_at: now, ...counted })
          .execute();
      } else {
        await transaction.updateTable('feed_downloads').set(counted).where('id', '=', open.id).execute();
      }
    });
  }

  /** Forgets who downloaded, and what was too short, after 24 hours (FEED-42). */
  async forget(): Promise<void> {
    const before = this.options.clock.now() - DAY_MS;
    const { db } = this.options;
    await sql`delete from feed_downloads where counted_at is null and started_at <= ${before}`.execute(db);
    await sql`update feed_downloads set listener = ''
      where listener <> '' and coalesce(counted_at, started_at) <= ${before}`.execute(db);
    await sql`delete from private_feed_callers where seen_at <= ${before}`.execute(db);
  }

  forgetHourly(log: (line: string) => void): Work {
    return repeat(
      HOUR_MS,
      () => this.forget(),
      (message) => log(`feeds for other apps: ${message}`),
    );
  }

  private hash(text: string): string {
    return createHmac('sha256', this.options.secret).update(text).digest('base64url').slice(0, 22);
  }
}

/** The time of sound for which the downloads of a network may still be credited today: a day in a day (FEED-40). */
async function creditLeft(db: PrivateFeedDatabase, listener: string, now: number): Promise<number> {
  const { credited } = await db
    .selectFrom('feed_downloads')
    .select(sql<number>`coalesce(sum(credited_ms), 0)::bigint`.as('credited'))
    .where('listener', '=', listener)
    .where('counted_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  return Math.max(0, DAY_MS - credited);
}

const SETTING = 'downloads/are-paid';

/** True if an owner has chosen that authors are credited for downloads (FEED-58). */
export async function areDownloadsPaid(db: PrivateFeedDatabase): Promise<boolean> {
  return (await readSetting(db, SETTING)) !== undefined;
}

/** Sets it, and records that in the list of changes (FEED-58). */
export async function setDownloadsPaid(
  { db, by, clock }: Pick<Managing, 'db' | 'by' | 'clock'>,
  isPaid: boolean,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const isChanged = isPaid
      ? await addSetting(transaction, SETTING, 'yes')
      : await removeSetting(transaction, SETTING);
    const action = isPaid ? 'downloads-paid' : 'downloads-unpaid';
    if (isChanged) await recordChange(transaction, by, null, { action }, clock.now());
  });
}

/**
 * The time for which authors are credited by downloads: each counts as the length of its sound. It is in no statement of
 * listened time. Empty unless an owner has chosen it (FEED-58).
 */
export async function readDownloadPay(
  db: PrivateFeedDatabase,
  { from, till }: Span,
): Promise<readonly StatementLine[]> {
  if (!(await areDownloadsPaid(db))) return [];
  const { rows } = await sql<MonthlyTime>`
    select to_char(to_timestamp(counted_at / 1000.0) at time zone 'UTC', 'YYYY-MM') as month, item_id as "contentId",
      sum(credited_ms)::bigint as milliseconds
    from feed_downloads
    where counted_at >= ${from} and counted_at < ${till} group by 1, 2`.execute(db);
  const titles = await titlesOf(
    db,
    rows.map(({ contentId }) => contentId),
  );
  return statementOf(rows, (id) => titles.get(id) ?? { id, title: id, authors: [] });
}
