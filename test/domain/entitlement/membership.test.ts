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
  law('whoever has a plan that runs is subscribed', [aSubscriber()], (user) => isSubscribed(user));

  law(
    'whoever has no plan, an expired one or one without a duration is not',
    [aFreeUser()],
    (user) => !isSubscribed(user),
  );

  law('canceling takes nothing away before the plan runs out', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isCanceled: true }))).toBe(isSubscribed(user));
  });

  law('a trial is a subscription like any other', [aUser()], (user) => {
    expect(isSubscribed(changed(user, { isTrialing: true }))).toBe(isSubscribed(user));
  });

  law('status is exactly one of four for every user', [aUser()], (user) => {
    expect(['Canceled', 'Trialing', 'Active', 'Free']).toContain(membershipStatus(user));
  });

  law('Canceled comes before every other status', [paymentDetails()], (details) => {
    expect(membershipStatus({ ...NOBODY, paymentDetails: { ...details, isCanceled: true } })).toBe(
      'Canceled',
    );
  });

  law('Trialing and Active are only ever said of subscribers, Free only of the others', [aUser()], (user) => {
    const status = membershipStatus(user);
    if (status === 'Free') expect(isSubscribed(user)).toBe(false);
    if (status === 'Trialing' || status === 'Active') expect(isSubscribed(user)).toBe(true);
    expect(status === 'Canceled').toBe(isCanceled(user));
  });

  law('an uncanceled subscriber is Trialing in a trial and Active outside one', [aSubscriber()], (user) => {
    expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: true }))).toBe('Trialing');
    expect(membershipStatus(changed(user, { isCanceled: false, isTrialing: false }))).toBe('Active');
  });

  law('the plan label follows the duration alone', [paymentDetails()], (details) => {
    const label = (duration: PaymentDetails['duration']): string =>
      planLabel({ ...NOBODY, paymentDetails: { ...details, duration } });
    expect([label('monthly'), label('yearly'), label(null)]).toEqual(['Monthly', 'Annual', '']);
  });

  law(
    'Discounted Audios are for exactly those who do not subscribe',
    [aSubscriber(), aFreeUser()],
    (subscriber, free) => {
      expect([subscriber, free].map((user) => seesDiscountedAudios(knownListener(user)))).toEqual([
        false,
        true,
      ]);
    },
  );

  test('nobody is Free, has no plan and canceled none', () => {
    expect(membershipStatus(NOBODY)).toBe('Free');
    expect(planLabel(NOBODY)).toBe('');
    expect(isCanceled(NOBODY)).toBe(false);
    expect(isSubscribed(NOBODY)).toBe(false);
  });

  test('a plan that was canceled but has not expired reads Canceled and still subscribes', () => {
    expect(membershipStatus(paying({ isCanceled: true }))).toBe('Canceled');
    expect(isSubscribed(paying({ isCanceled: true }))).toBe(true);
  });

  test('a trial that has expired is Free', () => {
    expect(membershipStatus(paying({ isTrialing: true, isExpired: true }))).toBe('Free');
  });
});
