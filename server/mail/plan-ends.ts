import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { enqueue } from './outbox.ts';
import type { MailDatabase } from './tables.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Ending {
  readonly sub: string;
  readonly email: string;
  readonly plan: 'monthly' | 'yearly';
  readonly ends_at: number;
}

/**
 * Writes to every member whose plan ends within a week, once for each end (SES-86). A plan that was given for less than
 * a week is told about, too. A disabled member gets no mail.
 */
export async function tellPlanEnds(db: MailDatabase, clock: Clock, accountPage: () => string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    // Two processes that look at the same time: the second one waits for the rows of the first, and gets none of them.
    const { rows } = await sql<Ending>`
      insert into mail_plan_ends (sub, ends_at)
      select listeners.sub, paid_until from listeners join pool_users on pool_users.sub = listeners.sub
      where plan is not null and paid_until > ${now} and paid_until <= ${now + WEEK_MS} and enabled
      on conflict do nothing
      returning sub, ends_at,
        (select email from listeners where listeners.sub = mail_plan_ends.sub) as email,
        (select plan from listeners where listeners.sub = mail_plan_ends.sub) as plan
    `.execute(transaction);
    for (const { sub, email, plan, ends_at } of rows) {
      const fields = { plan, ends_at, link: accountPage() };
      await enqueue(transaction, { kind: 'plan-ends', fields, to: email, sub, expiresAt: ends_at }, now);
    }
  });
}
