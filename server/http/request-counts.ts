import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Clock } from '../clock.ts';
import { withoutTimeBudget } from '../db/time-budget.ts';

export interface RequestLimit {
  /** The most requests of one caller in a window. */
  readonly most: number;
  /** The length of the window in milliseconds. */
  readonly windowMs: number;
}

/** Counts that all processes share. */
export interface SharedCounts {
  /**
   * Takes some of the requests that a caller has left. Returns how many it took, and when the window ends.
   *
   * @param endsAt the end of the window if this call starts it, in epoch milliseconds
   */
  take(key: string, wanted: number, limit: RequestLimit, endsAt: number): Promise<Taken>;
}

export interface Taken {
  readonly taken: number;
  readonly endsAt: number;
}

/** One caller of one limit, in one window. */
interface Window {
  /** Epoch milliseconds. */
  endsAt: number;
  used: number;
  /** How many requests this process may accept before it asks again. */
  granted: number;
  /** True if no requests are left for anybody. */
  isFull: boolean;
  asking: Promise<void> | null;
}

/** If there are more callers, the others count as one. */
const MOST_CALLERS = 10_000;
/** A process accepts a tenth of a limit without asking. After that, it takes a tenth at a time. */
const PART = 10;
/** The longest time that a request waits for the shared counts, in milliseconds. */
const PATIENCE_MS = 1_500;
/** How long the shared counts are not used after a failure of the database. */
const PAUSE_MS = 5_000;

/**
 * Counts the requests of each caller in a window of time (SES-96). With shared counts, all processes count together.
 * Each process accepts a tenth of the limit by itself. After that it takes a tenth at a time from the shared counts.
 * So a listener costs no statement. A caller who sends too many requests costs about ten statements in a window.
 *
 * If the shared counts cannot be used, the process counts alone. So a failure of the database never refuses a call.
 */
export class RequestCounts {
  /** In the order of their starts. Windows of one length end in the same order. */
  private readonly windows = new Map<string, Window>();
  private pausedUntil = -Infinity;

  /** @param shared null if there is only one process */
  constructor(
    private readonly clock: Clock,
    private readonly shared: SharedCounts | null = null,
  ) {}

  /**
   * Counts one more request.
   *
   * @param caller the name of the limit, a space, and the network address
   * @returns the number of this request in its window, and the milliseconds until the window ends
   */
  async count(
    caller: string,
    limit: RequestLimit,
  ): Promise<{ readonly number: number; readonly endsIn: number }> {
    const { key, window } = this.windowOf(caller, limit);
    while (window.used >= window.granted && !window.isFull) {
      window.asking ??= this.ask(key, window, limit);
      await window.asking;
    }
    const endsIn = Math.max(0, window.endsAt - this.clock.now());
    if (window.isFull && window.used >= window.granted) return { number: limit.most + 1, endsIn };
    window.used += 1;
    return { number: window.used, endsIn };
  }

  private windowOf(caller: string, { most, windowMs }: RequestLimit): { key: string; window: Window } {
    const now = this.clock.now();
    for (const [key, { endsAt }] of this.windows) {
      if (isOpen(endsAt, now, windowMs)) break;
      this.windows.delete(key);
    }
    const isKnown = this.windows.has(caller) || this.windows.size < MOST_CALLERS;
    // The name of the limit, without an address.
    const key = isKnown ? caller : caller.slice(0, caller.indexOf(' '));
    const found = this.windows.get(key);
    if (found !== undefined && isOpen(found.endsAt, now, windowMs)) return { key, window: found };
    const window: Window = {
      endsAt: now + windowMs,
      used: 0,
      granted: this.shared === null ? most : Math.floor(most / PART),
      isFull: this.shared === null,
      asking: null,
    };
    this.windows.delete(key);
    this.windows.set(key, window);
    return { key, window };
  }

  private async ask(key: string, window: Window, limit: RequestLimit): Promise<void> {
    const wanted = Math.max(1, Math.floor(limit.most / PART));
    const result = await this.take(key, wanted, limit, window.endsAt);
    window.asking = null;
    if (result === null) {
      window.granted = limit.most;
      window.isFull = true;
      return;
    }
    window.granted += result.taken;
    window.isFull = result.taken < wanted;
    window.endsAt = Math.min(window.endsAt, result.endsAt);
  }

  /** Null if the shared counts cannot be used now. */
  private async take(
    key: string,
    wanted: number,
    limit: RequestLimit,
    endsAt: number,
  ): Promise<Taken | null> {
    if (this.shared === null || performance.now() < this.pausedUntil) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    const result = await Promise.race([this.shared.take(key, wanted, limit, endsAt).catch(() => null), late]);
    clearTimeout(timer);
    if (result === null) this.pausedUntil = performance.now() + PAUSE_MS;
    return result;
  }
}

/** False if the window has ended, or if the clock was set back since its start. */
const isOpen = (endsAt: number, now: number, windowMs: number): boolean =>
  endsAt > now && endsAt <= now + windowMs;

/**
 * The requests of each caller in the current window, for the limits of all processes. Instants are epoch
 * milliseconds.
 */
export type RequestCountTables = {
  request_counts: { key: string; used: number; ends_at: number };
};

export const requestCountMigrations: Record<string, Migration> = {
  '0001_initial': {
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
    // Several requests share this statement. So its time counts for none of them.
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
