import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../members/audit.ts';
import { grant, revoke } from '../../billing/grants.ts';
import { readListener } from '../../members/listeners.ts';
import { GRACE_MS, isSubscribed, paymentDetails, RENEWAL_TIME_MS } from '../../members/membership.ts';
import type { Provider } from '../../provider.ts';
import { session as sessionAt, userOf } from '../pool/client.ts';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { signatureOf, type StripeStandIn } from './stripe-stand-in.ts';
import {
  billingTables,
  DAY,
  newListener,
  newStandIn,
  PlainBrowser,
  startOnStandIn,
  WEBHOOK_SECRET,
} from './support.ts';

/** A title with a discount at every start of the demonstration. */
const TITLE = 'on-sale-for-billing';

let provider: Provider;
let standIn: StripeStandIn;
let email = '';
let sub = '';

beforeAll(async () => {
  standIn = await newStandIn();
  provider = await startOnStandIn(standIn);
  await sell(TITLE, 4.99);
}, 180_000);

afterAll(async () => {
  await provider.close();
  await standIn.close();
});

beforeEach(async () => {
  provider.clock.setOffset(0);
  standIn.resetClock();
  standIn.holds = false;
  standIn.loses = false;
  standIn.isDown = false;
  standIn.before = null;
  ({ email, sub } = await newListener(provider));
});

async function sell(id: string, price: number): Promise<void> {
  const row = await provider.db
    .selectFrom('items')
    .selectAll()
    .where('parent_id', 'is', null)
    .where('content_type', '=', 1)
    .executeTakeFirstOrThrow();
  const document = {
    ...row.document,
    id,
    title: 'The <Cheap> One',
    discount_price: price,
    discount_start: new Date(Date.now() - DAY).toISOString(),
    discount_end: new Date(Date.now() + DAY).toISOString(),
  };
  await provider.db
    .insertInto('items')
    .values({ ...row, id, document: JSON.stringify(document) })
    .execute();
}

/** Opens the link of the app and stops at the page of the service. */
async function checkout(path: string, browser = new PlainBrowser()): Promise<string> {
  const page = await browser.openAs(email, `${provider.origin}/billing${path}`);
  expect(page.url).toContain(`${standIn.origin}/pay/`);
  return page.url.split('/').at(-1) ?? '';
}

const buyPlan = async (plan = 'monthly'): Promise<string> => {
  const id = await checkout(`/plans/${plan}`);
  await standIn.pay(id);
  return standIn.sessions.get(id)?.subscription ?? '';
};

const details = async () => paymentDetails(await readListener(provider, sub), provider.clock.now());

const isMember = async (): Promise<boolean> =>
  isSubscribed(await readListener(provider, sub), provider.clock.now());

const owns = async (id = TITLE): Promise<boolean> =>
  (await provider.db
    .selectFrom('purchases')
    .select('item_id')
    .where('sub', '=', sub)
    .where('item_id', '=', id)
    .executeTakeFirst()) !== undefined;

const refunded = (): number => [...standIn.payments.values()].filter((payment) => payment.refunded).length;

/** Time passes at the provider and at the service. */
async function pass(milliseconds: number): Promise<void> {
  provider.clock.setOffset(provider.clock.now() - Date.now() + milliseconds);
  await standIn.advance(milliseconds);
}

describe('a listener who pays', () => {
  test('for a plan is a member as soon as the service tells it', async () => {
    expect(await details()).toBeNull();
    await buyPlan('annual');
    expect(await details()).toEqual({
      is_expired: false,
      is_canceled: false,
      is_trialing: false,
      duration: 'yearly',
    });
  });

  test('for a title owns it, at the price of that instant', async () => {
    const id = await checkout(`/titles/${TITLE}`);
    expect(standIn.sessions.get(id)).toMatchObject({ amount: 499, mode: 'payment', name: 'The <Cheap> One' });
    await standIn.pay(id);
    expect(await owns()).toBe(true);
    expect(await details()).toBeNull();
  });

  test('is sent to the page where the payment is confirmed', async () => {
    const browser = new PlainBrowser();
    const id = await checkout('/plans/monthly', browser);
    standIn.loses = true;
    await standIn.pay(id);
    expect(await isMember()).toBe(false);
    const page = await browser.open(standIn.sessions.get(id)?.success_url ?? '');
    expect(page.title).toBe('You are a member now');
    expect(await isMember(), 'no message has arrived').toBe(true);
  });

  test('can manage the plan at the service, with the link of the same plan (ENT-59)', async () => {
    await buyPlan();
    const page = await new PlainBrowser().openAs(email, `${provider.origin}/billing/plans/monthly`);
    expect(page.url).toContain(`${standIn.origin}/portal/`);
  });

  test('changes the plan without paying for two (ENT-59)', async () => {
    const subscription = await buyPlan();
    const browser = new PlainBrowser();
    const question = await browser.openAs(email, `${provider.origin}/billing/plans/annual`);
    expect(question.title).toBe('Change your plan');
    expect((await details())?.duration).toBe('monthly');
    const changed = await browser.send(question, /Change my plan/);
    expect(changed.title).toBe('Your plan has changed');
    expect((await details())?.duration).toBe('yearly');
    const own = [...standIn.subscriptions.values()].filter(({ id }) => id === subscription);
    expect(own).toMatchObject([{ interval: 'year', amount: 6999, ended_at: null }]);
  });
});

describe('the state of a subscription', () => {
  test('renews with each period', async () => {
    await buyPlan();
    for (let month = 0; month < 3; month += 1) {
      await pass(31 * DAY);
      expect(await isMember()).toBe(true);
    }
  });

  test('that is canceled counts until the end of its period, and not a millisecond longer (ENT-50)', async () => {
    const id = await buyPlan();
    await standIn.setCanceled(id, true);
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: false });
    const { end } = standIn.subscriptions.get(id) ?? { end: 0 };
    standIn.loses = true;
    provider.clock.setOffset(end * 1000 - Date.now() - 5_000);
    expect(await isMember()).toBe(true);
    provider.clock.setOffset(end * 1000 - Date.now() + 1);
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: true });
  });

  test('with a payment past due counts for the grace time, and again after the payment (ENT-52)', async () => {
    const id = await buyPlan();
    standIn.setFailing(id, true);
    const { end } = standIn.subscriptions.get(id) ?? { end: 0 };
    await pass(end * 1000 - Date.now() + DAY);
    expect(await details()).toMatchObject({ is_expired: false, is_canceled: false });
    await pass(GRACE_MS);
    expect(await details()).toMatchObject({ is_expired: true });
    await standIn.setStatus(id, 'active');
    expect(await isMember()).toBe(true);
  });

  test('without any message about the next period counts a day longer (ENT-51)', async () => {
    const id = await buyPlan();
    standIn.loses = true;
    const { end } = standIn.subscriptions.get(id) ?? { end: 0 };
    provider.clock.setOffset(end * 1000 - Date.now() + RENEWAL_TIME_MS - 5_000);
    expect(await isMember()).toBe(true);
    provider.clock.setOffset(end * 1000 - Date.now() + RENEWAL_TIME_MS + 1);
    expect(await isMember()).toBe(false);
  });

  test('in a trial says so', async () => {
    const id = await buyPlan();
    await standIn.setStatus(id, 'trialing');
    expect(await details()).toMatchObject({ is_trialing: true, is_expired: false });
  });

  test.each(['unpaid', 'paused', 'incomplete_expired', 'a-state-of-next-year'])(
    'that Stripe calls "%s" gives nothing',
    async (status) => {
      const id = await buyPlan();
      await standIn.setStatus(id, status);
      expect(await isMember()).toBe(false);
    },
  );

  test('ends with a refund (ENT-53)', async () => {
    const id = await buyPlan();
    await standIn.refund(standIn.paymentOf(id));
    expect(await details()).toMatchObject({ is_expired: true, is_canceled: true });
  });

  test('is suspended by a dispute, and comes back if it is won (ENT-53)', async () => {
    const id = await buyPlan();
    const dispute = await standIn.dispute(standIn.paymentOf(id));
    expect(await details()).toMatchObject({ is_expired: true, is_canceled: false });
    await standIn.decideDispute(dispute, 'won');
    expect(await isMember()).toBe(true);
  });
});

describe('a title', () => {
  const bought = async (): Promise<string> => {
    const id = await checkout(`/titles/${TITLE}`);
    await standIn.pay(id);
    return standIn.sessions.get(id)?.payment_intent ?? '';
  };

  test('is taken back with a refund (ENT-53)', async () => {
    const payment = await bought();
    await standIn.refund(payment);
    expect(await owns()).toBe(false);
  });

  test('is taken back by a dispute, and given again if it is won, and not if it is lost (ENT-53)', async () => {
    const payment = await bought();
    const dispute = await standIn.dispute(payment);
    expect(await owns()).toBe(false);
    await standIn.decideDispute(dispute, 'won');
    expect(await owns()).toBe(true);
    await standIn.decideDispute(await standIn.dispute(payment), 'lost');
    expect(await owns()).toBe(false);
  });

  test('that was bought again stays, whatever becomes of the first payment', async () => {
    const first = await bought();
    const dispute = await standIn.dispute(first);
    expect(await owns()).toBe(false);
    await bought();
    await standIn.decideDispute(dispute, 'lost');
    expect(await owns()).toBe(true);
  });

  test('that the operator took back does not return, and one that they gave is not taken by a refund', async () => {
    const { db, pool, clock } = provider;
    const managing = { db, pool, clock, by: OPERATOR };
    const payment = await bought();
    await revoke(managing, email, TITLE);
    const dispute = await standIn.dispute(payment);
    await standIn.decideDispute(dispute, 'won');
    expect(await owns()).toBe(false);
    await grant(managing, email, TITLE);
    await standIn.refund(payment);
    expect(await owns()).toBe(true);
  });

  test('whose payment by bank is on its way is neither given nor closed, and given as soon as it arrives', async () => {
    const id = await checkout(`/titles/${TITLE}`);
    const session = standIn.sessions.get(id);
    if (session === undefined) throw new Error('There is no session.');
    Object.assign(session, { status: 'complete', payment_status: 'unpaid' });
    provider.clock.setOffset(3 * DAY);
    const browser = new PlainBrowser();
    // The page of billing still responds.
    expect((await browser.openAs(email, `${provider.origin}/billing/plans/monthly`)).status).not.toBe(503);
    provider.clock.setOffset(0);
    expect(await owns()).toBe(false);
    Object.assign(session, { status: 'open' });
    await standIn.pay(id);
    expect(await owns()).toBe(true);
  });

  test('that the operator gave stays, and the payment goes back (ENT-64)', async () => {
    const id = await checkout(`/titles/${TITLE}`);
    await provider.db.insertInto('purchases').values({ sub, item_id: TITLE, purchased_at: 1 }).execute();
    const before = refunded();
    await standIn.pay(id);
    expect(refunded()).toBe(before + 1);
    expect(await owns()).toBe(true);
  });
});

describe('messages', () => {
  test('that come twice change nothing (ENT-60)', async () => {
    standIn.holds = true;
    await buyPlan();
    const events = [...standIn.held];
    await standIn.release((held) => [...held, ...held, ...held]);
    expect(await isMember()).toBe(true);
    const stored = await billingTables(provider)
      .selectFrom('billing_events')
      .select('id')
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    expect(stored).toHaveLength(events.length);
    const own = await provider.db
      .selectFrom('billing_subscriptions')
      .select('id')
      .where('sub', '=', sub)
      .execute();
    expect(own).toHaveLength(1);
  });

  test('that come in the wrong order, and late, end in the state of the service (ENT-60)', async () => {
    const id = await buyPlan();
    standIn.holds = true;
    await standIn.setStatus(id, 'past_due');
    await standIn.setStatus(id, 'active');
    await standIn.setCanceled(id, true);
    await standIn.release((held) => held.toReversed());
    expect(await details()).toMatchObject({ is_canceled: true, is_expired: false });
    const row = await provider.db
      .selectFrom('billing_subscriptions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.status).toBe('active');
  });

  test('that are handled at the same time end in the newest state', async () => {
    const id = await buyPlan();
    standIn.holds = true;
    await standIn.setStatus(id, 'past_due');
    await standIn.setStatus(id, 'active');
    const [older, newer] = standIn.held.splice(0);
    // The first reading sees the old state, and is slow.
    let isFirst = true;
    const subscription = standIn.subscriptions.get(id);
    if (subscription === undefined) throw new Error('There is no subscription.');
    subscription.status = 'past_due';
    standIn.before = async (call) => {
      if (!isFirst || !call.startsWith('GET /v1/invoice_payments')) return;
      isFirst = false;
      subscription.status = 'active';
      await standIn.send(newer);
    };
    await standIn.send(older);
    expect(isFirst).toBe(false);
    const row = await provider.db
      .selectFrom('billing_subscriptions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.status).toBe('active');
  });

  test('that never come are found when the listener comes back (ENT-61)', async () => {
    standIn.loses = true;
    const id = await checkout('/plans/monthly');
    await standIn.pay(id);
    await billingTables(provider)
      .updateTable('billing_orders')
      .set({ asked_at: 0 })
      .where('sub', '=', sub)
      .execute();
    expect(await isMember()).toBe(false);
    const { access } = await sessionAt(userOf(`${provider.origin}/pool`, email), DEMO_PASSWORD);
    const response = await fetch(`${provider.origin}/api/v2/user`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(await response.json()).toMatchObject({
      payment_details: { duration: 'monthly', is_expired: false },
    });
  });

  test('are refused without a valid signature (ENT-60)', async () => {
    const id = await buyPlan();
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { id } },
    };
    const payload = JSON.stringify(event);
    expect(await standIn.send(event, 'whsec_of_another_endpoint')).toBe(400);
    expect(await standIn.post(payload, 't=1,v1=abc')).toBe(400);
    expect(await standIn.post(payload, '')).toBe(400);
    const changed = payload.replace('deleted', 'updated');
    expect(await standIn.post(changed, signatureOf(payload, WEBHOOK_SECRET))).toBe(400);
    const old = Math.floor(Date.now() / 1000) - 3600;
    expect(await standIn.send(event, WEBHOOK_SECRET, old), 'a replay of an old message').toBe(400);
    expect(await isMember()).toBe(true);
    const stored = await billingTables(provider)
      .selectFrom('billing_events')
      .select('id')
      .where('id', '=', 'evt_forged')
      .executeTakeFirst();
    expect(stored).toBeUndefined();
  });

  test('of a valid signature cannot make a member, because the service is asked (ENT-60)', async () => {
    const id = await checkout('/plans/monthly');
    const object = { id, object: 'checkout.session', status: 'complete', payment_status: 'paid' };
    expect(
      await standIn.send({
        id: 'evt_untrue',
        object: 'event',
        type: 'checkout.session.completed',
        data: { object },
      }),
    ).toBe(200);
    expect(await isMember()).toBe(false);
  });

  test('about something else, or of a kind of tomorrow, are accepted', async () => {
    expect(
      await standIn.send({ id: 'evt_other', object: 'event', type: 'product.created', data: { object: {} } }),
    ).toBe(200);
    const object = { id: 'sub_of_another_shop' };
    expect(
      await standIn.send({
        id: 'evt_foreign',
        object: 'event',
        type: 'customer.subscription.updated',
        data: { object },
      }),
    ).toBe(200);
  });

  test('are sent again if the service could not be asked', async () => {
    const id = await buyPlan();
    standIn.holds = true;
    await standIn.setCanceled(id, true);
    const [event] = standIn.held.splice(0);
    standIn.isDown = true;
    expect(await standIn.send(event)).toBe(503);
    standIn.isDown = false;
    expect(await standIn.send(event)).toBe(200);
    expect(await details()).toMatchObject({ is_canceled: true });
  }, 60_000);
});

describe('nobody is charged or credited twice', () => {
  const charges = (): number =>
    [...standIn.payments.values()].filter(({ refunded: isBack }) => !isBack).length;

  test('if a checkout is finished twice', async () => {
    const browser = new PlainBrowser();
    const id = await checkout('/plans/monthly', browser);
    const before = charges();
    await standIn.pay(id);
    await standIn.pay(id);
    const done = standIn.sessions.get(id)?.success_url ?? '';
    expect((await browser.open(done)).title).toBe('You are a member now');
    expect(charges()).toBe(before + 1);
  });

  test('if two tabs buy the same at once (ENT-58)', async () => {
    const [first, second] = await Promise.all([checkout('/plans/monthly'), checkout('/plans/monthly')]);
    expect(first).toBe(second);
  });

  test('if two tabs buy two plans at once (ENT-58)', async () => {
    const monthly = await checkout('/plans/monthly');
    const annual = await checkout('/plans/annual');
    expect(await standIn.pay(monthly), 'the older checkout is closed').toBe(false);
    expect(await standIn.pay(annual)).toBe(true);
    expect((await details())?.duration).toBe('yearly');
  });

  test('if two plans are paid in spite of that (ENT-64)', async () => {
    standIn.loses = true;
    const monthly = await checkout('/plans/monthly');
    await standIn.pay(monthly);
    // As if the first payment had come after its order was closed.
    const orders = billingTables(provider);
    await orders.updateTable('billing_orders').set({ state: 'expired' }).where('sub', '=', sub).execute();
    const annual = await checkout('/plans/annual');
    standIn.loses = false;
    await standIn.pay(annual);
    const before = refunded();
    const event = standIn.events.find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id: string }).id === monthly,
    );
    await standIn.send(event);
    expect(refunded()).toBe(before + 1);
    expect((await details())?.duration).toBe('yearly');
    const { customer } = standIn.sessions.get(monthly) ?? {};
    const left = [...standIn.subscriptions.values()].filter(
      (each) => each.customer === customer && each.ended_at === null,
    );
    expect(left).toHaveLength(0);
    const { state } = await orders
      .selectFrom('billing_orders')
      .select('state')
      .where('checkout_id', '=', monthly)
      .executeTakeFirstOrThrow();
    expect(state).toBe('returned');
  });

  test('if another amount, or another currency, was paid (ENT-64)', async () => {
    for (const change of [{ amount: 1 }, { currency: 'jpy' }]) {
      ({ email, sub } = await newListener(provider));
      const id = await checkout('/plans/monthly');
      Object.assign(standIn.sessions.get(id) ?? {}, change);
      const before = refunded();
      await standIn.pay(id);
      expect(await isMember()).toBe(false);
      expect(refunded()).toBe(before + 1);
    }
  });

  test('if the listener deletes the account during a checkout (ENT-65)', async () => {
    const id = await checkout('/plans/monthly');
    await provider.pool.deleteUser(email);
    expect(standIn.sessions.get(id)?.status).toBe('expired');
    expect(await standIn.pay(id)).toBe(false);
  });

  test('if the listener pays and deletes the account before anybody knows (ENT-65, ENT-64)', async () => {
    standIn.loses = true;
    const id = await checkout('/plans/monthly');
    await standIn.pay(id);
    const before = refunded();
    await provider.pool.deleteUser(email);
    expect(refunded()).toBe(before + 1);
    const left = await billingTables(provider)
      .selectFrom('billing_orders')
      .select('sub')
      .where('checkout_id', '=', id)
      .executeTakeFirst();
    expect(left?.sub).toBeNull();
  });

  test('if a member deletes the account: nothing is charged from then on (ENT-65)', async () => {
    const id = await buyPlan();
    await provider.pool.deleteUser(email);
    expect(standIn.subscriptions.get(id)?.status).toBe('canceled');
    const rows = await provider.db
      .selectFrom('billing_subscriptions')
      .select('id')
      .where('id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('of two memberships only one renews (ENT-72)', () => {
  /** The listener buys another plan while the first one does not count. */
  async function buyTwo(suspend: (first: string) => Promise<unknown>): Promise<[string, string]> {
    const first = await buyPlan('monthly');
    await suspend(first);
    await pass(DAY);
    return [first, await buyPlan('annual')];
  }
  const at = (id: string) => standIn.subscriptions.get(id);
  const monthsPass = async (): Promise<void> => {
    for (let month = 0; month < 3; month += 1) await pass(31 * DAY);
  };
  const charged = (id: string): number =>
    [...standIn.payments.values()].filter(({ subscription }) => subscription === id).length;

  test('if the first one was refunded: it ends at once', async () => {
    const [first, second] = await buyTwo((id) => standIn.refund(standIn.paymentOf(id)));
    expect(at(first)?.ended_at).not.toBeNull();
    await monthsPass();
    expect([charged(first), charged(second)]).toEqual([1, 1]);
    expect((await details())?.duration).toBe('yearly');
  });

  test('if the first one was disputed, and the dispute is won: it ends with its period', async () => {
    let dispute = '';
    const [first, second] = await buyTwo(async (id) => {
      dispute = await standIn.dispute(standIn.paymentOf(id));
    });
    await standIn.decideDispute(dispute, 'won');
    expect(at(first)).toMatchObject({ ended_at: null, cancel_at_period_end: true });
    expect(at(second)).toMatchObject({ ended_at: null, cancel_at_period_end: false });
    await monthsPass();
    expect([charged(first), charged(second)]).toEqual([1, 1]);
  });

  test('if the first one was canceled, and renews again at the service', async () => {
    const [first, second] = await buyTwo((id) => standIn.setCanceled(id, true));
    await standIn.setCanceled(first, false);
    expect(at(first)?.cancel_at_period_end).toBe(true);
    await monthsPass();
    expect([charged(first), charged(second)]).toEqual([1, 1]);
  });

  test('if the newer one is refunded: the older one goes on', async () => {
    let dispute = '';
    const [first, second] = await buyTwo(async (id) => {
      dispute = await standIn.dispute(standIn.paymentOf(id));
    });
    await standIn.setCanceled(first, false);
    await standIn.refund(standIn.paymentOf(second));
    await standIn.decideDispute(dispute, 'won');
    await standIn.setCanceled(first, false);
    expect(at(first)).toMatchObject({ ended_at: null, cancel_at_period_end: false });
    expect(at(second)?.ended_at).not.toBeNull();
    expect((await details())?.duration).toBe('monthly');
  });
});

describe('if the service does not respond', () => {
  test('the page says so, and nothing is charged', async () => {
    standIn.isDown = true;
    const page = await new PlainBrowser().openAs(email, `${provider.origin}/billing/plans/monthly`);
    expect(page).toMatchObject({ status: 503, title: 'This did not work' });
    standIn.isDown = false;
    await checkout('/plans/monthly');
  }, 60_000);
});

test('no address that a browser sees has a key, a session or a verifier in it', async () => {
  const browser = new PlainBrowser();
  await checkout('/plans/monthly', browser);
  const own = browser.requested.filter((url) => url.startsWith(provider.origin));
  expect(own.length).toBeGreaterThan(3);
  for (const url of own) {
    const names = [...new URL(url).searchParams.keys()];
    expect(
      names.filter(
        (name) =>
          ![
            'client_id',
            'code',
            'code_challenge',
            'code_challenge_method',
            // The name of the user pool (RFC 9207).
            'iss',
            'redirect_uri',
            'response_type',
            'state',
          ].includes(name),
      ),
    ).toEqual([]);
  }
});
