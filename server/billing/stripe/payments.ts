import type { Stripe } from 'stripe';
import type { PaymentState } from '../../members/membership.ts';
import type { Payment } from '../service.ts';
import { idOf, instant } from './calls.ts';

/** States of a subscription that charges nobody any more. */
export const ENDED: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** States of a payment that does not come any more. */
const FAILED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

/** The states of a dispute after which the money is with the seller. */
const SETTLED: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** What became of payments at the service: whether they came, and whether they were taken back. */
export class Payments {
  constructor(private readonly stripe: Stripe) {}

  /** True if the payment of a complete checkout will not come any more. */
  async hasFailed({ payment_intent, subscription }: Stripe.Checkout.Session): Promise<boolean> {
    if (payment_intent !== null && typeof payment_intent !== 'string')
      return FAILED.has(payment_intent.status);
    const id = idOf(subscription);
    return id !== null && ENDED.has((await this.stripe.subscriptions.retrieve(id)).status);
  }

  /** The worst state of the payments of an invoice. */
  async ofInvoice(invoice: string | null): Promise<PaymentState> {
    for (const payment of await this.idsOf(invoice)) {
      const found = await this.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] });
      const state = await this.stateOf(found);
      if (state !== 'paid') return state;
    }
    return 'paid';
  }

  /** The payments by which an invoice was paid. */
  async idsOf(invoice: string | null): Promise<readonly string[]> {
    if (invoice === null) return [];
    const payments = await this.stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 });
    return payments.data.map(({ payment }) => idOf(payment.payment_intent)).filter((id) => id !== null);
  }

  /** @param payment with its charge */
  async stateOf(payment: Stripe.PaymentIntent | string | null): Promise<PaymentState> {
    if (payment === null || typeof payment === 'string') return 'paid';
    const { latest_charge: charge } = payment;
    if (charge === null || typeof charge === 'string') return 'paid';
    if (charge.refunded) return 'refunded';
    if (!charge.disputed) return 'paid';
    const disputes = await this.stripe.disputes.list({ payment_intent: payment.id, limit: 100 });
    return disputes.data.every(({ status }) => SETTLED.has(status)) ? 'paid' : 'disputed';
  }

  async refund(payment: string): Promise<void> {
    const { latest_charge: charge } = await this.stripe.paymentIntents.retrieve(payment, {
      expand: ['latest_charge'],
    });
    if (charge === null || typeof charge === 'string' || charge.refunded) return;
    await this.stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `return-${payment}` });
  }
}

/** The payment of an invoice. Null if it is not paid, or if nothing was due, as for a trial. */
export function paymentFor(invoice: Stripe.Invoice | string | null): Payment | null {
  if (invoice === null || typeof invoice === 'string') return null;
  const { id, status, amount_paid, currency, status_transitions } = invoice;
  const paid = status_transitions.paid_at;
  if (id === undefined || status !== 'paid' || amount_paid === 0 || paid === null) return null;
  return { id, amount: amount_paid, currency, paidAt: instant(paid) };
}
