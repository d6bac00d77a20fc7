import { Stripe } from 'stripe';
import * as v from 'valibot';
import { CURRENCY } from '../context.ts';
import {
  type BillingService,
  BillingServiceError,
  type Checkout,
  ForgedMessageError,
  type Message,
  type Order,
  type PlanChange,
  type PlanDuration,
  type ReturnAddresses,
  type StoredOrder,
  type Subscription,
} from '../service.ts';
import { ask, failure, find, idOf, instant } from './calls.ts';
import { StripeEvents } from './events.ts';
import { periodOf, thinMessage } from './messages.ts';
import { metadataOf, orderMetadata } from './order-metadata.ts';
import { ENDED, paymentFor, Payments } from './payments.ts';

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
const INTERVALS: Readonly<Record<PlanDuration, 'month' | 'year'>> = { monthly: 'month', yearly: 'year' };

/** Translates the port of billing into calls of Stripe, by its official library. */
export class StripeService implements BillingService {
  readonly name = 'stripe';
  private readonly stripe: Stripe;
  private readonly payments: Payments;
  private readonly events: StripeEvents;

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
    this.payments = new Payments(this.stripe);
    this.events = new StripeEvents(this.stripe);
  }

  openCheckout(order: Order, { done, back }: ReturnAddresses): Promise<{ id: string; url: string }> {
    return ask(async () => {
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
    return find(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      });
      if (session.status === 'expired') return { kind: 'expired' };
      if (session.status !== 'complete') return { kind: 'open' };
      // A payment by bank may take days after the checkout is complete, and it may fail.
      if (session.payment_status === 'unpaid')
        return { kind: (await this.payments.hasFailed(session)) ? 'expired' : 'pending' };
      return {
        kind: 'paid',
        amount: session.amount_total ?? 0,
        currency: session.currency ?? '',
        subscription: idOf(session.subscription),
        payment: await this.payments.stateOf(session.payment_intent),
      };
    });
  }

  readOrder(checkout: string): Promise<StoredOrder | null> {
    return find(async () => {
      const { metadata } = await this.stripe.checkout.sessions.retrieve(checkout);
      const read = v.safeParse(orderMetadata, metadata);
      return read.success ? read.output : null;
    });
  }

  readSubscription(id: string): Promise<Subscription | null> {
    return find(async () => {
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
        payment: await this.payments.ofInvoice(idOf(found.latest_invoice)),
        lastPayment: paymentFor(found.latest_invoice),
      };
    });
  }

  changePlan(id: string, plan: PlanDuration, amount: number): Promise<PlanChange> {
    return ask(async () => {
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
    return ask(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(checkout);
      const subscription = idOf(session.subscription);
      const payments =
        subscription === null
          ? [idOf(session.payment_intent)]
          : await this.payments.idsOf(idOf(session.invoice));
      if (subscription !== null) await this.endSubscription(subscription);
      for (const payment of payments) {
        if (payment !== null) await this.payments.refund(payment);
      }
    });
  }

  async stopRenewing(id: string): Promise<void> {
    const subscription = await this.findCharging(id);
    // True as well if there is no subscription.
    if (subscription?.cancel_at !== null) return;
    await ask(() => this.stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  }

  async endSubscription(id: string): Promise<void> {
    if ((await this.findCharging(id)) === null) return;
    await ask(() => this.stripe.subscriptions.cancel(id));
  }

  /** Null for a subscription that has ended or that the service does not know, for example after a change of keys. */
  private async findCharging(id: string): Promise<Stripe.Subscription | null> {
    const found = await find(() => this.stripe.subscriptions.retrieve(id));
    return found === null || ENDED.has(found.status) ? null : found;
  }

  openPortal(customer: string, back: string): Promise<string> {
    return ask(async () => {
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
    return this.events.messageOf(event);
  }

  messagesSince(since: number, now: number): Promise<readonly Message[]> {
    return this.events.since(since, now);
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
