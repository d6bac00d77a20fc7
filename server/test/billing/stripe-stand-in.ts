import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Stripe } from 'stripe';

/**
 * A stand-in for Stripe's API, as far as this product uses it: its published paths, fields, errors, idempotency keys and
 * signatures. What a person does at Stripe (paying, canceling) happens on its own small pages, or by its methods.
 */

type Fields = { [name: string]: string | Fields };

interface Session {
  readonly id: string;
  readonly mode: 'payment' | 'subscription';
  readonly metadata: Readonly<Record<string, string>>;
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  readonly interval: 'month' | 'year' | null;
  readonly trialDays: number;
  readonly created: number;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: number;
  /** What the page says beside its button. */
  readonly note: string;
  customer: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  subscription: string | null;
  invoice: string | null;
  payment_intent: string | null;
}

interface StoredSubscription {
  readonly id: string;
  readonly customer: string;
  readonly product: string;
  readonly metadata: Readonly<Record<string, string>>;
  status: string;
  interval: 'month' | 'year';
  amount: number;
  readonly created: number;
  start: number;
  end: number;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  latest_invoice: string;
  /** The next payment fails. */
  fails: boolean;
  /** A change that waits for its payment. */
  pending: { readonly price: Price; readonly needs: 'requires_action' | 'requires_payment_method' } | null;
}

interface Price {
  readonly id: string;
  readonly product: string;
  readonly amount: number;
  readonly interval: 'month' | 'year';
}

interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly invoice: string | null;
  readonly subscription: string | null;
  refunded: boolean;
  disputed: boolean;
}

interface Dispute {
  readonly id: string;
  readonly payment: string;
  status: string;
}

export interface StandInOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly port?: number;
}

interface StoredEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly livemode: false;
  readonly type: string;
  readonly data: { readonly object: unknown };
}

/** Reads `a[b][0]=c` as Stripe does. */
function nested(body: string): Fields {
  const all: Fields = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let at = all;
    for (const part of path) {
      const next = at[part];
      if (typeof next === 'object') {
        at = next;
      } else {
        const made: Fields = {};
        at[part] = made;
        at = made;
      }
    }
    at[last] = value;
  }
  return all;
}

const at = (fields: Fields | undefined, ...path: readonly string[]): string | undefined => {
  let found: string | Fields | undefined = fields;
  for (const part of path) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
};

const texts = (value: string | Fields | undefined): Record<string, string> =>
  typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
      )
    : {};

const list = (url: string, data: readonly unknown[]) => ({ object: 'list', url, has_more: false, data });

const intervalOf = (text: string | undefined): 'month' | 'year' | null =>
  text === 'month' || text === 'year' ? text : null;

function later(seconds: number, interval: 'month' | 'year'): number {
  const date = new Date(seconds * 1000);
  date.setUTCMonth(date.getUTCMonth() + (interval === 'month' ? 1 : 12));
  return date.getTime() / 1000;
}

export class StripeStandIn {
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, StoredSubscription>();
  readonly payments = new Map<string, Payment>();
  readonly disputes = new Map<string, Dispute>();
  private readonly prices = new Map<string, Price>();
  readonly events: StoredEvent[] = [];
  /** The messages that wait, while they are held. */
  readonly held: StoredEvent[] = [];
  readonly statuses: number[] = [];
  /** True: messages are not sent until `release`. */
  holds = false;
  /** True: messages get lost. */
  loses = false;
  /** True: every call fails. */
  isDown = false;
  /** Why the service refuses every checkout for good. */
  refusal: string | null = null;
  /** What the payment of the next change of a plan needs. */
  changeNeeds: 'requires_action' | 'requires_payment_method' | null = null;
  /** True: messages have the shape of versions before 2025-03-31. */
  isOld = false;
  /** The order of calls, as `POST /v1/checkout/sessions`. */
  readonly calls: string[] = [];
  /** Runs before the response to a call, for tests of what happens at the same time. */
  before: ((call: string) => Promise<void>) | null = null;
  webhook: string | null = null;
  private readonly responses = new Map<string, unknown>();
  private readonly portals = new Map<string, { customer: string; back: string }>();
  private readonly server: FastifyInstance;
  private count = 0;
  private offset = 0;
  origin = '';

  constructor(private readonly options: StandInOptions) {
    this.server = Fastify({ forceCloseConnections: true });
    this.server.removeAllContentTypeParsers();
    this.server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, nested(body.toString()));
    });
    this.api();
    this.pages();
  }

  async listen(): Promise<this> {
    this.origin = await this.server.listen({ host: '127.0.0.1', port: this.options.port ?? 0 });
    return this;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Epoch seconds. */
  now(): number {
    return Math.floor((Date.now() + this.offset) / 1000);
  }

  /** Back to the present. */
  resetClock(): void {
    this.offset = 0;
  }

  /** Lets time pass: subscriptions renew, end, or fail to be paid. */
  async advance(milliseconds: number): Promise<void> {
    this.offset += milliseconds;
    for (const session of this.sessions.values()) {
      if (session.status !== 'open' || session.expires_at > this.now()) continue;
      session.status = 'expired';
      await this.tell('checkout.session.expired', this.sessionWire(session));
    }
    for (const subscription of this.subscriptions.values()) await this.renew(subscription);
  }

  private async renew(subscription: StoredSubscription): Promise<void> {
    while (subscription.ended_at === null && subscription.end <= this.now()) {
      if (subscription.cancel_at_period_end) {
        await this.finish(subscription, subscription.end);
        return;
      }
      subscription.start = subscription.end;
      subscription.end = later(subscription.start, subscription.interval);
      if (subscription.fails) {
        subscription.status = 'past_due';
        subscription.latest_invoice = this.id('in');
        await this.tell('invoice.payment_failed', this.invoiceWire(subscription));
      } else {
        subscription.status = 'active';
        this.charge(subscription);
        await this.tell('invoice.paid', this.invoiceWire(subscription));
      }
      await this.tell('customer.subscription.updated', this.subscriptionWire(subscription));
    }
  }

  /** Somebody pays at the checkout. */
  async pay(id: string): Promise<boolean> {
    const session = this.sessions.get(id);
    if (session?.status !== 'open') return false;
    session.status = 'complete';
    session.payment_status = session.trialDays > 0 ? 'no_payment_required' : 'paid';
    session.customer ??= this.id('cus');
    if (session.interval === null) {
      session.payment_intent = this.newPayment(session.amount, null, null);
    } else {
      const start = this.now();
      const subscription: StoredSubscription = {
        id: this.id('sub'),
        customer: session.customer,
        product: this.id('prod'),
        metadata: session.metadata,
        status: session.trialDays > 0 ? 'trialing' : 'active',
        interval: session.interval,
        amount: session.amount,
        created: start,
        start,
        end: session.trialDays > 0 ? start + session.trialDays * 86_400 : later(start, session.interval),
        cancel_at_period_end: false,
        ended_at: null,
        latest_invoice: '',
        fails: false,
        pending: null,
      };
      this.subscriptions.set(subscription.id, subscription);
      if (session.trialDays > 0) subscription.latest_invoice = this.id('in');
      else this.charge(subscription);
      session.subscription = subscription.id;
      session.invoice = subscription.latest_invoice;
      await this.tell('customer.subscription.created', this.subscriptionWire(subscription));
    }
    await this.tell('checkout.session.completed', this.sessionWire(session));
    return true;
  }

  /** The payer cancels, or takes it back. */
  async setCanceled(id: string, isCanceled: boolean): Promise<void> {
    const subscription = this.subscriptionAt(id);
    subscription.cancel_at_period_end = isCanceled;
    await this.tell('customer.subscription.updated', this.subscriptionWire(subscription));
  }

  /** A state that only the service knows, such as `unpaid` or `trialing`. */
  async setStatus(id: string, status: string): Promise<void> {
    const subscription = this.subscriptionAt(id);
    subscription.status = status;
    await this.tell('customer.subscription.updated', this.subscriptionWire(subscription));
  }

  /** The payer confirms the payment of a change at their bank, or pays in another way. */
  async confirmChange(id: string): Promise<void> {
    const subscription = this.subscriptionAt(id);
    const { pending } = subscription;
    if (pending === null) throw new Error(`No change of ${id} waits.`);
    subscription.pending = null;
    this.applyPrice(subscription, pending.price);
    await this.tell('invoice.paid', this.invoiceWire(subscription));
    await this.tell('customer.subscription.updated', this.subscriptionWire(subscription));
  }

  private applyPrice(subscription: StoredSubscription, { interval, amount }: Price): void {
    subscription.interval = interval;
    subscription.amount = amount;
    subscription.start = this.now();
    subscription.end = later(subscription.start, interval);
    this.charge(subscription);
  }

  setFailing(id: string, fails: boolean): void {
    this.subscriptionAt(id).fails = fails;
  }

  async refund(payment: string): Promise<void> {
    const found = this.paymentAt(payment);
    found.refunded = true;
    await this.tell('charge.refunded', this.chargeWire(found));
  }

  /** @returns the id of the dispute */
  async dispute(payment: string): Promise<string> {
    this.paymentAt(payment).disputed = true;
    const dispute: Dispute = { id: this.id('dp'), payment, status: 'needs_response' };
    this.disputes.set(dispute.id, dispute);
    await this.tell('charge.dispute.created', this.disputeWire(dispute));
    return dispute.id;
  }

  async decideDispute(id: string, status: 'won' | 'lost'): Promise<void> {
    const dispute = this.disputes.get(id);
    if (dispute === undefined) throw new Error(`There is no dispute ${id}.`);
    dispute.status = status;
    await this.tell('charge.dispute.closed', this.disputeWire(dispute));
  }

  /** The newest payment of a subscription. */
  paymentOf(subscription: string): string {
    const [newest] = [...this.payments.values()]
      .filter((each) => each.subscription === subscription)
      .toReversed();
    if (newest === undefined) throw new Error(`Nothing was paid for ${subscription}.`);
    return newest.id;
  }

  /** Sends the messages that are held, in this order. */
  async release(
    order: (events: StoredEvent[]) => readonly StoredEvent[] = (events) => events,
  ): Promise<void> {
    this.holds = false;
    for (const event of order(this.held.splice(0))) await this.send(event);
  }

  /** Sends a message as Stripe does: signed, as a POST of JSON. */
  async send(event: unknown, secret = this.options.webhookSecret, timestamp?: number): Promise<number> {
    const payload = JSON.stringify(event);
    const signature = signatureOf(payload, secret, timestamp);
    return this.post(payload, signature);
  }

  async post(payload: string, signature: string): Promise<number> {
    if (this.webhook === null) return 0;
    // A message that does not arrive changes nothing at the service.
    const response = await fetch(this.webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    }).catch(() => null);
    if (response === null) return 0;
    await response.text();
    this.statuses.push(response.status);
    return response.status;
  }

  private async tell(type: string, object: unknown): Promise<void> {
    const event: StoredEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: this.isOld ? '2024-06-20' : '2026-07-29.dahlia',
      created: this.now(),
      livemode: false,
      type,
      // A copy: a message says what was, and may arrive later.
      data: { object: this.isOld ? oldShape(object) : structuredClone(object) },
    };
    this.events.push(event);
    if (this.loses) return;
    if (this.holds) this.held.push(event);
    else await this.send(event);
  }

  private id(prefix: string): string {
    this.count += 1;
    return `${prefix}_${String(this.count).padStart(6, '0')}`;
  }

  private newPayment(amount: number, invoice: string | null, subscription: string | null): string {
    const id = this.id('pi');
    const created = this.now();
    this.payments.set(id, { id, amount, created, invoice, subscription, refunded: false, disputed: false });
    return id;
  }

  private charge(subscription: StoredSubscription): void {
    subscription.latest_invoice = this.id('in');
    this.newPayment(subscription.amount, subscription.latest_invoice, subscription.id);
  }

  private async finish(subscription: StoredSubscription, when: number): Promise<void> {
    subscription.status = 'canceled';
    subscription.ended_at = when;
    await this.tell('customer.subscription.deleted', this.subscriptionWire(subscription));
  }

  private subscriptionAt(id: string): StoredSubscription {
    const found = this.subscriptions.get(id);
    if (found === undefined) throw new Missing(`No such subscription: '${id}'`);
    return found;
  }

  private paymentAt(id: string): Payment {
    const found = this.payments.get(id);
    if (found === undefined) throw new Missing(`No such payment_intent: '${id}'`);
    return found;
  }

  private sessionWire(session: Session) {
    const { id, mode, metadata, amount, currency, status, payment_status, customer } = session;
    const { subscription, invoice, success_url, cancel_url, expires_at } = session;
    return {
      id,
      object: 'checkout.session',
      mode,
      metadata,
      client_reference_id: metadata['order'] ?? null,
      amount_total: session.trialDays > 0 ? 0 : amount,
      currency,
      created: session.created,
      status,
      payment_status,
      customer,
      subscription,
      invoice,
      payment_intent: session.payment_intent,
      success_url,
      cancel_url,
      expires_at,
      url: status === 'open' ? `${this.origin}/pay/${id}` : null,
    };
  }

  private chargeWire({ id, amount, refunded, disputed }: Payment) {
    return {
      id: `ch_of_${id}`,
      object: 'charge',
      amount,
      currency: 'usd',
      payment_intent: id,
      refunded,
      disputed,
    };
  }

  private paymentWire(payment: Payment, isExpanded: boolean) {
    const charge = this.chargeWire(payment);
    return {
      id: payment.id,
      object: 'payment_intent',
      amount: payment.amount,
      currency: 'usd',
      status: 'succeeded',
      latest_charge: isExpanded ? charge : charge.id,
    };
  }

  private subscriptionWire(subscription: StoredSubscription) {
    const { id, customer, status, metadata, cancel_at_period_end, ended_at, latest_invoice } = subscription;
    const { product, interval, amount, created, start, end } = subscription;
    return {
      id,
      object: 'subscription',
      customer,
      status,
      metadata,
      cancel_at_period_end,
      cancel_at: cancel_at_period_end ? end : null,
      pending_update: subscription.pending === null ? null : { subscription_items: [] },
      ended_at,
      latest_invoice,
      start_date: created,
      items: list(`/v1/subscription_items?subscription=${id}`, [
        {
          id: `si_of_${id}`,
          object: 'subscription_item',
          current_period_start: start,
          current_period_end: end,
          price: {
            id: `price_of_${id}`,
            object: 'price',
            currency: 'usd',
            product,
            unit_amount: amount,
            recurring: { interval, interval_count: 1 },
          },
        },
      ]),
    };
  }

  private invoiceWire({ id, latest_invoice }: Pick<StoredSubscription, 'id' | 'latest_invoice'>) {
    const payment = [...this.payments.values()].find(({ invoice }) => invoice === latest_invoice);
    // An invoice of a trial is about nothing, and paid at once.
    const isPaid = payment !== undefined || this.subscriptions.get(id)?.status === 'trialing';
    return {
      id: latest_invoice,
      object: 'invoice',
      status: isPaid ? 'paid' : 'open',
      amount_paid: payment?.amount ?? 0,
      currency: 'usd',
      status_transitions: { paid_at: isPaid ? (payment?.created ?? this.now()) : null },
      parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } },
    };
  }

  private disputeWire({ id, payment, status }: Dispute) {
    return { id, object: 'dispute', payment_intent: payment, charge: `ch_of_${payment}`, status };
  }

  private api(): void {
    const { server } = this;
    server.addHook('preHandler', async (request, reply) => {
      if (!request.url.startsWith('/v1/')) return undefined;
      const call = `${request.method} ${request.url.split('?', 1).join('')}`;
      this.calls.push(call);
      await this.before?.(call);
      if (this.isDown) return refuse(reply, 503, 'api_error', 'The service is down.');
      if (request.headers.authorization !== `Bearer ${this.options.secretKey}`) {
        return refuse(reply, 401, 'invalid_request_error', 'Invalid API Key provided');
      }
      const key = request.headers['idempotency-key'];
      if (typeof key === 'string' && this.responses.has(key)) return reply.send(this.responses.get(key));
      return undefined;
    });
    server.addHook('preSerialization', async (request, reply, payload) => {
      const key = request.headers['idempotency-key'];
      if (typeof key === 'string' && reply.statusCode === 200)
        this.responses.set(key, structuredClone(payload));
      return payload;
    });
    server.setErrorHandler((error, _request, reply) =>
      error instanceof Missing
        ? refuse(reply, 404, 'invalid_request_error', error.message, 'resource_missing')
        : refuse(reply, 500, 'api_error', error instanceof Error ? error.message : 'failed'),
    );

    server.post<{ Body: Fields }>('/v1/checkout/sessions', async ({ body }, reply) => {
      const price = ['line_items', '0', 'price_data'];
      const interval = intervalOf(at(body, ...price, 'recurring', 'interval'));
      const mode = at(body, 'mode');
      const success = at(body, 'success_url');
      const amount = Number(at(body, ...price, 'unit_amount'));
      const isWhole = Number.isInteger(amount) && amount >= 50;
      const fits = (mode === 'subscription') === (interval !== null) && success !== undefined && isWhole;
      if (!fits || (mode !== 'payment' && mode !== 'subscription')) {
        return refuse(reply, 400, 'invalid_request_error', 'The parameters do not fit.', 'parameter_invalid');
      }
      const payer = at(body, 'customer');
      const refused = this.refusalOf(at(body, 'customer_email'), payer);
      if (refused !== null)
        return reply.code(400).send({ error: { type: 'invalid_request_error', ...refused } });
      const expires_at = Number(at(body, 'expires_at') ?? this.now() + 86_400);
      const left = expires_at - Date.now() / 1000;
      if (left < 1800 || left > 86_400) {
        const message = 'expires_at must be 30 minutes to 24 hours away.';
        return reply
          .code(400)
          .send({ error: { type: 'invalid_request_error', message, param: 'expires_at' } });
      }
      const session: Session = {
        id: this.id('cs_test'),
        mode,
        metadata: texts(body['metadata']),
        name: at(body, ...price, 'product_data', 'name') ?? '',
        amount,
        currency: at(body, ...price, 'currency') ?? '',
        interval,
        success_url: success,
        cancel_url: at(body, 'cancel_url') ?? '',
        expires_at: expires_at + Math.round(this.offset / 1000),
        trialDays: Number(at(body, 'subscription_data', 'trial_period_days') ?? 0),
        created: this.now(),
        customer: payer ?? null,
        note: at(body, 'custom_text', 'submit', 'message') ?? '',
        status: 'open',
        payment_status: 'unpaid',
        subscription: null,
        invoice: null,
        payment_intent: null,
      };
      this.sessions.set(session.id, session);
      return this.sessionWire(session);
    });
    server.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', async ({ params, url }) => {
      const session = this.sessionAt(params.id);
      const wire = this.sessionWire(session);
      const isExpanded = decodeURIComponent(url).includes('payment_intent.latest_charge');
      if (session.payment_intent === null || !isExpanded) return wire;
      return { ...wire, payment_intent: this.paymentWire(this.paymentAt(session.payment_intent), true) };
    });
    server.get('/v1/checkout/sessions', async ({ url }) => {
      const query = nested(new URL(url, this.origin).search.slice(1));
      const payment = at(query, 'payment_intent');
      const status = at(query, 'status');
      const since = Number(at(query, 'created', 'gte') ?? 0);
      const found = [...this.sessions.values()].filter(
        (session) =>
          (payment === undefined || session.payment_intent === payment) &&
          (status === undefined || session.status === status) &&
          session.created >= since,
      );
      // The newest first.
      return list(
        '/v1/checkout/sessions',
        found.toReversed().map((session) => this.sessionWire(session)),
      );
    });
    server.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', async ({ params }, reply) => {
      const session = this.sessionAt(params.id);
      if (session.status !== 'open') {
        return refuse(
          reply,
          400,
          'invalid_request_error',
          'Only Checkout Sessions with a status in ["open"] can be expired.',
        );
      }
      session.status = 'expired';
      await this.tell('checkout.session.expired', this.sessionWire(session));
      return this.sessionWire(session);
    });

    server.get<{ Params: { id: string } }>('/v1/subscriptions/:id', async ({ params, url }) => {
      const subscription = this.subscriptionAt(params.id);
      const wire = this.subscriptionWire(subscription);
      const isExpanded = decodeURIComponent(url).includes('latest_invoice');
      return isExpanded ? { ...wire, latest_invoice: this.invoiceWire(subscription) } : wire;
    });
    server.post<{ Params: { id: string }; Body: Fields }>(
      '/v1/subscriptions/:id',
      async ({ params, body }, reply) => {
        const subscription = this.subscriptionAt(params.id);
        if (subscription.ended_at !== null) {
          return refuse(
            reply,
            400,
            'invalid_request_error',
            'A canceled subscription can only update its metadata.',
          );
        }
        const cancels = at(body, 'cancel_at_period_end');
        const price = this.prices.get(at(body, 'items', '0', 'price') ?? '');
        const waits = at(body, 'payment_behavior') === 'pending_if_incomplete';
        if (waits && (cancels !== undefined || at(body, 'items', '0', 'price_data', 'product') !== undefined))
          return refuse(reply, 400, 'invalid_request_error', 'A pending update supports no such parameter.');
        if (cancels !== undefined) subscription.cancel_at_period_end = cancels === 'true';
        if (price !== undefined) {
          if (price.product !== subscription.product) throw new Missing('No such product');
          const needs = this.changeNeeds;
          this.changeNeeds = null;
          if (needs === null) {
            this.applyPrice(subscription, price);
          } else {
            subscription.pending = { price, needs };
            const open = {
              id: this.id('in'),
              object: 'invoice',
              status: 'open',
              hosted_invoice_url: `${this.origin}/invoice/${subscription.id}`,
              payments: list('/v1/invoice_payments', [
                { payment: { type: 'payment_intent', payment_intent: { id: this.id('pi'), status: needs } } },
              ]),
            };
            return { ...this.subscriptionWire(subscription), latest_invoice: open };
          }
        }
        await this.tell('customer.subscription.updated', this.subscriptionWire(subscription));
        return this.subscriptionWire(subscription);
      },
    );
    server.post<{ Body: Fields }>('/v1/prices', async ({ body }, reply) => {
      const interval = intervalOf(at(body, 'recurring', 'interval'));
      if (interval === null) return refuse(reply, 400, 'invalid_request_error', 'The interval is missing.');
      const product = at(body, 'product') ?? '';
      const price: Price = {
        id: this.id('price'),
        product,
        amount: Number(at(body, 'unit_amount')),
        interval,
      };
      this.prices.set(price.id, price);
      return { id: price.id, object: 'price', product, unit_amount: price.amount };
    });
    server.delete<{ Params: { id: string } }>('/v1/subscriptions/:id', async ({ params }) => {
      const subscription = this.subscriptionAt(params.id);
      if (subscription.ended_at !== null) throw new Missing(`No such subscription: '${params.id}'`);
      await this.finish(subscription, this.now());
      return this.subscriptionWire(subscription);
    });

    server.get('/v1/invoice_payments', async ({ url }) => {
      const query = nested(new URL(url, this.origin).search.slice(1));
      const invoice = at(query, 'invoice');
      const payment = at(query, 'payment', 'payment_intent');
      const found = [...this.payments.values()].filter(
        (each) => each.invoice !== null && (each.invoice === invoice || each.id === payment),
      );
      return list(
        '/v1/invoice_payments',
        found.map((each) => ({
          id: `inpay_of_${each.id}`,
          object: 'invoice_payment',
          invoice: each.invoice,
          status: 'paid',
          payment: { type: 'payment_intent', payment_intent: each.id },
        })),
      );
    });
    server.get<{ Params: { id: string } }>('/v1/invoices/:id', async ({ params }) => {
      const payment = [...this.payments.values()].find(({ invoice }) => invoice === params.id);
      const subscription = payment?.subscription ?? null;
      if (subscription === null) throw new Missing(`No such invoice: '${params.id}'`);
      return this.invoiceWire({ id: subscription, latest_invoice: params.id });
    });
    server.get<{ Params: { id: string } }>('/v1/charges/:id', async ({ params }) =>
      this.chargeWire(this.paymentAt(params.id.replace('ch_of_', ''))),
    );
    server.get<{ Params: { id: string } }>('/v1/payment_intents/:id', async ({ params, url }) =>
      this.paymentWire(this.paymentAt(params.id), decodeURIComponent(url).includes('latest_charge')),
    );
    server.get<{ Querystring: { payment_intent?: string } }>('/v1/disputes', async ({ query }) =>
      list(
        '/v1/disputes',
        [...this.disputes.values()]
          .filter(({ payment }) => payment === query.payment_intent)
          .map((dispute) => this.disputeWire(dispute)),
      ),
    );
    server.post<{ Body: Fields }>('/v1/refunds', async ({ body }, reply) => {
      const payment = this.paymentAt(at(body, 'payment_intent') ?? '');
      if (payment.refunded) {
        return refuse(
          reply,
          400,
          'invalid_request_error',
          'Charge has already been refunded.',
          'charge_already_refunded',
        );
      }
      await this.refund(payment.id);
      return { id: this.id('re'), object: 'refund', payment_intent: payment.id, status: 'succeeded' };
    });
    server.post<{ Body: Fields }>('/v1/billing_portal/sessions', async ({ body }) => {
      const id = this.id('bps');
      this.portals.set(id, { customer: at(body, 'customer') ?? '', back: at(body, 'return_url') ?? '' });
      return { id, object: 'billing_portal.session', url: `${this.origin}/portal/${id}` };
    });
    server.get('/v1/events', async ({ url }) => {
      const query = nested(new URL(url, this.origin).search.slice(1));
      // Stripe keeps events for 30 days.
      const since = Math.max(Number(at(query, 'created', 'gte') ?? 0), this.now() - 30 * 86_400);
      const types = new Set(Object.values(texts(query['types'])));
      const found = this.events.filter(({ created, type }) => created >= since && types.has(type));
      return list('/v1/events', found.toReversed());
    });
  }

  /** Why a checkout cannot be opened for somebody. */
  private refusalOf(email: string | undefined, payer: string | undefined) {
    if (this.refusal !== null) return { message: this.refusal };
    if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email))
      return { code: 'email_invalid', message: `Invalid email address: ${email}`, param: 'customer_email' };
    if (payer === undefined || [...this.sessions.values()].some(({ customer }) => customer === payer))
      return null;
    return { code: 'resource_missing', message: `No such customer: '${payer}'`, param: 'customer' };
  }

  private sessionAt(id: string): Session {
    const found = this.sessions.get(id);
    if (found === undefined) throw new Missing(`No such checkout.session: ${id}`);
    return found;
  }

  private pages(): void {
    const { server } = this;
    server.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
    server.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => {
      const session = this.sessionAt(params.id);
      return page(
        reply,
        session.status === 'open'
          ? `<h1>Stripe stand-in</h1><p>${session.name.replaceAll('<', '&lt;')}</p>
             <form method="post"><button>Pay $${(session.amount / 100).toFixed(2)}</button></form>
             <p><a href="${session.cancel_url}">Back</a></p>`
          : '<h1>This checkout is closed</h1>',
      );
    });
    server.post<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => {
      await this.pay(params.id);
      return reply.redirect(this.sessionAt(params.id).success_url, 303);
    });
    const portalAt = (id: string) => {
      const portal = this.portals.get(id);
      if (portal === undefined) throw new Missing('No such portal');
      const own = [...this.subscriptions.values()].filter(
        ({ customer, ended_at }) => customer === portal.customer && ended_at === null,
      );
      return { ...portal, own };
    };
    server.get<{ Params: { id: string } }>('/portal/:id', async ({ params }, reply) => {
      const { own, back } = portalAt(params.id);
      const [subscription] = own;
      const text =
        subscription === undefined
          ? 'No subscription'
          : subscription.cancel_at_period_end
            ? `Cancels on ${new Date(subscription.end * 1000).toISOString()}`
            : '<form method="post"><button>Cancel subscription</button></form>';
      return page(reply, `<h1>Billing portal stand-in</h1><p>${text}</p><p><a href="${back}">Back</a></p>`);
    });
    server.post<{ Params: { id: string } }>('/portal/:id', async ({ params }, reply) => {
      for (const { id } of portalAt(params.id).own) await this.setCanceled(id, true);
      return reply.redirect(`/portal/${params.id}`, 303);
    });
  }
}

/** The shape that things had before the version 2025-03-31. */
function oldShape(object: unknown): unknown {
  const { parent, ...rest } = structuredClone(object) as Record<string, unknown>;
  if (rest['object'] === 'invoice')
    return { ...rest, subscription: at(parent as Fields, 'subscription_details', 'subscription') ?? null };
  if (rest['object'] !== 'subscription') return rest;
  const [item] = (rest['items'] as { data: readonly Record<string, unknown>[] }).data;
  const { current_period_start, current_period_end, ...old } = item ?? {};
  return { ...rest, current_period_start, current_period_end, items: { data: [old] } };
}

class Missing extends Error {}

const page = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><title>Stand-in</title></head><body><main>${html}</main></body></html>`,
    );

const refuse = (
  reply: FastifyReply,
  status: number,
  type: string,
  message: string,
  code?: string,
): FastifyReply => reply.code(status).send({ error: { type, message, ...(code !== undefined && { code }) } });

const library = new Stripe('sk_test_signatures');

/** The signature that Stripe sends with a message, made by its library. */
export const signatureOf = (payload: string, secret: string, timestamp?: number): string =>
  library.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
