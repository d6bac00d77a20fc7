import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readListener } from '../../members/listeners.ts';
import { paymentDetails } from '../../members/membership.ts';
import type { Provider } from '../../provider.ts';
import { signatureOf, type StripeStandIn } from './stripe-stand-in.ts';
import {
  billingTables,
  newListener,
  newStandIn,
  PlainBrowser,
  startOnStandIn,
  WEBHOOK_SECRET,
} from './support.ts';

let provider: Provider;
let standIn: StripeStandIn;
let email = '';
let sub = '';
const lines: string[] = [];

beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startOnStandIn(standIn, { log: (line) => lines.push(line) });
}, 180_000);

afterAll(async () => {
  await provider.close();
  await standIn.close();
});

beforeEach(async () => {
  standIn.isOld = false;
  standIn.holds = false;
  standIn.before = null;
  ({ email, sub } = await newListener(provider));
  lines.splice(0);
});

const at = (path: string): string => `${provider.origin}/billing${path}`;
const details = async () => paymentDetails(await readListener(provider, sub), provider.clock.now());

async function buyPlan(plan = 'monthly'): Promise<string> {
  const page = await new PlainBrowser().openAs(email, at(`/plans/${plan}`));
  const id = page.url.split('/').at(-1) ?? '';
  await standIn.pay(id);
  return standIn.sessions.get(id)?.subscription ?? '';
}

async function change(to = 'annual') {
  const browser = new PlainBrowser();
  return browser.send(await browser.openAs(email, at(`/plans/${to}`)), /Change my plan/);
}

describe('a change of the plan (ENT-90)', () => {
  test.each([
    ['requires_action', 'Your plan has not changed yet', 'Confirm the payment'],
    ['requires_payment_method', 'Your plan has not changed', 'Pay in another way'],
  ] as const)('whose payment %s is none until it is paid', async (needs, title, link) => {
    const id = await buyPlan();
    standIn.changeNeeds = needs;
    const page = await change();
    expect(page.title).toBe(title);
    expect(page.html).toContain(`href="${standIn.origin}/invoice/${id}"`);
    expect(page.html).toContain(link);
    expect((await details())?.duration).toBe('monthly');
    await standIn.confirmChange(id);
    expect((await details())?.duration).toBe('yearly');
  });

  test('takes a cancellation back only once it is paid', async () => {
    const id = await buyPlan();
    await standIn.setCanceled(id, true);
    // A plan that was canceled is bought anew, so the change is one that was asked before.
    await billingTables(provider)
      .updateTable('billing_subscriptions')
      .set({ cancel_at: null })
      .where('id', '=', id)
      .execute();
    expect((await change()).title).toBe('Your plan has changed');
    expect(standIn.subscriptions.get(id)).toMatchObject({ interval: 'year', cancel_at_period_end: false });
  });

  test('that the service did not make, whatever it sent, is not reported as made', async () => {
    const id = await buyPlan();
    standIn.before = async (call) => {
      const stored = standIn.subscriptions.get(id);
      // The change is lost before the state is read again.
      if (call === `GET /v1/subscriptions/${id}` && stored?.interval === 'year') stored.interval = 'month';
    };
    expect((await change()).title).toBe('Your plan has not changed');
  });

  test('of somebody who pays for none changes nothing', async () => {
    const id = await buyPlan();
    const browser = new PlainBrowser();
    const question = await browser.openAs(email, at('/plans/annual'));
    await standIn.setStatus(id, 'unpaid');
    expect((await browser.send(question, /Change my plan/)).title).toBe('Nothing was changed');
  });
});

describe('a message in the shape of an old version (ENT-91)', () => {
  test('of a renewal and of a failed payment is read', async () => {
    const id = await buyPlan();
    standIn.isOld = true;
    standIn.holds = true;
    standIn.setFailing(id, true);
    await standIn.advance(32 * 86_400_000);
    const about = standIn.held.splice(0).filter(({ type }) => type === 'invoice.payment_failed');
    expect(about.length).toBeGreaterThan(0);
    for (const event of about) expect(await standIn.send(event)).toBe(200);
    const { status } = await billingTables(provider)
      .selectFrom('billing_subscriptions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('past-due');
    expect(lines).toEqual([]);
  });

  test.each([
    [
      'with its invoice',
      (payment: string, invoice: string) => ({ id: `ch_of_${payment}`, invoice, payment_intent: null }),
    ],
    [
      'whole, with its payment',
      (payment: string) => ({ id: `ch_of_${payment}`, payment_intent: { id: payment } }),
    ],
  ])('of a refund %s is read', async (_how, shape) => {
    const id = await buyPlan();
    const payment = standIn.paymentOf(id);
    standIn.holds = true;
    await standIn.refund(payment);
    standIn.held.splice(0);
    const object = shape(payment, standIn.subscriptions.get(id)?.latest_invoice ?? '');
    const event = {
      id: `evt_${id}`,
      object: 'event',
      type: 'charge.refunded',
      api_version: '2020-08-27',
      data: { object },
    };
    expect(await standIn.send(event)).toBe(200);
    expect(await details()).toMatchObject({ is_expired: true });
  });

  test.each([
    ['invoice.paid', { id: 'in_1', object: 'invoice' }, 'has no subscription'],
    ['invoice.paid', { id: 'in_1', parent: 'sub_1' }, 'has an unknown shape (parent)'],
    ['customer.subscription.updated', { object: 'subscription' }, 'has an unknown shape (id)'],
    ['checkout.session.completed', {}, 'has an unknown shape (id)'],
    ['charge.refunded', { id: 'ch_1' }, 'has no payment'],
  ])('%s that nobody can read is said aloud, and not sent for ever', async (type, object, what) => {
    const event = {
      id: `evt_${type}_${what}`,
      object: 'event',
      api_version: '2019-01-01',
      type,
      data: { object },
    };
    expect(await standIn.send(event)).toBe(200);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`cannot be read: ${type} of the API version 2019-01-01 ${what}.`);
    expect(lines[0]).toContain('Set the API version of the webhook');
  });

  test('about something else is accepted without a word', async () => {
    for (const object of [
      { id: 'in_1', parent: null },
      { id: 'in_1', subscription: null },
      { id: 'in_1', parent: { type: 'quote_details', subscription_details: null } },
    ])
      expect(
        await standIn.send({
          id: `evt_${JSON.stringify(object)}`,
          object: 'event',
          type: 'invoice.paid',
          data: { object },
        }),
      ).toBe(200);
    expect(lines).toEqual([]);
  });

  test('that is thin is said aloud, and refused without a signature', async () => {
    const body = JSON.stringify({ id: 'evt_thin', object: 'v2.core.event', type: 'v1.invoice.paid' });
    expect(await standIn.post(body, 't=1,v1=00')).toBe(400);
    expect(lines).toEqual([]);
    expect(await standIn.post(body, signatureOf(body, WEBHOOK_SECRET))).toBe(200);
    expect(lines[0]).toContain('v1.invoice.paid is a thin message');
  });
});

describe('what the service refuses for good (ENT-92)', () => {
  const opened = async () => {
    const page = await new PlainBrowser().openAs(email, at('/plans/monthly'));
    expect(page.url).toContain(`${standIn.origin}/pay/`);
    return standIn.sessions.get(page.url.split('/').at(-1) ?? '');
  };

  test.each(['x@gmail', 'x@gmail.com.', 'ä b@example'])(
    'the e-mail address %s: the page of the service says so, and asks for another',
    async (address) => {
      await provider.db.updateTable('listeners').set({ email: address }).where('sub', '=', sub).execute();
      expect((await opened())?.note).toBe(
        `The payment service does not accept the e-mail address of your account (${address}). Please type another one.`,
      );
    },
  );

  test('a payer whom it does not know any more', async () => {
    const id = await buyPlan();
    await standIn.setStatus(id, 'canceled');
    await billingTables(provider)
      .updateTable('billing_subscriptions')
      .set({ customer: 'cus_of_earlier_keys', status: 'ended', period_end: 1 })
      .where('sub', '=', sub)
      .execute();
    expect((await opened())?.customer).toBeNull();
  });

  test('anything else: the page does not ask to try again', async () => {
    const other = await newStandIn();
    const second = await startOnStandIn(other, { log: (line) => lines.push(line) });
    try {
      ({ email } = await newListener(second));
      other.refusal = 'Your account cannot make live charges.';
      const page = await new PlainBrowser().openAs(email, `${second.origin}/billing/plans/monthly`);
      expect(page).toMatchObject({ status: 502, title: 'This did not work' });
      expect(page.html).toContain('Trying again does not help');
      expect(page.html).not.toContain('in a few minutes');
      expect(lines.join('\n')).toContain('cannot make live charges');
    } finally {
      await second.close();
      await other.close();
    }
  }, 60_000);
});
