import { Checkouts } from './checkouts.ts';
import type { BillingDependencies } from './context.ts';
import { Orders } from './orders.ts';
import { Reconciliation } from './reconciliation.ts';
import { Subscriptions } from './subscriptions.ts';

/** Sells plans and titles through a payment service, and keeps what was sold up to date. */
export class Billing {
  readonly subscriptions: Subscriptions;
  readonly orders: Orders;
  readonly checkouts: Checkouts;
  readonly reconciliation: Reconciliation;

  constructor(dependencies: BillingDependencies) {
    this.subscriptions = new Subscriptions(dependencies);
    this.orders = new Orders(dependencies, this.subscriptions);
    this.checkouts = new Checkouts(dependencies, this.orders, this.subscriptions);
    this.reconciliation = new Reconciliation(dependencies, this.orders, this.subscriptions);
  }
}
