import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { Analytics } from '../../../src/ports/analytics.ts';
import { aTrackingEvent } from '../../arbitraries/tracking-event.ts';

export type ToldEvent = {
  readonly name: string;
  /** Of whom it was told; null: of somebody without a name. */
  readonly userId: string | null;
  /** The device, or whatever else ties events together. */
  readonly device: string | null;
};

export type AnalyticsWorld = {
  readonly analytics: Analytics;
  /** What the service has been told once so many events have arrived, oldest first; never what identifies a user. */
  told(count: number): Promise<readonly ToldEvent[]>;
};

const ADA = { ...NOBODY, id: userId('listener-ada'), name: 'Ada Lovelace' };
const BEN = { ...NOBODY, id: userId('listener-ben') };
const HOME: TrackingEvent = { name: 'Onboarding - Home - Show', properties: {} };
const SIGNED_IN: TrackingEvent = { name: 'Signed In', properties: { method: 'password' } };

/** Usage analytics takes whatever happens, in any order, and never stands in the way; being silent is enough. */
export const describeQuietAnalytics = (name: string, make: () => Analytics): void => {
  describe(`${name} is an Analytics`, () => {
    test('takes any event of the plan, before and after somebody is known, and throws at nothing', () => {
      const analytics = make();
      const someEvents = fc.array(
        aTrackingEvent().map((event) => event as TrackingEvent),
        { maxLength: 5 },
      );
      fc.assert(
        fc.property(someEvents, fc.boolean(), (events, isPermitted) => {
          for (const event of events) expect(analytics.record(event)).toBeUndefined();
          expect(analytics.awaitUser()).toBeUndefined();
          expect(analytics.identify(ADA)).toBeUndefined();
          expect(analytics.permit(isPermitted)).toBeUndefined();
          for (const event of events) expect(analytics.record(event)).toBeUndefined();
          expect(analytics.flush()).toBeUndefined();
          expect(analytics.reset()).toBeUndefined();
          expect(analytics.reset()).toBeUndefined();
        }),
      );
    });
  });
};

/** And one that is not silent tells what happened, of whoever it was, as far as it may. */
export const describeAnalytics = (name: string, make: () => Promise<AnalyticsWorld>): void => {
  describe(`${name} tells what happened`, () => {
    test('in order, of whoever it was', async () => {
      const { analytics, told } = await make();
      analytics.record(HOME);
      analytics.identify(ADA);
      analytics.record(SIGNED_IN);
      analytics.record(HOME);
      const events = await told(3);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [HOME.name, null],
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
      ]);
      expect(new Set(events.map(({ device }) => device)).size).toBe(1);
    });

    test('of somebody else after a sign-out, whom nothing ties to the one before', async () => {
      const { analytics, told } = await make();
      analytics.identify(ADA);
      analytics.record(HOME);
      analytics.reset();
      analytics.record(SIGNED_IN);
      analytics.identify(BEN);
      analytics.record(HOME);
      const [ada, nobody, ben] = await told(3);
      expect([ada?.userId, nobody?.userId, ben?.userId]).toEqual([ADA.id, null, BEN.id]);
      expect(nobody?.device).not.toBe(ada?.device);
      expect(ben?.device).toBe(nobody?.device);
    });

    test('keeps what follows a sign-in until the user is known, and in order', async () => {
      const { analytics, told } = await make();
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.record(HOME);
      analytics.identify(ADA);
      // Once more by the same user: nobody is waited for twice.
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.identify(ADA);
      analytics.record(HOME);
      const events = await told(4);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
      ]);
    });

    test('sends without a user what would be lost: where the page ends, or the session does', async () => {
      const { analytics, told } = await make();
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.flush();
      analytics.record(HOME);
      analytics.reset();
      analytics.identify(BEN);
      analytics.record(HOME);
      const events = await told(3);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [SIGNED_IN.name, null],
        [HOME.name, null],
        [HOME.name, BEN.id],
      ]);
    });

    test('only where it may, and then of nobody who was known before', async () => {
      const { analytics, told } = await make();
      analytics.identify(ADA);
      analytics.permit(false);
      analytics.record(HOME);
      analytics.permit(true);
      analytics.record(SIGNED_IN);
      expect((await told(1)).map((event) => [event.name, event.userId])).toEqual([[SIGNED_IN.name, null]]);
    });
  });
};
