// Proves ANA-31, ANA-43.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { Analytics } from '../../../src/ports/analytics.ts';
import { aTrackingEvent } from '../../arbitraries/user.ts';

/** An event that the service received. */
export type ReceivedEvent = {
  readonly name: string;
  /** The user's id; null for an unknown user. */
  readonly userId: string | null;
  /** The device id, which links events. */
  readonly device: string | null;
};

/** An analytics adapter, and the service that receives its events. */
export type AnalyticsFixture = {
  readonly analytics: Analytics;
  /** Waits for that many events and returns all received ones, oldest first, without those that identify a user. */
  received(count: number): Promise<readonly ReceivedEvent[]>;
};

const ADA = { ...NOBODY, id: userId('listener-ada'), name: 'Ada Lovelace' };
const BEN = { ...NOBODY, id: userId('listener-ben') };
const HOME: TrackingEvent = { name: 'Onboarding - Home - Show', properties: {} };
const SIGNED_IN: TrackingEvent = { name: 'Signed In', properties: { method: 'password' } };

/** The tests that every adapter of the analytics must pass, also one that sends nothing. */
export const describeQuietAnalytics = (name: string, make: () => Analytics): void => {
  describe(`${name} is an Analytics`, () => {
    test('accepts any event of the plan, before and after the user is known, and never throws', () => {
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

/** The tests that every analytics adapter that sends events must pass. */
export const describeAnalytics = (name: string, make: () => Promise<AnalyticsFixture>): void => {
  describe(`${name} sends events`, () => {
    test('in order, with the user who caused them', async () => {
      const { analytics, received } = await make();
      analytics.record(HOME);
      analytics.identify(ADA);
      analytics.record(SIGNED_IN);
      analytics.record(HOME);
      const events = await received(3);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [HOME.name, null],
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
      ]);
      expect(new Set(events.map(({ device }) => device)).size).toBe(1);
    });

    test('of another user after a sign-out, with no link to the earlier user', async () => {
      const { analytics, received } = await make();
      analytics.identify(ADA);
      analytics.record(HOME);
      analytics.reset();
      analytics.record(SIGNED_IN);
      analytics.identify(BEN);
      analytics.record(HOME);
      const [ada, nobody, ben] = await received(3);
      expect([ada?.userId, nobody?.userId, ben?.userId]).toEqual([ADA.id, null, BEN.id]);
      expect(nobody?.device).not.toBe(ada?.device);
      expect(ben?.device).toBe(nobody?.device);
    });

    test('delays events after a sign-in until the user is known, and sends them in order', async () => {
      const { analytics, received } = await make();
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.record(HOME);
      analytics.identify(ADA);
      // The user is already known, so the next event is not delayed.
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.identify(ADA);
      analytics.record(HOME);
      const events = await received(4);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
        [SIGNED_IN.name, ADA.id],
        [HOME.name, ADA.id],
      ]);
    });

    test('sends delayed events without a user when the page or the session ends', async () => {
      const { analytics, received } = await make();
      analytics.awaitUser();
      analytics.record(SIGNED_IN);
      analytics.flush();
      analytics.record(HOME);
      analytics.reset();
      analytics.identify(BEN);
      analytics.record(HOME);
      const events = await received(3);
      expect(events.map((event) => [event.name, event.userId])).toEqual([
        [SIGNED_IN.name, null],
        [HOME.name, null],
        [HOME.name, BEN.id],
      ]);
    });

    test('only with permission, and after a new permission without the earlier user', async () => {
      const { analytics, received } = await make();
      analytics.identify(ADA);
      analytics.permit(false);
      analytics.record(HOME);
      analytics.permit(true);
      analytics.record(SIGNED_IN);
      expect((await received(1)).map((event) => [event.name, event.userId])).toEqual([
        [SIGNED_IN.name, null],
      ]);
    });
  });
};
