import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';

/** The numbers of the locks. They can be any numbers, but every process has to use the same. */
const NUMBERS = {
  migrations: 4_771_202,
  seeding: 4_771_203,
  'signing-keys': 4_771_204,
  publishing: 4_771_205,
  owners: 4_771_206,
};

type LockName = keyof typeof NUMBERS;

/** Runs an action while no other process of the database runs an action of the same name. */
export type RunAlone = <Result>(name: LockName, action: () => Promise<Result>) => Promise<Result>;

/**
 * Runs an action in a transaction, while no other process runs an action of the same name. The lock belongs to the
 * transaction and not to the connection: behind a pooler, a connection is shared, and its lock would stay.
 */
export function exclusively<Tables, Result>(
  db: Kysely<Tables>,
  name: LockName,
  action: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilEnd(transaction, name);
    return action(transaction);
  });
}

/** Waits until no other transaction has the lock of this name, and takes it until the end of this transaction. */
export async function lockUntilEnd(transaction: QueryExecutorProvider, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(NUMBERS[name])})`.execute(transaction);
}
