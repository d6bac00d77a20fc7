import type { Stripe } from 'stripe';
import type { Change, Message } from '../service.ts';
import { ask, idOf } from './calls.ts';
import { chargeWire, namedIn, readWire, subscriptionOf, UnreadableError } from './messages.ts';

/** How long the service keeps its messages, less a day. */
const MESSAGES_MS = 29 * 24 * 60 * 60 * 1000;

/** What is told about a payment. The payment belongs to a checkout or to a subscription, which the service has to say. */
const PAYMENTS = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.updated',
];

/** The messages that matter here. */
const STRIPE_MESSAGES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  ...PAYMENTS,
];

/** What the events of the service are about: a checkout, or a subscription. */
export class StripeEvents {
  constructor(private readonly stripe: Stripe) {}

  since(since: number, now: number): Promise<readonly Message[]> {
    return ask(async () => {
      const created = { gte: Math.floor(since / 1000) };
      const events = await this.stripe.events
        .list({ created, types: STRIPE_MESSAGES, limit: 100 })
        .autoPagingToArray({ limit: 10_000 });
      const messages: Message[] = [...(await this.paidCheckouts(since, now))];
      // The service lists the newest first.
      for (const event of events.toReversed()) messages.push(await this.messageOf(event));
      return messages;
    });
  }

  /** The service keeps messages for 30 days only, and checkouts for ever. */
  private async paidCheckouts(since: number, now: number): Promise<readonly Message[]> {
    if (since >= now - MESSAGES_MS) return [];
    const created = { gte: Math.floor(since / 1000) };
    const sessions = await this.stripe.checkout.sessions
      .list({ created, status: 'complete', limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return sessions.toReversed().map(({ id }) => ({ id: `listed-${id}`, change: { kind: 'checkout', id } }));
  }

  async messageOf(event: Stripe.Event): Promise<Message> {
    const { id, type, api_version: version } = event;
    try {
      return { id, change: await ask(() => this.changeOf(event)) };
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      const unreadable = `${type} of the API version ${version ?? 'unknown'} has ${error.message}`;
      return { id, change: null, unreadable };
    }
  }

  private async changeOf(event: Stripe.Event): Promise<Change | null> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return { kind: 'checkout', id: namedIn(event.data.object) };
      case 'customer.subscription.created':
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted':
      case 'customer.subscription.paused':
      case 'customer.subscription.resumed':
        return { kind: 'subscription', id: namedIn(event.data.object) };
      case 'invoice.paid':
      case 'invoice.payment_failed':
        return subscriptionOf(event.data.object);
      case 'charge.refunded':
      case 'charge.dispute.created':
      case 'charge.dispute.closed':
      case 'charge.dispute.updated':
        return this.changeOfCharge(event.data.object);
      default:
        return null;
    }
  }

  /** Early versions of the API name the invoice of a charge, or only the charge of a dispute. */
  private async changeOfCharge(object: unknown): Promise<Change | null> {
    const { payment_intent, invoice, charge } = readWire(chargeWire, object);
    if (typeof payment_intent === 'string') return this.changeOfPayment(payment_intent);
    if (typeof invoice === 'string') return subscriptionOf(await this.stripe.invoices.retrieve(invoice));
    if (typeof charge === 'string')
      return this.changeOfPayment(idOf((await this.stripe.charges.retrieve(charge)).payment_intent));
    if (payment_intent === undefined) throw new UnreadableError('no payment');
    return null;
  }

  /** What a payment was for: a subscription if there is an invoice, else a title. */
  private async changeOfPayment(payment: string | null): Promise<Change | null> {
    if (payment === null) return null;
    const invoiced = await this.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: payment },
      limit: 1,
    });
    const invoice = idOf(invoiced.data[0]?.invoice);
    if (invoice !== null) return subscriptionOf(await this.stripe.invoices.retrieve(invoice));
    const sessions = await this.stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 });
    const [session] = sessions.data;
    return session === undefined ? null : { kind: 'checkout', id: session.id };
  }
}
