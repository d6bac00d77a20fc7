import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownListener, NOBODY, type PaymentDetails, type User } from '../../../src/domain/account/user.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { explainPlay } from '../../../src/domain/entitlement/explain.ts';
import {
  decidePlay,
  formatPrice,
  hasFreeListenContent,
  isCanceled,
  isListenFree,
  isLocked,
  isSubscribed,
  membershipStatus,
  planLabel,
  seesDiscountedAudios,
  SUBSCRIBE_OFFER,
  tileContentId,
} from '../../../src/domain/entitlement/play-decision.ts';
import { boundsOf, instant } from '../../../src/domain/time.ts';
import { aContentItem, anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow, aWindowWithoutAnEnd } from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser, paymentDetails } from '../../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

describe('the subscribe offer', () => {
  const [annual, monthly] = SUBSCRIBE_OFFER.plans;

  test('has its texts (ENT-39)', () => {
    expect(SUBSCRIBE_OFFER).toMatchObject({
      headline: 'Unlock every audio now!',
      benefits: ['Over 600 audiobooks', 'Over 1,000 meditations', '150+ quick listens under 20 minutes'],
      choice: 'Choose Your Plan',
      notes: 'Recurring Billing. Cancel Anytime.',
    });
  });

  test('has a preselected annual plan and a monthly plan (ENT-40)', () => {
    expect(SUBSCRIBE_OFFER.plans).toEqual([
      { name: 'Annual', price: 69.99, pricePerMonth: 5.83, saving: 'Save 60%', isPreselected: true },
      { name: 'Monthly', price: 14.99, pricePerMonth: null, saving: null, isPreselected: false },
    ]);
  });

  test('the price a month and the saving of the annual plan are correct', () => {
    expect(Math.floor((annual.price / 12) * 100) / 100).toBe(annual.pricePerMonth);
    expect(1 - annual.price / (monthly.price * 12)).toBeGreaterThanOrEqual(0.6);
  });

  test.each([
    [69.99, '$69.99'],
    [5, '$5.00'],
    [0.1, '$0.10'],
  ])('%j dollars read %j (ENT-40)', (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });
});

describe('the audio tile', () => {
  law('a purchased item is never locked (ENT-11)', [anEntitlement(), anInstant()], (item, now) => {
    expect(isLocked({ ...item, isPurchased: true }, now)).toBe(false);
  });

  law(
    'an item is not locked from valid_from on, and locked from valid_till on',
    [aReadableWindow()],
    (validity) => {
      const item = { ...PLAIN_ITEM, validity };
      expect(isLocked(item, validity.till)).toBe(true);
      if (validity.from < validity.till) expect(isLocked(item, validity.from)).toBe(false);
    },
  );

  law('an item with an unreadable bound is locked', [aMalformedWindow(), anInstant()], (validity, now) => {
    expect(isLocked({ ...PLAIN_ITEM, validity }, now)).toBe(true);
  });

  law('a tile leads to one of the two ids of its item', [aContentItem()], (item) => {
    expect(tileContentId(item)).not.toBe('');
    expect([item.id, item.contentId]).toContain(tileContentId(item));
  });

  test('a tile leads to content_id if there is one, else to the id (CAT-39)', () => {
    const id = contentId('1');
    expect(tileContentId({ id, contentId: contentId('2') })).toBe('2');
    expect(tileContentId({ id, contentId: null })).toBe('1');
    expect(tileContentId({ id, contentId: contentId('') })).toBe('1');
  });
});

/** The decision that follows from the last question and its result. */
const DECIDED: Readonly<Record<string, string>> = {
  'ENT-11 yes': 'purchased',
  'ENT-9 no': 'unreadable-window',
  'ENT-7,ENT-8 no': 'not-yet or no-longer',
  'ENT-1 yes': 'subscribed',
  'ENT-16 yes': 'free-listen',
  'ENT-15 yes': 'free-listen',
  'ENT-15 no': 'membership-needed',
};

describe('an explanation of the play decision (ENT-71)', () => {
  law('has the decision of the rules', [aUser(), anEntitlement(), anInstant()], (user, item, now) => {
    expect(explainPlay(user, item, now).decision).toEqual(decidePlay(user, item, now));
  });

  law('ends with the question that decides', [aUser(), anEntitlement(), anInstant()], (user, item, now) => {
    const { decision, steps } = explainPlay(user, item, now);
    const last = steps.at(-1);
    const decided = DECIDED[`${last?.rules.join(',') ?? ''} ${last?.result === true ? 'yes' : 'no'}`];
    expect(decided?.split(' or ')).toContain(decision.reason);
  });

  law(
    'names the next change: the decision is the same until then, and another one from then on',
    [aUser(), anEntitlement(), anInstant(), anInstant()],
    (user, item, now, later) => {
      const { decision, next } = explainPlay(user, item, now);
      if (later >= now && (next === null || later < next.at))
        expect(decidePlay(user, item, later)).toEqual(decision);
      if (next === null) return;
      expect(next.at).toBeGreaterThan(now);
      expect(next.decision).toEqual(decidePlay(user, item, next.at));
      expect(next.decision).not.toEqual(decision);
      expect(decidePlay(user, item, instant(next.at - 1))).toEqual(decision);
      expect(boundsOf(item.validity, item.listenFreeWindow)).toContain(next.at);
    },
  );

  test('shows the bounds of the windows that were read', () => {
    const validity = { from: instant(1000), till: instant(2000) };
    const { steps, next } = explainPlay(NOBODY, { ...PLAIN_ITEM, validity }, instant(500));
    expect(steps.at(-1)).toEqual({
      rules: ['ENT-7', 'ENT-8'],
      question: 'Is now inside its window?',
      result: false,
      window: validity,
    });
    expect(next).toEqual({ at: 1000, decision: { kind: 'offer', reason: 'membership-needed' } });
  });
});

describe('listen-free', () => {
  law(
    'an item that is marked as free is free at every instant (ENT-15)',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(isListenFree({ ...item, listenFree: true }, now)).toBe(true);
    },
  );

  law(
    'a free window includes its first instant and excludes its last (ENT-15)',
    [aReadableWindow()],
    (window) => {
      const at = (now: number): boolean =>
        isListenFree({ listenFree: false, listenFreeWindow: window }, instant(now));
      if (window.from === window.till) return;
      expect([at(window.from - 1), at(window.from), at(window.till - 1), at(window.till)]).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  law(
    'a window with a missing or unreadable bound is not free (ENT-15)',
    [fc.oneof(aWindowWithoutAnEnd(), aMalformedWindow()), anInstant()],
    (listenFreeWindow, now) => {
      expect(isListenFree({ listenFree: false, listenFreeWindow }, now)).toBe(false);
    },
  );

  law(
    'whether an item is free does not depend on purchase and validity',
    [anEntitlement(), anEntitlement(), anInstant()],
    (item, other, now) => {
      const { validity, isPurchased, discount } = other;
      const moved = { ...item, validity, isPurchased, discount };
      expect(isListenFree(moved, now)).toBe(isListenFree(item, now));
    },
  );

  law(
    'an item that is listen-free now has free-listen content (ENT-16)',
    [anEntitlement(), anInstant()],
    (item, now) => {
      if (isListenFree(item, now)) expect(hasFreeListenContent(item, now)).toBe(true);
    },
  );

  law(
    'an item that is marked with free-listen content has it at every instant (ENT-16)',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(hasFreeListenContent({ ...item, hasListenFreeContent: true }, now)).toBe(true);
    },
  );

  law('no other item has free-listen content (ENT-16)', [anEntitlement(), anInstant()], (item, now) => {
    const silent = { ...item, hasListenFreeContent: false };
    expect(hasFreeListenContent(silent, now)).toBe(isListenFree(silent, now));
  });
});

const paying = (details: Partial<PaymentDetails>): User => ({
  ...NOBODY,
  paymentDetails: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly', ...details },
});

const changed = (user: User, details: Partial<PaymentDetails>): User => ({
  ...user,
  paymentDetails: user.paymentDetails && { ...user.paymentDetails, ...details },
});

describe('membership', () => {
  law('a listener with a current plan is subscribed (ENT-1)', [aSubscriber()], (user) => isSubscribed(user));

  law(
    'a listener without a plan, with an expired plan or with a plan without a duration is not subscribed (ENT-1)',
    [aFreeUser()],
    (user) => !isSubscribed(user),
  );

  law('a canceled plan counts until it expires (ENT-3)', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isCanceled: true }))).toBe(isSubscribed(user));
  });

  law('a trial is a subscription', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isTrialing: true }))).toBe(isSubscribed(user));
  });

  law('every user has exactly one of four statuses', [aUser()], (user) => {
    expect(['Canceled', 'Trialing', 'Active', 'Free']).toContain(membershipStatus(user));
  });

  law('Canceled takes precedence over every other status (ENT-2)', [paymentDetails()], (details) => {
    expect(membershipStatus({ ...NOBODY, paymentDetails: { ...details, isCanceled: true } })).toBe(
      'Canceled',
    );
  });

  law('only subscribers are Trialing or Active, and only the others are Free (ENT-2)', [aUser()], (user) => {
    const status = membershipStatus(user);
    if (status === 'Free') expect(isSubscribed(user)).toBe(false);
    if (status === 'Trialing' || status === 'Active') expect(isSubscribed(user)).toBe(true);
    expect(status === 'Canceled').toBe(isCanceled(user));
  });

  law(
    'a subscriber who has not canceled is Trialing in a trial, else Active (ENT-2)',
    [aSubscriber()],
    (user) => {
      expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: true }))).toBe('Trialing');
      expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: false }))).toBe('Active');
    },
  );

  law('the plan label depends only on the duration (ENT-4)', [paymentDetails()], (details) => {
    const label = (duration: PaymentDetails['duration']): string =>
      planLabel({ ...NOBODY, paymentDetails: { ...details, duration } });
    expect([label('monthly'), label('yearly'), label(null)]).toEqual(['Monthly', 'Annual', '']);
  });

  law(
    'exactly the known listeners who do not subscribe see Discounted Audios (ENT-5)',
    [aSubscriber(), aFreeUser()],
    (subscriber, free) => {
      expect([subscriber, free].map((user) => seesDiscountedAudios(knownListener(user)))).toEqual([
        false,
        true,
      ]);
    },
  );

  test('the user for nobody is Free, without a plan or a cancellation', () => {
    expect(membershipStatus(NOBODY)).toBe('Free');
    expect(planLabel(NOBODY)).toBe('');
    expect(isCanceled(NOBODY)).toBe(false);
    expect(isSubscribed(NOBODY)).toBe(false);
  });

  test('a canceled plan that has not expired has the status Canceled and is still a subscription (ENT-3, ENT-2)', () => {
    expect(membershipStatus(paying({ isCanceled: true }))).toBe('Canceled');
    expect(isSubscribed(paying({ isCanceled: true }))).toBe(true);
  });

  test('a trial that has expired is Free', () => {
    expect(membershipStatus(paying({ isTrialing: true, isExpired: true }))).toBe('Free');
  });
});
