import type { FastifyPluginAsync } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import type { Pool } from '../pool/index.ts';
import { Billing } from './billing.ts';
import type { BillingDependencies } from './context.ts';
import { DemoService } from './demo/demo-service.ts';
import { billingPages } from './pages/routes.ts';
import { issueSignInCode, SIGNED_IN } from './pages/session.ts';
import type { StripeSettings } from './stripe/stripe-service.ts';
import type { BillingDatabase } from './tables.ts';

/** The path of the pages. */
export const BILLING = '/billing';

/** The page that the hosted login returns to. */
export const BILLING_SIGN_IN = BILLING + SIGNED_IN;

const RECONCILE_MS = 10 * 60_000;
/** The time that a reconciliation still gets at the end of the process. */
const STOP_MS = 2_000;

interface BillingOptions {
  readonly db: BillingDatabase;
  /** For work in the background. */
  readonly background: BillingDatabase;
  readonly clock: Clock;
  /** The time of the database, epoch milliseconds. No test moves it, so it can be compared with that of the service. */
  readonly now: () => number;
  readonly pool: Pick<Pool, 'redeemCode' | 'getVerifiedEmail'>;
  readonly clientId: string;
  readonly hostedLogin: string;
  readonly log: (line: string) => void;
  /** `demo` moves no money. */
  readonly service: StripeSettings | 'demo';
  readonly requestCounts: RequestCounts;
  readonly requestsPerSecond?: number | undefined;
  readonly tellReceipt: BillingDependencies['tellReceipt'];
  readonly trialDays: number;
}

/** Everything about paying that the provider connects. */
export interface OpenBilling {
  readonly pages: FastifyPluginAsync;
  /** The addresses of the pages at an origin, by the fields of the app's links. */
  linksAt(origin: string): Readonly<Record<string, string>>;
  /** A listener has come back, maybe from paying. */
  refresh(sub: string): Promise<void>;
  /** A code of one use that signs a listener in to one of the pages. */
  issueCode(sub: string): Promise<string>;
  /** The account of a listener is deleted. */
  forget(sub: string): Promise<void>;
  /** Asks the service for what was missed, now and at an interval. */
  start(): { stop(): Promise<void> };
}

export async function openBilling(options: BillingOptions): Promise<OpenBilling> {
  const { db, background, clock, pool, clientId, hostedLogin, log, tellReceipt, trialDays } = options;
  const { demo, service } = await serviceOf(options);
  const billing = new Billing({ db, clock, pool, service, log, tellReceipt, trialDays });
  const work = new Billing({ db: background, clock, pool, service, log, tellReceipt, trialDays });
  return {
    pages: billingPages({
      billing,
      demo,
      db,
      clock,
      pool,
      clientId,
      hostedLogin,
      log,
      requestCounts: options.requestCounts,
      requestsPerSecond: options.requestsPerSecond,
    }),
    linksAt: (origin) => ({
      annual: `${origin}${BILLING}/plans/annual`,
      monthly: `${origin}${BILLING}/plans/monthly`,
      purchase: `${origin}${BILLING}/titles/{content_id}`,
    }),
    refresh: (sub) => billing.orders.refresh(sub),
    issueCode: (sub) => issueSignInCode({ db, clock }, sub),
    forget: (sub) => billing.reconciliation.forget(sub),
    start() {
      let running = Promise.resolve();
      const reconcile = (): void => {
        running = running
          .then(() => work.reconciliation.reconcile())
          .catch((error: unknown) => {
            log(`billing: ${error instanceof Error ? error.message : String(error)}`);
          });
      };
      reconcile();
      const timer = setInterval(reconcile, RECONCILE_MS);
      timer.unref();
      return {
        async stop() {
          clearInterval(timer);
          // A service that does not respond must not keep the process from its end. The next start goes on.
          await Promise.race([running, wait(STOP_MS, undefined, { ref: false })]);
        },
      };
    },
  };
}

async function serviceOf({ service, db, clock, now }: BillingOptions) {
  if (service !== 'demo') {
    // The client of the service is large, so only those who need it load it.
    const { StripeService } = await import('./stripe/stripe-service.ts');
    return { demo: null, service: new StripeService(service, now) };
  }
  const demo = new DemoService(db, clock, `${BILLING}/demo`);
  return { demo, service: demo };
}
