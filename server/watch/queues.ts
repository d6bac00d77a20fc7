import { type QueryExecutorProvider, sql } from 'kysely';
import type { Metrics } from './metrics.ts';

/** Measures the work that waits in the database, which all processes share. */
export function measureQueues(
  metrics: Metrics,
  db: QueryExecutorProvider,
  { hasMail, sells }: { readonly hasMail: boolean; readonly sells: boolean },
): void {
  const count = async (rows: ReturnType<typeof sql>): Promise<number> => {
    const found = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(db);
    return found.rows[0]?.count ?? 0;
  };
  if (hasMail) {
    metrics.measure({
      name: 'mails_waiting',
      help: 'Mails that the mail server has not taken yet.',
      read: () => count(sql`mail_outbox where fields is not null`),
    });
    metrics.measure({
      name: 'mails_given_up',
      help: 'Mails of the last 30 days that could not be sent.',
      read: () => count(sql`mail_outbox where failed_at is not null`),
    });
  }
  if (!sells) return;
  metrics.measure({
    name: 'payments_open',
    help: 'Checkouts that are neither paid nor closed.',
    read: () => count(sql`billing_orders where state = 'open'`),
  });
  metrics.measure({
    name: 'payments_to_return',
    help: 'Payments that must not count, and that the payment service has not given back yet.',
    read: () => count(sql`billing_orders where state = 'returning'`),
  });
}
