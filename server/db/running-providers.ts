import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Work, repeat } from '../repeat.ts';

/** The providers that use the database now. Instants are epoch milliseconds. */
export type RunningProviderTables = {
  running_providers: { id: string; alive_until: number };
};

export const runningProviderMigrations: Record<string, Migration> = {
  '0001_initial': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('running_providers')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('alive_until', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

/** If a provider dies, its row counts for this time. A running provider renews it. */
const ALIVE_MS = 30_000;
const RENEW_MS = 5_000;
const LOOK_MS = 500;

type ProvidersDatabase = Kysely<RunningProviderTables>;

/** Says in the database that a provider uses it, until it is stopped. To be called before anything else is read. */
export async function announceProvider(
  db: ProvidersDatabase,
  clock: Clock,
  log: (line: string) => void,
): Promise<Work> {
  const id = randomUUID();
  const renew = async (): Promise<void> => {
    const alive_until = clock.now() + ALIVE_MS;
    await db
      .insertInto('running_providers')
      .values({ id, alive_until })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until }))
      .execute();
  };
  await db.deleteFrom('running_providers').where('alive_until', '<=', clock.now()).execute();
  await renew();
  const renewing = repeat(RENEW_MS, renew, (message) => log(`database: ${message}`));
  return {
    async stop() {
      await renewing.stop();
      // If this fails, the row counts for half a minute.
      await db
        .deleteFrom('running_providers')
        .where('id', '=', id)
        .execute()
        .catch(() => undefined);
    },
  };
}

/**
 * True if a provider uses the database (CAT-140). A row of a provider that has died is not renewed, so this looks until
 * a row is renewed, or until none counts any more.
 */
export async function isProviderRunning(
  db: ProvidersDatabase,
  clock: Clock,
  pause: () => Promise<unknown> = () => wait(LOOK_MS),
): Promise<boolean> {
  const before = await alive(db, clock);
  for (let now = before; now.size > 0; now = await alive(db, clock)) {
    for (const [id, until] of now) if (before.get(id) !== until) return true;
    await pause();
  }
  return false;
}

/**
 * Lets no provider start before the end of the transaction.
 *
 * @returns false if one has started already
 */
export async function holdOffProviders(transaction: QueryExecutorProvider): Promise<boolean> {
  await sql`lock table running_providers in exclusive mode`.execute(transaction);
  const { rows } = await sql`
    select from running_providers where alive_until > extract(epoch from clock_timestamp()) * 1000 limit 1
  `.execute(transaction);
  return rows.length === 0;
}

async function alive(db: ProvidersDatabase, clock: Clock): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('running_providers')
    .selectAll()
    .where('alive_until', '>', clock.now())
    .execute();
  return new Map(rows.map(({ id, alive_until }) => [id, alive_until]));
}
