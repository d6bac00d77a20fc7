import { type Kysely, type Migration, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';
import type { RequestLimit, SharedCounts, Taken } from './request-counts.ts';

/**
 * The requests of each caller in the current window, for the limits of all processes. Instants are epoch
 * milliseconds.
 */
export type RequestCountTables = {
  request_counts: { key: string; used: number; ends_at: number };
};

export const requestCountMigrations: Record<string, Migration> = {
  '0001_request_counts': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('request_counts')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('used', 'bigint', (column) => column.notNull())
        .addColumn('ends_at', 'bigint', (column) => column.notNull())
        .execute();
      await sql`create index request_counts_ends on request_counts (ends_at)`.execute(db);
    },
  },
};

const PURGE_MS = 10_000;

/** Counts requests in the database, for all processes that share it. */
export class DatabaseCounts implements SharedCounts {
  private purgedAt = -Infinity;

  constructor(
    private readonly db: Kysely<RequestCountTables>,
    private readonly clock: Clock,
  ) {}

  /** @throws {DatabaseUnavailableError} */
  take(key: string, wanted: number, limit: RequestLimit, endsAt: number): Promise<Taken> {
    // Several requests wait for this statement, so it does not use the database time of any of them.
    return new Promise((resolve, reject) => {
      withoutTimeBudget(() => {
        this.purge();
        this.add(key, wanted, limit, endsAt).then(resolve, reject);
      });
    });
  }

  /** Adds in one statement, so two processes never take the same requests. */
  private async add(
    key: string,
    wanted: number,
    { most, windowMs }: RequestLimit,
    endsAt: number,
  ): Promise<Taken> {
    const now = this.clock.now();
    // If the window has ended, or the clock was set back, the row starts a new window.
    const isOpen = sql`request_counts.ends_at > ${now}::bigint and request_counts.ends_at <= ${now + windowMs}::bigint`;
    const { rows } = await sql<{ used: number; ends_at: number }>`
      insert into request_counts (key, used, ends_at) values (${key}, ${wanted}, ${endsAt})
      on conflict (key) do update set
        used = case when ${isOpen} then request_counts.used else 0 end + excluded.used,
        ends_at = case when ${isOpen} then request_counts.ends_at else excluded.ends_at end
      returning used, ends_at
    `.execute(this.db);
    const [row] = rows;
    if (row === undefined) throw new Error('The statement returned no row.');
    const before = row.used - wanted;
    return { taken: Math.min(wanted, Math.max(0, most - before)), endsAt: row.ends_at };
  }

  /** Deletes rows of windows that ended, so that the table stays small. */
  private purge(): void {
    const now = this.clock.now();
    if (Math.abs(now - this.purgedAt) < PURGE_MS) return;
    this.purgedAt = now;
    this.db
      .deleteFrom('request_counts')
      .where('ends_at', '<=', now)
      .execute()
      // The next purge deletes them, too.
      .catch(() => undefined);
  }
}
