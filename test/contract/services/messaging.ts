import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { InAppMessage } from '../../../src/domain/messaging.ts';
import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { Messaging } from '../../../src/ports/messaging.ts';
import { aTrackingEvent } from '../../arbitraries/user.ts';

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

const ADA = userId('listener-ada');
const BEN = userId('listener-ben');
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
          expect(messaging.identify(ADA)).toBeUndefined();
          expect(messaging.permit(isPermitted)).toBeUndefined();
          expect(messaging.identify(ADA)).toBeUndefined();
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
      messaging.identify(ADA);
      await settle();
      messaging.record(SAVED);
      messaging.record(FOLLOWED);
      messaging.reset();
      messaging.identify(BEN);
      messaging.record(SAVED);
      await settle();
      expect(await received()).toEqual([
        { name: SAVED.name, userId: ADA },
        { name: FOLLOWED.name, userId: ADA },
        { name: SAVED.name, userId: BEN },
      ]);
    });

    test('sends nothing without permission', async () => {
      const { messaging, settle, received } = await make();
      messaging.identify(ADA);
      messaging.permit(false);
      messaging.record(SAVED);
      await settle();
      expect(await received()).toEqual([]);
      messaging.permit(true);
      messaging.identify(BEN);
      messaging.record(FOLLOWED);
      await settle();
      expect(await received()).toEqual([{ name: FOLLOWED.name, userId: BEN }]);
    });

    test('passes messages to subscribers, and counts one impression and one click for each', async () => {
      const { messaging, settle, send, counts } = await make();
      const arrived: InAppMessage[] = [];
      const subscription = messaging.messages.subscribe((message) => arrived.push(message));
      messaging.identify(ADA);
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
