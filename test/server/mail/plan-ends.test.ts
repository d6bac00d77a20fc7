import { beforeEach, describe, expect, test } from 'vitest';
import { tellPlanEnds } from '../../../server/mail/index.ts';
import type { MailTables } from '../../../server/mail/outbox.ts';
import { OPERATOR } from '../../../server/members/audit.ts';
import { setPlan } from '../../../server/members/manage-members.ts';
import { signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider();
const EMAIL = 'free@listener.test';
const DAY = 86_400_000;
let sub = '';

/** The kinds of mails that a look at all plans writes to the listener. */
async function told(): Promise<readonly string[]> {
  const db = provider().db.withTables<MailTables>();
  await tellPlanEnds(db, provider().clock, () => 'https://listen.example/account');
  const rows = await db.selectFrom('mail_outbox').select('kind').where('recipient', '=', EMAIL).execute();
  return rows.map(({ kind }) => kind);
}

async function give(days: number | null): Promise<void> {
  const { db, pool, clock } = provider();
  const until = days === null ? null : clock.now() + days * DAY;
  await setPlan({ db, pool, clock, by: OPERATOR }, EMAIL, days === null ? null : 'annual', until);
}

async function pay(canceledIn: number | null): Promise<void> {
  const now = provider().clock.now();
  await provider()
    .db.insertInto('billing_subscriptions')
    .values({
      id: 'sub_1',
      service: 'stripe',
      sub,
      customer: null,
      plan: 'monthly',
      status: 'active',
      period_start: now,
      period_end: now + 30 * DAY,
      cancel_at: canceledIn === null ? null : now + canceledIn * DAY,
      ended_at: null,
      payment: 'paid',
      version: 0,
    })
    .execute();
}

beforeEach(async () => {
  const db = provider().db.withTables<MailTables>();
  const { body } = await (await signedIn(provider().origin, EMAIL)).get('/user');
  sub = String((body as { readonly id?: unknown }).id);
  await provider().db.deleteFrom('billing_subscriptions').execute();
  await give(null);
  await db.deleteFrom('mail_plan_ends').execute();
  await db.deleteFrom('mail_outbox').execute();
});

describe('the mail before a membership ends (SES-86)', () => {
  test('is written once about a given plan that runs out within a week', async () => {
    await give(8);
    expect(await told()).toEqual([]);
    await give(6);
    expect(await told()).toEqual(['plan-ends']);
    expect(await told()).toEqual(['plan-ends']);
  });

  test('is written about a paid plan only after it was canceled', async () => {
    await pay(null);
    expect(await told()).toEqual([]);
    await provider().db.deleteFrom('billing_subscriptions').execute();
    await pay(6);
    expect(await told()).toEqual(['plan-ends']);
  });

  test('is not written if another plan lasts longer', async () => {
    await give(5);
    await pay(null);
    expect(await told()).toEqual([]);
    await provider().db.deleteFrom('billing_subscriptions').execute();
    await pay(6);
    // The given plan ends first, and the paid one is the one to be told about.
    expect(await told()).toEqual(['plan-ends']);
  });
});
