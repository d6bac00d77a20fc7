import { expect, test } from 'vitest';
import type { OwnBillingTables } from '../../../server/billing/tables.ts';
import { enqueue, type MailTables } from '../../../server/mail/outbox.ts';
import { useProvider } from '../support/provider.ts';

/** Nobody listens at this port, so mails wait. */
const provider = useProvider({
  mail: { url: 'smtp://127.0.0.1:1', from: { name: 'Hark', address: 'hark@example.org' } },
});

async function shown(name: string): Promise<number> {
  const text = await (await fetch(`${provider().origin}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(value);
}

test('the metrics count the mails that wait, and those that were given up', async () => {
  const { db, clock } = provider();
  const before = [await shown('mails_waiting'), await shown('mails_given_up')];
  for (let count = 0; count < 3; count += 1) {
    await enqueue(db, { kind: 'sign-in', fields: { code: '123456' }, to: 'a@example.org' }, clock.now());
  }
  await db
    .withTables<MailTables>()
    .updateTable('mail_outbox')
    .set({ fields: null, failed_at: clock.now() })
    .where('id', '=', (select) =>
      select.selectFrom('mail_outbox').select((each) => each.fn.max('id').as('id')),
    )
    .execute();
  const after = [await shown('mails_waiting'), await shown('mails_given_up')];
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1]);
}, 60_000);

test('the metrics count open checkouts, and payments that are to be refunded', async () => {
  const orders = provider().db.withTables<OwnBillingTables>();
  for (const [id, state] of [
    ['a', 'open'],
    ['b', 'open'],
    ['c', 'returning'],
    ['d', 'paid'],
  ] as const) {
    await orders
      .insertInto('billing_orders')
      .values({
        id,
        // Of another service, so that the provider does not ask for it.
        service: 'other',
        sub: id,
        plan: 'monthly',
        item_id: null,
        amount: 1499,
        currency: 'usd',
        state,
        checkout_id: null,
        checkout_url: null,
        has_given: false,
        version: 0,
        asked_at: 0,
        created_at: 0,
      })
      .execute();
  }
  expect([await shown('payments_open'), await shown('payments_to_return')]).toEqual([2, 1]);
}, 60_000);
