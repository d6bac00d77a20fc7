import { DatabaseUnavailableError } from '../../db/errors.ts';
import type { Page } from '../../pool/page.ts';
import type { Billing } from '../billing.ts';
import type { Begun } from '../checkouts.ts';
import { dollars, PLANS } from '../context.ts';
import { BillingServiceError, type PlanDuration } from '../service.ts';

/*
 * What the billing pages say.
 */

export const CLOSE = 'You can close this page and go back to the tab that you came from.';

interface Shown {
  readonly status: number;
  readonly page: Page;
}

/** Why there is nothing to pay. */
export function noCheckoutPage(begun: Extract<Begun, { kind: 'member' | 'owned' | 'not-sold' }>): Shown {
  switch (begun.kind) {
    case 'member':
      return {
        status: 200,
        page: {
          title: 'You are a member already',
          text: `You can hear everything, and there is nothing to pay. ${CLOSE}`,
        },
      };
    case 'owned':
      return {
        status: 200,
        page: { title: 'You have this title', text: `${begun.title} is yours. ${CLOSE}` },
      };
    case 'not-sold':
      return {
        status: 404,
        page: {
          title: 'Not for sale',
          text: `${begun.title ?? 'This title'} cannot be bought now. ${CLOSE}`,
        },
      };
  }
}

/** What became of a change of the plan. */
export function changedPage(
  change: Awaited<ReturnType<Billing['subscriptions']['changePlan']>>,
  plan: PlanDuration,
): Page {
  switch (change.kind) {
    case 'changed':
      return {
        title: 'Your plan has changed',
        text: `You have the ${PLANS[plan].label} now. ${CLOSE}`,
      };
    case 'none':
      return {
        title: 'Nothing was changed',
        text: `You pay for no plan here that could change. ${CLOSE}`,
      };
    case 'to-confirm':
      return {
        title: 'Your plan has not changed yet',
        text: 'Your bank wants you to confirm the payment. Until then your plan stays as it was, and nothing is charged.',
        ...(change.url !== null && { link: { href: change.url, label: 'Confirm the payment' } }),
      };
    case 'declined':
      return {
        title: 'Your plan has not changed',
        text: 'The payment was declined. Your plan stays as it was, and nothing was charged. You can pay in another way.',
        ...(change.url !== null && { link: { href: change.url, label: 'Pay in another way' } }),
      };
  }
}

type OrderAfterCheckout = NonNullable<Awaited<ReturnType<Billing['orders']['afterCheckout']>>>;

/** What became of an order. */
export function orderPage(order: OrderAfterCheckout): Page {
  const price = dollars(order.amount);
  const pages: Readonly<Record<typeof order.state, Page>> = {
    open: {
      title: 'Your payment is on its way',
      text: `It takes a moment. The app shows it as soon as it has arrived. ${CLOSE}`,
    },
    paid: {
      title: order.plan === null ? 'It is yours' : 'You are a member now',
      text: CLOSE,
      facts: [['Paid', order.trial_days === 0 ? price : `${price}. Your trial has begun`]],
    },
    expired: { title: 'Nothing was charged', text: `This checkout is closed. ${CLOSE}` },
    returning: {
      title: 'You get your money back',
      text: `You had this already, or it could not be given to you. ${price} will be returned. ${CLOSE}`,
    },
    returned: {
      title: 'You got your money back',
      text: `You had this already, or it could not be given to you. ${price} was returned. ${CLOSE}`,
    },
  };
  return pages[order.state];
}

/** What a listener reads when a page fails. */
export function failurePage(error: unknown, log: (line: string) => void): Shown {
  const isKnown = error instanceof BillingServiceError || error instanceof DatabaseUnavailableError;
  if (!isKnown)
    log(`billing: a page failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  else if (error instanceof BillingServiceError) log(`billing: ${error.message}`);
  if (error instanceof BillingServiceError && error.isPermanent) {
    return {
      status: 502,
      page: {
        title: 'This did not work',
        text: 'The payment service refuses this payment. Nothing was charged. Trying again does not help. Please tell the people who run this site.',
      },
    };
  }
  return {
    status: isKnown ? 503 : 500,
    page: {
      title: 'This did not work',
      text: 'Payments cannot be made at the moment. Nothing was charged. Please try again in a few minutes.',
    },
  };
}

/** Asks whether the plan shall change. */
export const changeQuestion = (
  { from, to }: Extract<Begun, { kind: 'other-plan' }>,
  form: Pick<NonNullable<Page['form']>, 'action' | 'hidden' | 'returnOrigin'>,
): Page => ({
  title: 'Change your plan',
  text: 'The new plan begins at once. What you have paid for the rest of the old one is credited.',
  facts: [
    ['Now', PLANS[from].label],
    ['New', `${PLANS[to].label}, ${dollars(PLANS[to].amount)}`],
  ],
  form: { ...form, submit: 'Change my plan', fields: [] },
});

/** The page after the sign-in, which opens the next one. */
export const signedInPage = (next: string): Page => ({
  title: 'You are signed in',
  text: 'The next page opens by itself.',
  link: { href: next, label: 'Continue' },
  next,
});

export const SIGN_IN_FAILED: Page = {
  title: 'The sign-in did not work',
  text: 'It took too long, or it began in another browser. Nothing was charged. Open the link in the app again.',
};

/** Sent with 403. */
export const FORGED: Page = {
  title: 'Please try again',
  text: 'This page was open for too long. Nothing was charged. Open the link in the app again.',
};

/** Sent with 404. */
export const NOT_FOUND: Page = { title: 'Page not found', text: 'There is no such page.' };
