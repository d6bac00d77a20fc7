import { Stripe } from 'stripe';
import * as v from 'valibot';
import type { PaymentState } from '../../members/membership.ts';
import { CURRENCY } from '../context.ts';
import {
  type BillingService,
  BillingServiceError,
  type Change,
  type Checkout,
  ForgedMessageError,
  type Message,
  type Order,
  type Payment,
  type PlanChange,
  type PlanDuration,
  type ReturnAddresses,
  type StoredOrder,
  type Subscription,
} from '../service.ts';
import {
  chargeWire,
  namedIn,
  periodOf,
  readWire,
  subscriptionOf,
  thinMessage,
  UnreadableError,
} from './messages.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where the service is. Its own address by default. */
  readonly apiUrl?: string | undefined;
}

const TIMEOUT_MS = 10_000;
/**
 * How old a message may be, because the clock of this machine may be wrong. A message that comes again changes nothing
 * (ENT-60).
 */
const OLDEST_MESSAGE_SECONDS = 30 * 60;
/** The shortest life of a checkout that the service allows, and a little more. */
const CHECKOUT_SECONDS = 40 * 60;
/** How long the service keeps its messages, less a day. */
const MESSAGES_MS = 29 * 24 * 60 * 60 * 1000;
const INTERVALS: Readonly<Record<PlanDuration, 'month' | 'year'>> = { monthly: 'month', yearly: 'year' };

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

/** States of a subscription that charges nobody any more. */
const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** States of a payment that does not come any more. */
const FAILED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const instant = (seconds: number): number => seconds * 1000;

/** Translates the port of billing into calls of Stripe, by its official library. */
export class StripeService implements BillingService {
  readonly name = 'stripe';
  private readonly stripe: Stripe;

  /** @param now the time of the database, epoch milliseconds */
  constructor(
    private readonly settings: StripeSettings,
    private readonly now: () => number = Date.now,
  ) {
    const url = settings.apiUrl === undefined ? null : new URL(settings.apiUrl);
    this.stripe = new Stripe(settings.secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 2,
      telemetry: false,
      ...(url !== null && {
        protocol: url.protocol === 'http:' ? 'http' : 'https',
        host: url.hostname,
        port: url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port),
      }),
    });
  }

  openCheckout(order: Order, { done, back }: ReturnAddresses): Promise<{ id: string; url: string }> {
    return this.ask(async () => {
      const { plan, customer, email, amount, label, trialDays } = order;
      const metadata = metadataOf(order);
      let payer: Payer = customer === null ? (email === '' ? {} : { customer_email: email }) : { customer };
      const open = (key: string, now: number) =>
        this.stripe.checkout.sessions.create(
          {
            mode: plan === null ? 'payment' : 'subscription',
            client_reference_id: order.id,
            metadata,
            ...(plan !== null && {
              subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
            }),
            ...payer,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: amount,
                  product_data: { name: label },
                  ...(plan !== null && { recurring: { interval: INTERVALS[plan] } }),
                },
              },
            ],
            success_url: done,
            cancel_url: back,
            expires_at: Math.floor(now / 1000) + CHECKOUT_SECONDS,
          },
          { idempotencyKey: key },
        );
      const session = await open(`open-${order.id}`, this.now())
        .catch((error: unknown) => {
          if (!isRefusedPayer(error)) throw error;
          // The page of the service asks for another address, so that the payer can correct it (ENT-92).
          payer = refusedPayer(email);
          return open(`open-${order.id}-asking`, this.now());
        })
        .catch((error: unknown) => {
          const now = timeOfService(error);
          if (now === null) throw error;
          return open(`open-${order.id}-${now}`, now);
        });
      if (session.url === null) throw new BillingServiceError('The checkout has no page.');
      return { id: session.id, url: session.url };
    });
  }

  async closeCheckout(id: string): Promise<void> {
    try {
      await this.stripe.checkout.sessions.expire(id);
    } catch (error) {
      // One that is paid or closed cannot be closed.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
      throw failure(error);
    }
  }

  readCheckout(id: string): Promise<Checkout | null> {
    return this.find(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      });
      if (session.status === 'expired') return { kind: 'expired' };
      if (session.status !== 'complete') return { kind: 'open' };
      // A payment by bank may take days after the checkout is complete, and it may fail.
      if (session.payment_status === 'unpaid')
        return { kind: (await this.hasFailed(session)) ? 'expired' : 'pending' };
      return {
        kind: 'paid',
        amount: session.amount_total ?? 0,
        currency: session.currency ?? '',
        subscription: idOf(session.subscription),
        payment: await this.paymentState(session.payment_intent),
      };
    });
  }

  readOrder(checkout: string): Promise<StoredOrder | null> {
    return this.find(async () => {
      const { metadata } = await this.stripe.checkout.sessions.retrieve(checkout);
      const read = v.safeParse(orderMetadata, metadata);
      return read.success ? read.output : null;
    });
  }

  readSubscription(id: string): Promise<Subscription | null> {
    return this.find(async () => {
      const found = await this.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
      const [item] = found.items.data;
      if (item === undefined) return null;
      const status = STATUSES[found.status] ?? 'unpaid';
      const period = periodOf(item, found);
      const period_end = instant(period.end);
      const atPeriodEnd = found.cancel_at_period_end ? period_end : null;
      return {
        id: found.id,
        customer: idOf(found.customer),
        started_at: instant(found.start_date),
        plan: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
        status,
        period_start: instant(period.start),
        period_end,
        cancel_at: found.cancel_at === null ? atPeriodEnd : instant(found.cancel_at),
        ended_at: found.ended_at === null ? null : instant(found.ended_at),
        payment: await this.paymentOfInvoice(idOf(found.latest_invoice)),
        lastPayment: paymentFor(found.latest_invoice),
      };
    });
  }

  changePlan(id: string, plan: PlanDuration, amount: number): Promise<PlanChange> {
    return this.ask(async () => {
      const found = await this.stripe.subscriptions.retrieve(id);
      const [item] = found.items.data;
      const product = idOf(item?.price.product);
      if (item === undefined || product === null) throw new BillingServiceError('The subscription is empty.');
      const interval = INTERVALS[plan];
      // A change that waits for its payment takes a price that exists, and nothing but the price.
      const price = await this.stripe.prices.create(
        { currency: CURRENCY, product, unit_amount: amount, recurring: { interval } },
        { idempotencyKey: `price-${product}-${interval}-${amount}` },
      );
      const changed = await this.stripe.subscriptions
        .update(id, {
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          items: [{ id: item.id, price: price.id }],
          expand: ['latest_invoice.payments.data.payment.payment_intent'],
        })
        .catch((error: unknown) => {
          if (error instanceof Stripe.errors.StripeCardError) return null;
          throw error;
        });
      if (changed === null) return { kind: 'declined', url: null };
      if (changed.pending_update !== null) return waitingChange(changed.latest_invoice);
      if (changed.cancel_at_period_end)
        await this.stripe.subscriptions.update(id, { cancel_at_period_end: false });
      return { kind: 'changed' };
    });
  }

  returnPayment(checkout: string): Promise<void> {
    return this.ask(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(checkout);
      const subscription = idOf(session.subscription);
      const payments =
        subscription === null ? [idOf(session.payment_intent)] : await this.paymentsOf(idOf(session.invoice));
      if (subscription !== null) await this.endSubscription(subscription);
      for (const payment of payments) {
        if (payment !== null) await this.refund(payment);
      }
    });
  }

  async stopRenewing(id: string): Promise<void> {
    const subscription = await this.findCharging(id);
    // True as well if there is no subscription.
    if (subscription?.cancel_at !== null) return;
    await this.ask(() => this.stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  }

  async endSubscription(id: string): Promise<void> {
    if ((await this.findCharging(id)) === null) return;
    await this.ask(() => this.stripe.subscriptions.cancel(id));
  }

  /** Null for a subscription that has ended or that the service does not know, for example after a change of keys. */
  private async findCharging(id: string): Promise<Stripe.Subscription | null> {
    const found = await this.find(() => this.stripe.subscriptions.retrieve(id));
    return found === null || ENDED.has(found.status) ? null : found;
  }

  /** True if the payment of a complete checkout will not come any more. */
  private async hasFailed({ payment_intent, subscription }: Stripe.Checkout.Session): Promise<boolean> {
    if (payment_intent !== null && typeof payment_intent !== 'string')
      return FAILED.has(payment_intent.status);
    const id = idOf(subscription);
    return id !== null && ENDED.has((await this.stripe.subscriptions.retrieve(id)).status);
  }

  openPortal(customer: string, back: string): Promise<string> {
    return this.ask(async () => {
      const { url } = await this.stripe.billingPortal.sessions.create({ customer, return_url: back });
      return url;
    });
  }

  async readMessage(body: string, signature: string): Promise<Message> {
    let event: Stripe.Event;
    try {
      event = this.stripe.webhooks.constructEvent(
        body,
        signature,
        this.settings.webhookSecret,
        OLDEST_MESSAGE_SECONDS,
        undefined,
        this.now(),
      );
    } catch (error) {
      const isSigned = !(error instanceof Stripe.errors.StripeSignatureVerificationError);
      const thin = isSigned ? thinMessage(body) : null;
      if (thin !== null) return thin;
      throw new ForgedMessageError('The signature of the message is wrong.', { cause: error });
    }
    return this.messageOf(event);
  }

  messagesSince(since: number, now: number): Promise<readonly Message[]> {
    return this.ask(async () => {
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

  private async messageOf(event: Stripe.Event): Promise<Message> {
    const { id, type, api_version: version } = event;
    try {
      return { id, change: await this.ask(() => this.changeOf(event)) };
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

  private async paymentOfInvoice(invoice: string | null): Promise<PaymentState> {
    for (const payment of await this.paymentsOf(invoice)) {
      const found = await this.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
      const state = await this.paymentState(found);
      if (state !== 'paid') return state;
    }
    return 'paid';
  }

  private async paymentsOf(invoice: string | null): Promise<readonly string[]> {
    if (invoice === null) return [];
    const payments = await this.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 });
    return payments.data.map(({ payment }) => idOf(payment.payment_intent)).filter((id) => id !== null);
  }

  /** @param payment with its charge */
  private async paymentState(payment: Stripe.PaymentIntent | string | null): Promise<PaymentState> {
    if (payment === null || typeof payment === 'string') return 'paid';
    const { latest_charge: charge } = payment;
    if (charge === null || typeof charge === 'string') return 'paid';
    if (charge.refunded) return 'refunded';
    if (!charge.disputed) return 'paid';
    const disputes = await this.stripe.disputes.list({ payment_intent: payment.id, limit: 100 });
    return disputes.data.every(({ status }) => SETTLED.has(status)) ? 'paid' : 'disputed';
  }

  private async refund(payment: string): Promise<void> {
    const { latest_charge: charge } = await this.stripe.paymentIntents.retrieve(payment, {
      expand: ['latest_charge'],
    });
    if (charge === null || typeof charge === 'string' || charge.refunded) return;
    await this.stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `return-${payment}` });
  }

  /** Null for what the service does not know. */
  private find<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    return this.ask(async () => {
      try {
        return await question();
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
        throw error;
      }
    });
  }

  private async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      throw failure(error);
    }
  }
}

/** The states of the service that mean that a subscription was paid for. Every other one was not. */
const STATUSES: Readonly<Record<string, Subscription['status']>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past-due',
  canceled: 'ended',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'unpaid',
  incomplete_expired: 'unpaid',
};

/** The states of a dispute after which the money is with the seller. */
const SETTLED: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** The payment of an invoice. Null if it is not paid, or if nothing was due, as for a trial. */
function paymentFor(invoice: Stripe.Invoice | string | null): Payment | null {
  if (invoice === null || typeof invoice === 'string') return null;
  const { id, status, amount_paid, currency, status_transitions } = invoice;
  const paid = status_transitions.paid_at;
  if (id === undefined || status !== 'paid' || amount_paid === 0 || paid === null) return null;
  return { id, amount: amount_paid, currency, paidAt: instant(paid) };
}

/** What the service stores with a checkout. All of it is text. */
const metadataOf = ({ id, seller, sub, plan, itemId, amount, trialDays }: StoredOrder) => ({
  order: id,
  seller,
  sub,
  amount: String(amount),
  trial_days: String(trialDays),
  ...(plan !== null && { plan }),
  ...(itemId !== null && { item: itemId }),
});

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

const orderMetadata = v.pipe(
  v.object({
    order: v.string(),
    seller: v.string(),
    sub: v.string(),
    amount: wholeNumber,
    trial_days: wholeNumber,
    plan: v.optional(v.picklist(['monthly', 'yearly'])),
    item: v.optional(v.string()),
  }),
  v.check(({ plan, item }) => (plan === undefined) !== (item === undefined)),
  v.transform(({ order, seller, sub, amount, trial_days, plan = null, item = null }): StoredOrder => ({
    id: order,
    seller,
    sub,
    plan,
    itemId: item,
    amount,
    trialDays: trial_days,
  })),
);

/** Whoever pays: somebody who has paid before, somebody with an address, or somebody who types it at the service. */
type Payer = Pick<Stripe.Checkout.SessionCreateParams, 'customer' | 'customer_email' | 'custom_text'>;

/** True if the service refuses the address, or the payer of an earlier payment, for example after a change of keys. */
const isRefusedPayer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'email_invalid' || ['customer_email', 'customer'].includes(error.param ?? ''));

const refusedPayer = (email: string): Payer =>
  email === ''
    ? {}
    : {
        custom_text: {
          submit: {
            message: `The payment service does not accept the e-mail address of your account (${email}). Please type another one.`,
          },
        },
      };

/** The plan changes once the payer has confirmed the payment, or has paid in another way. */
function waitingChange(invoice: Stripe.Invoice | string | null): PlanChange {
  if (invoice === null || typeof invoice === 'string') return { kind: 'declined', url: null };
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  const asks = intents.some(
    (intent) => intent !== undefined && typeof intent !== 'string' && intent?.status === 'requires_action',
  );
  return { kind: asks ? 'to-confirm' : 'declined', url: invoice.hosted_invoice_url ?? null };
}

/** What the service says that the time is, if it refuses an instant because the clock here is wrong. Else null. */
function timeOfService(error: unknown): number | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== 'expires_at')
    return null;
  const date = Date.parse(error.headers?.['date'] ?? '');
  return Number.isNaN(date) ? null : date;
}

/**
 * The message of the library names the request, and never the key. A request that is wrong, or a key that may not do it,
 * would be refused again.
 */
function failure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, code = 'none', requestId = 'none', message } = error;
  const isPermanent =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return new BillingServiceError(`Stripe: ${type}, code ${code}, request ${requestId}: ${message}`, {
    isPermanent,
    cause: error,
  });
}
