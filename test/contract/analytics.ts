import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { TrackingEvent } from '../../src/domain/tracking-plan.ts';
import { NOBODY, userId } from '../../src/domain/user.ts';
import type { Analytics } from '../../src/ports/analytics.ts';
import type { Messaging } from '../../src/ports/messaging.ts';
import { aTrackingEvent } from '../arbitraries/tracking-event.ts';

const LISTENER = { ...NOBODY, id: userId('listener'), name: 'Wren Okafor' };

const someEvents = (): fc.Arbitrary<readonly TrackingEvent[]> =>
  fc.array(
    aTrackingEvent().map((event) => event as TrackingEvent),
    { maxLength: 5 },
  );

/** Usage analytics takes whatever happens, in any order, and never stands in the way. */
export const describeAnalytics = (name: string, make: () => Analytics): void => {
  describe(`${name} is an Analytics`, () => {
    test('takes any event of the plan, before and after somebody is known, and throws at nothing', () => {
      const analytics = make();
      fc.assert(
        fc.property(someEvents(), (events) => {
          for (const event of events) expect(analytics.record(event)).toBeUndefined();
          expect(analytics.identify(LISTENER)).toBeUndefined();
          for (const event of events) expect(analytics.record(event)).toBeUndefined();
          expect(analytics.reset()).toBeUndefined();
          expect(analytics.reset()).toBeUndefined();
        }),
      );
    });
  });
};

/** Engagement messaging likewise. */
export const describeMessaging = (name: string, make: () => Messaging): void => {
  describe(`${name} is a Messaging`, () => {
    test('takes any event of the plan, before and after somebody is known, and throws at nothing', () => {
      const messaging = make();
      fc.assert(
        fc.property(someEvents(), (events) => {
          for (const event of events) expect(messaging.record(event)).toBeUndefined();
          expect(messaging.identify(LISTENER.id)).toBeUndefined();
          expect(messaging.identify(LISTENER.id)).toBeUndefined();
        }),
      );
    });
  });
};
