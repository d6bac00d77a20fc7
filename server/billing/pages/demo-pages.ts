import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Message, message } from 'audio-streaming-translations/message';
import type { Clock } from '../../clock.ts';
import type { Billing } from '../billing.ts';
import type { DemoCheckout, DemoService } from '../demo/demo-service.ts';
import { dayIn, dollars, PLANS } from '../context.ts';
import { verbatim } from '../../pool/page.ts';
import { findListener } from '../../members/listeners.ts';
import type { BillingDatabase } from '../tables.ts';
import { FORGED, NOT_FOUND } from './page-texts.ts';
import { languageOf, type PurchasePages } from './purchase-pages.ts';
import { originOf, withoutTraces } from './session.ts';

interface DemoPagesContext {
  readonly demo: DemoService;
  readonly billing: Billing;
  readonly db: BillingDatabase;
  readonly clock: Clock;
  readonly pages: Pick<PurchasePages, 'forListener' | 'formFields' | 'isForgedForm' | 'send'>;
}

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
      const language = languageOf(request);
      const trial = trialOf(checkout, clock.now(), language);
      const price = dollars(checkout.amount, language);
      return pages.send(reply, 200, {
        title: message('Checkout'),
        text: trial === null ? message('Check what you buy, and pay.') : trial.text,
        facts: [
          [checkout.plan === null ? verbatim(checkout.label) : PLANS[checkout.plan].label, verbatim(price)],
          ...(trial === null ? [] : [[message('Today'), verbatim(dollars(0, language))] as const]),
          [
            message('Renews'),
            checkout.plan === null ? message('Never. You pay once') : renewal[checkout.plan],
          ],
          [message('Account'), verbatim((await findListener({ db, clock }, sub))?.email ?? '')],
        ],
        form: {
          ...form,
          action: `${action}/pay`,
          submit: trial === null ? message('Pay {price}', { price }) : trial.submit,
        },
        otherForm: { ...form, action: `${action}/cancel`, submit: message('Cancel') },
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
        title: message('Your membership'),
        text: message('Your membership has ended. Nothing is charged any more.'),
      });
    }
    const { id, plan, cancel_at, period_end } = subscription;
    const isCanceled = cancel_at !== null;
    const language = languageOf(request);
    // The page after a change has the address of the page before it.
    const again = request.url;
    return pages.send(reply, 200, {
      again,
      title: message('Your membership'),
      text: isCanceled
        ? message('It is canceled. You can listen until {date}.', { date: dayIn(language, cancel_at) })
        : subscription.status === 'trialing'
          ? message('It is free until {date}, and renews from then on.', {
              date: dayIn(language, period_end),
            })
          : message('It renews on {date}.', { date: dayIn(language, period_end) }),
      facts: [[PLANS[plan].label, verbatim(dollars(PLANS[plan].amount, language))]],
      form: {
        action: `${request.server.prefix}/demo/portal/${customer}`,
        submit: isCanceled ? message('Renew again') : message('Cancel my membership'),
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
  language: string,
): { readonly text: Message; readonly submit: Message } | null {
  if (trial_days === 0) return null;
  return {
    text: message(
      '{days, plural, one {The first # day are free.} other {The first # days are free.}} On {date} you pay {price}, unless you cancel before.',
      {
        days: trial_days,
        date: dayIn(language, now + trial_days * 86_400_000),
        price: dollars(amount, language),
      },
    ),
    submit: message('Start my free trial'),
  };
}

const renewal = {
  monthly: message('Every month, until you cancel'),
  yearly: message('Every year, until you cancel'),
} as const;
