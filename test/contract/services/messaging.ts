import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { InAppMessage } from '../../../src/domain/messaging.ts';
import type { TrackingEvent } from '../../../src/domain/analytics.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { Messaging } from '../../../src/ports/messaging.ts';
import { aTrackingEvent } from '../../arbitraries/tracking-event.ts';

export type MessagingWorld = {
  readonly messaging: Messaging;
  /** Lets what was asked for happen. */
  settle(): Promise<void>;
  /** Custom events that the service has been told, with the ids of their listeners, oldest first. */
  told(): Promise<readonly { readonly name: string; readonly userId: string | null }[]>;
  /** The service wants to tell the listener something. */
  send(): Promise<void>;
  /** How often it was told that a message was seen, and that one was clicked. */
  counts(): Promise<{ readonly impressions: number; readonly clicks: number }>;
};

const ADA = userId('listener-ada');
const BEN = userId('listener-ben');
const SAVED: TrackingEvent = { name: 'Moved to Library', properties: { content_id: 'c', content_type: 1 } };
const FOLLOWED: TrackingEvent = { name: 'Follow Button Clicked', properties: { author_id: 'a' } };

/** Engagement messaging takes whatever happens, in any order, and never stands in the way. */
export const describeQuietMessaging = (name: string, make: () => Messaging): void => {
  describe(`${name} is a Messaging`, () => {
    test('takes any event of the plan, before and after somebody is known, and throws at nothing', () => {
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

/** And one that is not silent tells what happened, and says what the service wants to say. */
export const describeMessaging = (name: string, make: () => Promise<MessagingWorld>): void => {
  describe(`${name} speaks with its service`, () => {
    test('tells what each listener did as theirs, in order', async () => {
      const { messaging, settle, told } = await make();
      messaging.identify(ADA);
      await settle();
      messaging.record(SAVED);
      messaging.record(FOLLOWED);
      messaging.reset();
      messaging.identify(BEN);
      messaging.record(SAVED);
      await settle();
      expect(await told()).toEqual([
        { name: SAVED.name, userId: ADA },
        { name: FOLLOWED.name, userId: ADA },
        { name: SAVED.name, userId: BEN },
      ]);
    });

    test('tells nothing where it may not', async () => {
      const { messaging, settle, told } = await make();
      messaging.identify(ADA);
      messaging.permit(false);
      messaging.record(SAVED);
      await settle();
      expect(await told()).toEqual([]);
      messaging.permit(true);
      messaging.identify(BEN);
      messaging.record(FOLLOWED);
      await settle();
      expect(await told()).toEqual([{ name: FOLLOWED.name, userId: BEN }]);
    });

    test('brings messages to whoever subscribes; each is seen once, and clicked once', async () => {
      const { messaging, settle, send, counts } = await make();
      const arrived: InAppMessage[] = [];
      const subscription = messaging.messages.subscribe((message) => arrived.push(message));
      messaging.identify(ADA);
      await send();
      const [message] = arrived;
      if (message === undefined) throw new Error('No message came');
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
