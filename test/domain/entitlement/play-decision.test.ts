// Proves ENT-26, ENT-28, ENT-29.
import { describe, expect } from 'vitest';
import {
  decidePlay,
  isLocked,
  isWithin,
  knownDecision,
  type PlayDecision,
} from '../../../src/domain/entitlement/play-decision.ts';
import { instant, isInstant } from '../../../src/domain/time.ts';
import { knownListener, UNKNOWN_LISTENER } from '../../../src/domain/account/user.ts';
import { aContentItem, anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow } from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

const key = (decision: PlayDecision): string => `${decision.kind}: ${decision.reason}`;

describe('the play decision', () => {
  law(
    'every listener plays what they purchased, at every instant',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(key(decidePlay(user, { ...item, isPurchased: true }, now))).toBe('play: purchased');
    },
  );

  law(
    'a subscriber plays any valid item',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, { ...item, isPurchased: false }, now);
      expect(key(decision) === 'play: subscribed').toBe(isWithin(item.validity, now));
    },
  );

  law(
    'a subscriber is never offered a membership',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(decidePlay(user, item, now).kind).not.toBe('offer');
    },
  );

  law(
    'a subscription never removes anything that a listener could play',
    [aUser(), aSubscriber(), anEntitlement(), anInstant()],
    (user, subscriber, item, now) => {
      if (decidePlay(user, item, now).kind === 'play') {
        expect(decidePlay({ ...user, paymentDetails: subscriber.paymentDetails }, item, now).kind).toBe(
          'play',
        );
      }
    },
  );

  law(
    'a canceled plan counts until it expires',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const paymentDetails = user.paymentDetails && { ...user.paymentDetails, isCanceled: true };
      expect(decidePlay({ ...user, paymentDetails }, item, now)).toEqual(decidePlay(user, item, now));
    },
  );

  law(
    'a purchase never makes an item unplayable',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      if (decidePlay(user, item, now).kind === 'play') {
        expect(decidePlay(user, { ...item, isPurchased: true }, now).kind).toBe('play');
      }
    },
  );

  law(
    'a free listener plays a valid item that is free to listen',
    [aFreeUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, { ...item, isPurchased: false, listenFree: true }, now);
      expect(key(decision) === 'play: free-listen').toBe(isWithin(item.validity, now));
    },
  );

  law(
    'a free listener gets the offer for every other valid item',
    [aFreeUser(), aReadableWindow(), anInstant()],
    (user, validity, now) => {
      const decision = decidePlay(user, { ...PLAIN_ITEM, validity }, now);
      expect(key(decision) === 'offer: membership-needed').toBe(isWithin(validity, now));
    },
  );

  law(
    'there is never an offer for an item that is free to listen',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      expect(decidePlay(user, { ...item, hasListenFreeContent: true }, now).kind).not.toBe('offer');
    },
  );

  law(
    'a tile is locked exactly when the decision is nothing',
    [aUser(), aContentItem(), anInstant()],
    (user, item, now) => {
      expect(isLocked(item, now)).toBe(decidePlay(user, item, now).kind === 'nothing');
    },
  );

  law(
    'a tile is not locked if the decision is the offer',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      if (decidePlay(user, item, now).kind === 'offer') expect(isLocked(item, now)).toBe(false);
    },
  );

  law(
    'an item with an unreadable bound plays only if it was purchased, and the reason is given',
    [aUser(), anEntitlement(), aMalformedWindow(), anInstant()],
    (user, item, validity, now) => {
      expect(key(decidePlay(user, { ...item, validity, isPurchased: false }, now))).toBe(
        'nothing: unreadable-window',
      );
    },
  );

  law(
    'before its window an item is too early, and after it too late',
    [aUser(), anEntitlement(), aReadableWindow()],
    (user, item, validity) => {
      const at = (now: number): string =>
        key(decidePlay(user, { ...item, validity, isPurchased: false }, instant(now)));
      expect(at(validity.till)).toBe('nothing: no-longer');
      if (validity.from < validity.till) expect(at(validity.from - 1)).toBe('nothing: not-yet');
    },
  );

  law(
    'a decision changes only at a bound of a window',
    [aUser(), anEntitlement(), anInstant(), anInstant()],
    (user, item, one, other) => {
      const [earlier, later] = one <= other ? [one, other] : [other, one];
      const crossed = [item.validity, item.listenFreeWindow]
        .flatMap(({ from, till }) => [from, till])
        .some((bound) => isInstant(bound) && earlier < bound && bound <= later);
      if (!crossed) expect(decidePlay(user, item, later)).toEqual(decidePlay(user, item, earlier));
    },
  );

  law(
    'with one window, the decision changes at most once at each bound',
    [aUser(), anEntitlement(), aReadableWindow()],
    (user, item, validity) => {
      const at = (now: number): string =>
        key(decidePlay(user, { ...item, validity, listenFreeWindow: validity }, instant(now)));
      const { from, till } = validity;
      const seen = [from - 2, from - 1, from, from + 1, till - 2, till - 1, till, till + 1]
        .toSorted((one, other) => one - other)
        .map(at);
      const changes = seen.filter((decision, index) => index > 0 && decision !== seen[index - 1]);
      expect(changes.length).toBeLessThanOrEqual(2);
    },
  );

  law(
    'the name of the listener and other purchases do not affect the decision',
    [aUser(), aUser(), anEntitlement(), anInstant()],
    (user, other, item, now) => {
      expect(decidePlay({ ...other, paymentDetails: user.paymentDetails }, item, now)).toEqual(
        decidePlay(user, item, now),
      );
    },
  );

  law(
    'the decision never throws, whatever the item is',
    [aUser(), aContentItem(), anInstant()],
    (user, item, now) => {
      expect(['play', 'offer', 'nothing']).toContain(decidePlay(user, item, now).kind);
    },
  );
});

describe('the decision before the listener is known', () => {
  law(
    'is the same as for every listener, or null',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = knownDecision(UNKNOWN_LISTENER, item, now);
      if (decision !== null) expect(decision).toEqual(decidePlay(user, item, now));
    },
  );

  law(
    'is null if it depends on the membership',
    [aUser(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, item, now);
      const isForEverybody = decision.kind === 'nothing' || decision.reason === 'purchased';
      expect(knownDecision(UNKNOWN_LISTENER, item, now) === null).toBe(!isForEverybody);
      expect(knownDecision(knownListener(user), item, now)).toEqual(decision);
    },
  );
});
