// Proves ENT-2, ENT-3, ENT-4, ENT-5.
import { describe, expect, test } from 'vitest';
import {
  isCanceled,
  isSubscribed,
  membershipStatus,
  planLabel,
  seesDiscountedAudios,
} from '../../../src/domain/entitlement/membership.ts';
import { knownListener, NOBODY } from '../../../src/domain/account/user.ts';
import type { PaymentDetails, User } from '../../../src/domain/account/user.ts';
import { aFreeUser, aSubscriber, aUser, paymentDetails } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

const paying = (details: Partial<PaymentDetails>): User => ({
  ...NOBODY,
  paymentDetails: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly', ...details },
});

const changed = (user: User, details: Partial<PaymentDetails>): User => ({
  ...user,
  paymentDetails: user.paymentDetails && { ...user.paymentDetails, ...details },
});

describe('membership', () => {
  law('a listener with a current plan is subscribed', [aSubscriber()], (user) => isSubscribed(user));

  law(
    'a listener without a plan, with an expired plan or with a plan without a duration is not subscribed',
    [aFreeUser()],
    (user) => !isSubscribed(user),
  );

  law('a canceled plan counts until it expires', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isCanceled: true }))).toBe(isSubscribed(user));
  });

  law('a trial is a subscription', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isTrialing: true }))).toBe(isSubscribed(user));
  });

  law('every user has exactly one of four statuses', [aUser()], (user) => {
    expect(['Canceled', 'Trialing', 'Active', 'Free']).toContain(membershipStatus(user));
  });

  law('Canceled takes precedence over every other status', [paymentDetails()], (details) => {
    expect(membershipStatus({ ...NOBODY, paymentDetails: { ...details, isCanceled: true } })).toBe(
      'Canceled',
    );
  });

  law('only subscribers are Trialing or Active, and only the others are Free', [aUser()], (user) => {
    const status = membershipStatus(user);
    if (status === 'Free') expect(isSubscribed(user)).toBe(false);
    if (status === 'Trialing' || status === 'Active') expect(isSubscribed(user)).toBe(true);
    expect(status === 'Canceled').toBe(isCanceled(user));
  });

  law('a subscriber who has not canceled is Trialing in a trial, else Active', [aSubscriber()], (user) => {
    expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: true }))).toBe('Trialing');
    expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: false }))).toBe('Active');
  });

  law('the plan label depends only on the duration', [paymentDetails()], (details) => {
    const label = (duration: PaymentDetails['duration']): string =>
      planLabel({ ...NOBODY, paymentDetails: { ...details, duration } });
    expect([label('monthly'), label('yearly'), label(null)]).toEqual(['Monthly', 'Annual', '']);
  });

  law(
    'exactly the known listeners who do not subscribe see Discounted Audios',
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

  test('a canceled plan that has not expired has the status Canceled and is still a subscription', () => {
    expect(membershipStatus(paying({ isCanceled: true }))).toBe('Canceled');
    expect(isSubscribed(paying({ isCanceled: true }))).toBe(true);
  });

  test('a trial that has expired is Free', () => {
    expect(membershipStatus(paying({ isTrialing: true, isExpired: true }))).toBe('Free');
  });
});
