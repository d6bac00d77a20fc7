import { message } from 'audio-streaming-translations/message';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { type Page, verbatim } from '../../pool/page.ts';
import type { Billing } from '../billing.ts';
import type { Begun } from '../checkouts.ts';
import { dollars, PLANS } from '../context.ts';
import { BillingServiceError, type PlanDuration } from '../service.ts';

/*
 * What the billing pages say.
 */

export const CLOSE = message('You can close this page and go back to the tab that you came from.');

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
          title: message('You are a member already'),
          text: [message('You can hear everything, and there is nothing to pay.'), CLOSE],
        },
      };
    case 'owned':
      return {
        status: 200,
        page: {
          title: message('You have this title'),
          text: [message('{title} is yours.', { title: begun.title }), CLOSE],
        },
      };
    case 'not-sold':
      return {
        status: 404,
        page: {
          title: message('Not for sale'),
          text: [
            begun.title === null
              ? message('This title cannot be bought now.')
              : message('{title} cannot be bought now.', { title: begun.title }),
            CLOSE,
          ],
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
        title: message('Your plan has changed'),
        text: [
          message(
            '{plan, select, yearly {You have the Annual membership now.} other {You have the Monthly membership now.}}',
            { plan },
          ),
          CLOSE,
        ],
      };
    case 'none':
      return {
        title: message('Nothing was changed'),
        text: [message('You pay for no plan here that could change.'), CLOSE],
      };
    case 'to-confirm':
      return {
        title: message('Your plan has not changed yet'),
        text: message(
          'Your bank wants you to confirm the payment. Until then your plan stays as it was, and nothing is charged.',
        ),
        ...(change.url !== null && { link: { href: change.url, label: message('Confirm the payment') } }),
      };
    case 'declined':
      return {
        title: message('Your plan has not changed'),
        text: message(
          'The payment was declined. Your plan stays as it was, and nothing was charged. You can pay in another way.',
        ),
        ...(change.url !== null && { link: { href: change.url, label: message('Pay in another way') } }),
      };
  }
}

type OrderAfterCheckout = NonNullable<Awaited<ReturnType<Billing['orders']['afterCheckout']>>>;

/** What became of an order. */
export function orderPage(order: OrderAfterCheckout, language: string): Page {
  const price = dollars(order.amount, language);
  const pages: Readonly<Record<typeof order.state, Page>> = {
    open: {
      title: message('Your payment is on its way'),
      text: [message('It takes a moment. The app shows it as soon as it has arrived.'), CLOSE],
    },
    paid: {
      title: order.plan === null ? message('It is yours') : message('You are a member now'),
      text: CLOSE,
      facts: [
        [
          message('Paid'),
          order.trial_days === 0 ? verbatim(price) : message('{price}. Your trial has begun', { price }),
        ],
      ],
    },
    expired: { title: message('Nothing was charged'), text: [message('This checkout is closed.'), CLOSE] },
    returning: {
      title: message('You get your money back'),
      text: [
        message('You had this already, or it could not be given to you. {price} will be returned.', {
          price,
        }),
        CLOSE,
      ],
    },
    returned: {
      title: message('You got your money back'),
      text: [
        message('You had this already, or it could not be given to you. {price} was returned.', { price }),
        CLOSE,
      ],
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
        title: message('This did not work'),
        text: message(
          'The payment service refuses this payment. Nothing was charged. Trying again does not help. Please tell the people who run this site.',
        ),
      },
    };
  }
  return {
    status: isKnown ? 503 : 500,
    page: {
      title: message('This did not work'),
      text: message(
        'Payments cannot be made at the moment. Nothing was charged. Please try again in a few minutes.',
      ),
    },
  };
}

/** Asks whether the plan shall change. */
export const changeQuestion = (
  { from, to }: Extract<Begun, { kind: 'other-plan' }>,
  form: Pick<NonNullable<Page['form']>, 'action' | 'hidden' | 'returnOrigin'>,
  language: string,
): Page => ({
  title: message('Change your plan'),
  text: message('The new plan begins at once. What you have paid for the rest of the old one is credited.'),
  facts: [
    [message('Now'), PLANS[from].label],
    [
      message('New'),
      message('{plan, select, yearly {Annual membership} other {Monthly membership}}, {price}', {
        plan: to,
        price: dollars(PLANS[to].amount, language),
      }),
    ],
  ],
  form: { ...form, submit: message('Change my plan'), fields: [] },
});

/** The page after the sign-in, which opens the next one. */
export const signedInPage = (next: string): Page => ({
  title: message('You are signed in'),
  text: message('The next page opens by itself.'),
  link: { href: next, label: message('Continue') },
  next,
});

export const SIGN_IN_FAILED: Page = {
  title: message('The sign-in did not work'),
  text: message(
    'It took too long, or it began in another browser. Nothing was charged. Open the link in the app again.',
  ),
};

/** Sent with 403. */
export const FORGED: Page = {
  title: message('Please try again'),
  text: message('This page was open for too long. Nothing was charged. Open the link in the app again.'),
};

/** Sent with 404. */
export const NOT_FOUND: Page = { title: message('Page not found'), text: message('There is no such page.') };
