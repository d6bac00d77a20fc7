import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { enqueue, type MailDatabase } from '../mail/outbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** For so long it is known that a member was told. */
const KEPT_MS = 30 * DAY_MS;

interface Ending {
  readonly sub: string;
  readonly email: string;
  readonly plan: 'monthly' | 'yearly';
  readonly ends_at: number;
}

/**
 * Writes to every member whose membership ends within a week, once for each end (SES-86): a given plan that runs out, or a
 * paid one that was canceled, unless another plan lasts longer. A plan that was given for less than a week is told about,
 * too. A disabled member gets no mail.
 */
export async function tellPlanEnds(db: MailDatabase, clock: Clock, accountPage: () => string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    await sql`delete from mail_plan_ends where ends_at < ${now - KEPT_MS}`.execute(transaction);
    // If two processes look at the same time, the second one waits for the first, and then gets none of its rows.
    const { rows } = await sql<Ending>`
      with plans as (
        select sub, plan, paid_until as ends_at from listeners where plan is not null
        union all
        select sub, plan, cancel_at from billing_subscriptions
        where status in ('trialing', 'active') and payment = 'paid' and sub is not null
      ),
      ending as (
        select plans.sub, plans.plan, plans.ends_at from plans
        join pool_users on pool_users.sub = plans.sub and enabled
        where plans.ends_at > ${now} and plans.ends_at <= ${now + WEEK_MS}
          and not exists (
            select from plans as others
            where others.sub = plans.sub and (others.ends_at is null or others.ends_at > plans.ends_at)
          )
      ),
      told as (
        insert into mail_plan_ends (sub, ends_at) select distinct sub, ends_at from ending
        on conflict do nothing returning sub, ends_at
      )
      select distinct on (told.sub) told.sub, told.ends_at, ending.plan, listeners.email
      from told join ending on ending.sub = told.sub and ending.ends_at = told.ends_at
      join listeners on listeners.sub = told.sub and listeners.email <> ''
    `.execute(transaction);
    for (const { sub, email, plan, ends_at } of rows) {
      const fields = { plan, ends_at, link: accountPage() };
      await enqueue(transaction, { kind: 'plan-ends', fields, to: email, sub, expiresAt: ends_at }, now);
    }
  });
}
