import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Billing } from '../billing.ts';
import type { DemoCheckout, DemoService } from '../demo/demo-service.ts';
import { dollars, PLANS } from '../context.ts';
import { findListener } from '../../members/listeners.ts';
import type { BillingDatabase } from '../tables.ts';
import { FORGED, NOT_FOUND } from './page-texts.ts';
import type { PurchasePages } from './purchase-pages.ts';
import { originOf, withoutTraces } from './session.ts';

interface DemoPagesContext {
  readonly demo: DemoService;
  readonly billing: Billing;
  readonly db: BillingDatabase;
  readonly clock: Clock;
  readonly pages: Pick<PurchasePages, 'forListener' | 'formFields' | 'isForgedForm' | 'send'>;
}

const day = (instant: number): string =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

interface WithId {
  Params: { id: string };
}

/** The pages of the demonstration's payment service: a checkout, and the page where a plan is canceled. */
export function demoPages(server: FastifyInstance, context: DemoPagesContext): void {
  const { demo, billing, db, clock, pages } = context;

  /** The checkout, if it belongs to the listener. */
  async function checkoutOf(sub: string, id: string) {
    const checkout = await demo.findCheckout(id);
    return checkout !== undefined && (await billing.orders.isOwn(sub, checkout.order_id))
      ? checkout
      : undefined;
  }

  const ownsCustomer = (sub: string, customer: string): Promise<boolean> =>
    billing.subscriptions.isOwnCustomer(sub, customer);

  server.get<WithId>('/demo/checkout/:id', async (request, reply) =>
    pages.forListener(request, reply, async (sub) => {
      const { id } = request.params;
      const checkout = await checkoutOf(sub, id);
      if (checkout === undefined) return pages.send(reply, 404, NOT_FOUND);
      if (checkout.state !== 'open') return withoutTraces(reply).redirect(checkout.done_url, 303);
      const form = { hidden: pages.formFields(request, reply), fields: [], returnOrigin: originOf(request) };
      const action = `${request.server.prefix}/demo/checkout/${id}`;
      const trial = trialOf(checkout, clock.now());
      return pages.send(reply, 200, {
        title: 'Checkout',
        text: trial === null ? 'Check what you buy, and pay.' : trial.text,
        facts: [
          [checkout.label, dollars(checkout.amount)],
          ...(trial === null ? [] : [['Today', dollars(0)] as const]),
          ['Renews', checkout.plan === null ? 'Never. You pay once' : renewal[checkout.plan]],
          ['Account', (await findListener({ db, clock }, sub))?.email ?? ''],
        ],
        form: {
          ...form,
          action: `${action}/pay`,
          submit: trial === null ? `Pay ${dollars(checkout.amount)}` : trial.submit,
        },
        otherForm: { ...form, action: `${action}/cancel`, submit: 'Cancel' },
      });
    }),
  );

  server.post<WithId>('/demo/checkout/:id/pay', async (request, reply) =>
    pages.forListener(request, reply, async (sub) => {
      const checkout = await checkoutOf(sub, request.params.id);
      if (checkout === undefined) return pages.send(reply, 404, NOT_FOUND);
      if (pages.isForgedForm(request)) return pages.send(reply, 403, FORGED);
      await demo.pay(checkout.id);
      await billing.orders.settle(checkout.order_id);
      return withoutTraces(reply).redirect(checkout.done_url, 303);
    }),
  );

  server.post<WithId>('/demo/checkout/:id/cancel', async (request, reply) =>
    pages.forListener(request, reply, async (sub) => {
      const checkout = await checkoutOf(sub, request.params.id);
      if (checkout === undefined) return pages.send(reply, 404, NOT_FOUND);
      if (pages.isForgedForm(request)) return pages.send(reply, 403, FORGED);
      await demo.closeCheckout(checkout.id);
      await billing.orders.settle(checkout.order_id);
      return withoutTraces(reply).redirect(checkout.back_url, 303);
    }),
  );

  server.get<WithId>('/demo/portal/:id', async (request, reply) =>
    pages.forListener(request, reply, (sub) => showPortal(request, reply, sub)),
  );

  server.post<WithId & { Body: Readonly<Record<string, string>> }>(
    '/demo/portal/:id',
    async (request, reply) =>
      pages.forListener(request, reply, async (sub) => {
        const { id: customer } = request.params;
        if (!(await ownsCustomer(sub, customer))) return pages.send(reply, 404, NOT_FOUND);
        if (pages.isForgedForm(request)) return pages.send(reply, 403, FORGED);
        const { subscription, act } = request.body;
        const mine = await demo.subscriptionsOf(customer);
        const found = mine.find(({ id }) => id === subscription);
        if (found !== undefined) {
          await demo.setCanceled(found.id, act === 'cancel');
          await billing.subscriptions.update(found.id);
        }
        return showPortal(request, reply, sub);
      }),
  );

  async function showPortal(
    request: FastifyRequest<WithId>,
    reply: FastifyReply,
    sub: string,
  ): Promise<FastifyReply> {
    const { id: customer } = request.params;
    if (!(await ownsCustomer(sub, customer))) return pages.send(reply, 404, NOT_FOUND);
    const [subscription] = await demo.subscriptionsOf(customer);
    if (subscription === undefined) {
      return pages.send(reply, 200, {
        title: 'Your membership',
        text: 'Your membership has ended. Nothing is charged any more.',
      });
    }
    const { id, plan, cancel_at, period_end } = subscription;
    const isCanceled = cancel_at !== null;
    return pages.send(reply, 200, {
      title: 'Your membership',
      text: isCanceled
        ? `It is canceled. You can listen until ${day(cancel_at)}.`
        : subscription.status === 'trialing'
          ? `It is free until ${day(period_end)}, and renews from then on.`
          : `It renews on ${day(period_end)}.`,
      facts: [[PLANS[plan].label, dollars(PLANS[plan].amount)]],
      form: {
        action: `${request.server.prefix}/demo/portal/${customer}`,
        submit: isCanceled ? 'Renew again' : 'Cancel my membership',
        hidden: {
          ...pages.formFields(request, reply),
          subscription: id,
          act: isCanceled ? 'renew' : 'cancel',
        },
        fields: [],
        returnOrigin: originOf(request),
      },
    });
  }
}

/** What the checkout says about a trial. Null without one. */
function trialOf(
  { trial_days, amount }: DemoCheckout,
  now: number,
): { readonly text: string; readonly submit: string } | null {
  if (trial_days === 0) return null;
  const first = day(now + trial_days * 86_400_000);
  const days = trial_days === 1 ? '1 day' : `${trial_days} days`;
  return {
    text: `The first ${days} are free. On ${first} you pay ${dollars(amount)}, unless you cancel before.`,
    submit: 'Start my free trial',
  };
}

const renewal = { monthly: 'Every month, until you cancel', yearly: 'Every year, until you cancel' } as const;
