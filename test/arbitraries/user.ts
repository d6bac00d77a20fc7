import * as fc from 'fast-check';
import { type PaymentDetails, type User, userId } from '../../src/domain/account/user.ts';
import { type PropertyShape, type PropertyType, TRACKING_PLAN } from '../../src/domain/analytics.ts';
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

type Value = string | number | boolean;
type AnyEvent = { readonly name: string; readonly properties: Readonly<Record<string, Value>> };

const VALUES: Readonly<Record<PropertyType, fc.Arbitrary<Value>>> = {
  string: aText(),
  number: fc.nat(),
  boolean: fc.boolean(),
};

const shaped = (shape: PropertyShape): fc.Arbitrary<Readonly<Record<string, Value>>> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([property, type]) => [property, VALUES[type]])));

const EVENTS = Object.entries(TRACKING_PLAN.events).flatMap(([name, { shapes }]) =>
  shapes.map((shape) => fc.record({ name: fc.constant(name), properties: shaped(shape) })),
);

/** An event of the tracking plan with the properties of one of its shapes. */
export const aTrackingEvent = (): fc.Arbitrary<AnyEvent> => fc.oneof(...EVENTS);
