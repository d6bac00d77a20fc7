import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { NOBODY, userId } from '../../../src/domain/account/user.ts';
import type { Analytics } from '../../../src/ports/analytics.ts';
import { aTrackingEvent } from '../../arbitraries/user.ts';
import type { InAppMessage } from '../../../src/domain/messaging.ts';
import type { Messaging } from '../../../src/ports/messaging.ts';

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
    test('accepts any event of the plan, before and after the user is known, and never throws (ANA-43)', () => {
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

    test('delays events after a sign-in until the user is known, and sends them in order (ANA-31)', async () => {
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

    test('sends delayed events without a user when the page or the session ends (ANA-31)', async () => {
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

/** A messaging adapter, and its service. */
export type MessagingFixture = {
  readonly messaging: Messaging;
  /** Waits until all calls have reached the service. */
  settle(): Promise<void>;
  /** Custom events that the service received, with the ids of their listeners, oldest first. */
  received(): Promise<readonly { readonly name: string; readonly userId: string | null }[]>;
  /** Lets the service send a message to the listener. */
  send(): Promise<void>;
  /** Numbers of impressions and clicks that the service received. */
  counts(): Promise<{ readonly impressions: number; readonly clicks: number }>;
};

const SAVED: TrackingEvent = { name: 'Moved to Library', properties: { content_id: 'c', content_type: 1 } };
const FOLLOWED: TrackingEvent = { name: 'Follow Button Clicked', properties: { author_id: 'a' } };

/** The tests that every adapter of the messaging must pass, also one that does nothing. */
export const describeQuietMessaging = (name: string, make: () => Messaging): void => {
  describe(`${name} is a Messaging`, () => {
    test('accepts any event of the plan, before and after the user is known, and never throws', () => {
      const messaging = make();
      const someEvents = fc.array(
        aTrackingEvent().map((event) => event as TrackingEvent),
        { maxLength: 5 },
      );
      fc.assert(
        fc.property(someEvents, fc.boolean(), (events, isPermitted) => {
          for (const event of events) expect(messaging.record(event)).toBeUndefined();
          expect(messaging.identify(ADA.id)).toBeUndefined();
          expect(messaging.permit(isPermitted)).toBeUndefined();
          expect(messaging.identify(ADA.id)).toBeUndefined();
          expect(messaging.reset()).toBeUndefined();
        }),
      );
      messaging.messages.subscribe(() => undefined).unsubscribe();
    });
  });
};

/** The tests that every messaging adapter with a service must pass. */
export const describeMessaging = (name: string, make: () => Promise<MessagingFixture>): void => {
  describe(`${name} exchanges messages with its service`, () => {
    test('sends the events of each listener in order, with the listener', async () => {
      const { messaging, settle, received } = await make();
      messaging.identify(ADA.id);
      await settle();
      messaging.record(SAVED);
      messaging.record(FOLLOWED);
      messaging.reset();
      messaging.identify(BEN.id);
      messaging.record(SAVED);
      await settle();
      expect(await received()).toEqual([
        { name: SAVED.name, userId: ADA.id },
        { name: FOLLOWED.name, userId: ADA.id },
        { name: SAVED.name, userId: BEN.id },
      ]);
    });

    test('sends nothing without permission', async () => {
      const { messaging, settle, received } = await make();
      messaging.identify(ADA.id);
      messaging.permit(false);
      messaging.record(SAVED);
      await settle();
      expect(await received()).toEqual([]);
      messaging.permit(true);
      messaging.identify(BEN.id);
      messaging.record(FOLLOWED);
      await settle();
      expect(await received()).toEqual([{ name: FOLLOWED.name, userId: BEN.id }]);
    });

    test('passes messages to subscribers, and counts one impression and one click for each', async () => {
      const { messaging, settle, send, counts } = await make();
      const arrived: InAppMessage[] = [];
      const subscription = messaging.messages.subscribe((message) => arrived.push(message));
      messaging.identify(ADA.id);
      await send();
      const [message] = arrived;
      if (message === undefined) throw new Error('No message arrived');
      for (const _time of [1, 2]) {
        messaging.recordImpression(message);
        messaging.recordClick(message, null);
      }
      await settle();
      expect(await counts()).toEqual({ impressions: 1, clicks: 1 });
      subscription.unsubscribe();
      await send();
      expect(arrived).toHaveLength(1);
    });
  });
};
