import type { BilledSubscription, PaymentState } from '../members/membership.ts';

export type PlanDuration = BilledSubscription['plan'];

export interface Order {
  readonly id: string;
  /** The listener, as a name that the service may see. */
  readonly sub: string;
  /** Empty if it is not known. */
  readonly email: string;
  /** The id of the payer at the service, if the listener paid before. */
  readonly customer: string | null;
  /** Null for a title. */
  readonly plan: PlanDuration | null;
  /** The title. Null for a plan. */
  readonly itemId: string | null;
  /** What the page of the checkout names. */
  readonly label: string;
  /** Whole cents: the price of the title, or of each period of the plan. */
  readonly amount: number;
  /** The days before the first payment of a plan. Zero without a trial. */
  readonly trialDays: number;
  /** The provider that sells it. Several providers may share one account of the service. */
  readonly seller: string;
}

/** An order as the service stored it with its checkout. */
export type StoredOrder = Pick<Order, 'id' | 'sub' | 'plan' | 'itemId' | 'amount' | 'trialDays' | 'seller'>;

/** Where the checkout leads to. Absolute addresses. */
export interface ReturnAddresses {
  readonly done: string;
  readonly back: string;
}

export type Checkout =
  | { readonly kind: 'open' }
  /** The payer is done, and the payment is on its way, for example through a bank. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'paid';
      readonly amount: number;
      readonly currency: string;
      /** The subscription that it began. Null for a title. */
      readonly subscription: string | null;
      /** The state of the payment of a title. */
      readonly payment: PaymentState;
    };

export interface Subscription extends BilledSubscription {
  readonly id: string;
  readonly customer: string | null;
  readonly started_at: number;
  /** The newest payment. Null if nothing was paid yet, or if the newest one has not arrived. */
  readonly lastPayment: Payment | null;
}

/** A payment of a period of a subscription. */
export interface Payment {
  readonly id: string;
  /** Whole cents. */
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: number;
}

/** What has changed at the service. What it is now is read from the service, and never from the message (ENT-60). */
export type Change =
  { readonly kind: 'checkout'; readonly id: string } | { readonly kind: 'subscription'; readonly id: string };

export interface Message {
  readonly id: string;
  /** Null if the message is about something else. */
  readonly change: Change | null;
  /** What the message is and why nobody can say what it is about. The operator has to know it (ENT-91). */
  readonly unreadable?: string | undefined;
}

/** What came of the change of a plan. */
export type PlanChange =
  | { readonly kind: 'changed' }
  /** The old plan goes on until the payer has confirmed or paid. The page is that of the service, if it has one. */
  | { readonly kind: 'to-confirm' | 'declined'; readonly url: string | null };

/** The message is not from the service, or is too old. */
export class ForgedMessageError extends Error {
  override readonly name = 'ForgedMessageError';
}

/** The service cannot be reached, or refuses a request. */
export class BillingServiceError extends Error {
  override readonly name = 'BillingServiceError';
  /** True if the service would refuse the same request again, so that trying again does not help (ENT-92). */
  readonly isPermanent: boolean;

  constructor(
    message: string,
    { isPermanent = false, cause }: { isPermanent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

/**
 * The port of a payment service. An adapter translates, and decides nothing: the rules are in `billing.ts` and
 * `members/membership.ts`. Every method may throw a `BillingServiceError`.
 */
export interface BillingService {
  readonly name: string;
  /** Prepares the page where the listener pays. The same order always gives the same checkout. */
  openCheckout(
    order: Order,
    returns: ReturnAddresses,
  ): Promise<{ readonly id: string; readonly url: string }>;
  /** Closes a checkout, so that nobody can pay there. Does nothing if it is paid or closed already. */
  closeCheckout(id: string): Promise<void>;
  /** Null if there is no such checkout. */
  readCheckout(id: string): Promise<Checkout | null>;
  /** The order of a checkout. Null if there is no such checkout, or if nothing about its order was stored with it. */
  readOrder(checkout: string): Promise<StoredOrder | null>;
  /** Null if there is no such subscription. */
  readSubscription(id: string): Promise<Subscription | null>;
  /**
   * Changes the plan of a subscription now, if its payment succeeds. A subscription that was canceled renews again. Until
   * the payment has succeeded, everything stays as it was (ENT-90).
   */
  changePlan(subscription: string, plan: PlanDuration, amount: number): Promise<PlanChange>;
  /** Gives the money of a checkout back, and ends what it began. Repeating it changes nothing. */
  returnPayment(checkout: string): Promise<void>;
  /** Lets a subscription end with its current period. Does nothing if it has ended, or if it ends then anyway. */
  stopRenewing(id: string): Promise<void>;
  /** Ends a subscription now. Does nothing if it has ended. */
  endSubscription(id: string): Promise<void>;
  /** The address of the page where a payer sees and cancels subscriptions. */
  openPortal(customer: string, back: string): Promise<string>;
  /**
   * Reads a message.
   *
   * @param body the exact bytes that were received
   * @throws {ForgedMessageError}
   */
  readMessage(body: string, signature: string): Promise<Message>;
  /**
   * The messages since an instant, the oldest first. Some may never have arrived. If the service no longer has them all,
   * the checkouts that were paid since then are among them.
   */
  messagesSince(instant: number, now: number): Promise<readonly Message[]>;
}
