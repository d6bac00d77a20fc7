import * as fc from 'fast-check';
import { userId, type PaymentDetails, type User } from '../../src/domain/account/user.ts';
import { aText } from './text.ts';

/** Payment details in every combination, also impossible ones. */
export const paymentDetails = (): fc.Arbitrary<PaymentDetails> =>
  fc.record({
    isExpired: fc.boolean(),
    isCanceled: fc.boolean(),
    isTrialing: fc.boolean(),
    duration: fc.constantFrom('monthly', 'yearly', null),
  });

const withPayment = (payment: fc.Arbitrary<PaymentDetails | null>): fc.Arbitrary<User> =>
  fc.record({
    id: aText().map(userId),
    name: aText(),
    email: aText(),
    paymentDetails: payment,
    hasPurchases: fc.boolean(),
  });

/** Any user, signed in or not, with payment details or without. */
export const aUser = (): fc.Arbitrary<User> =>
  withPayment(fc.option(paymentDetails(), { nil: null, freq: 4 }));

/** A user with an active plan, in a trial or not, canceled or not. */
export const aSubscriber = (): fc.Arbitrary<User> =>
  withPayment(
    fc.record({
      isExpired: fc.constant(false),
      isCanceled: fc.boolean(),
      isTrialing: fc.boolean(),
      duration: fc.constantFrom('monthly', 'yearly'),
    }),
  );

/** A user without an active plan: none, expired, or without a duration. */
export const aFreeUser = (): fc.Arbitrary<User> =>
  withPayment(
    fc.oneof(
      fc.constant(null),
      paymentDetails().map((details) => ({ ...details, isExpired: true })),
      paymentDetails().map((details) => ({ ...details, duration: null })),
    ),
  );
