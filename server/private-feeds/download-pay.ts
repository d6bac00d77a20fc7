import { sql } from 'kysely';
import { recordChange } from '../members/audit.ts';
import type { Managing } from '../members/manage-members.ts';
import {
  type MonthlyTime,
  type Span,
  type StatementLine,
  statementOf,
  titlesOf,
} from '../members/statements.ts';
import type { PrivateFeedDatabase } from './tables.ts';

const SETTING = 'downloads/are-paid';

/** True if an owner has chosen that authors are credited for downloads (FEED-58). */
export async function areDownloadsPaid(db: PrivateFeedDatabase): Promise<boolean> {
  const { rows } = await sql`select from provider_settings where name = ${SETTING}`.execute(db);
  return rows.length > 0;
}

/** Sets it, and records that in the list of changes (FEED-58). */
export async function setDownloadsPaid(
  { db, by, clock }: Pick<Managing, 'db' | 'by' | 'clock'>,
  isPaid: boolean,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = isPaid
      ? await sql`insert into provider_settings (name, value) values (${SETTING}, 'yes')
          on conflict do nothing returning name`.execute(transaction)
      : await sql`delete from provider_settings where name = ${SETTING} returning name`.execute(transaction);
    const action = isPaid ? 'downloads-paid' : 'downloads-unpaid';
    if (rows.length > 0) await recordChange(transaction, by, null, { action }, clock.now());
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
      sum(1000 * coalesce((
        select (each ->> 'chapter_run_time')::float8 from json_array_elements(document -> 'chapter_info') as each
        where (each ->> 'chapter_index')::int = chapter), run_time, 0))::bigint as milliseconds
    from feed_downloads left join items on items.id = item_id
    where counted_at >= ${from} and counted_at < ${till} group by 1, 2`.execute(db);
  const titles = await titlesOf(
    db,
    rows.map(({ contentId }) => contentId),
  );
  return statementOf(rows, (id) => titles.get(id) ?? { id, title: id, authors: [] });
}
