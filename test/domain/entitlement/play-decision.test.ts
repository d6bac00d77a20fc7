// Proves ENT-26, ENT-28, ENT-29.
import { describe, expect } from 'vitest';
import {
  decidePlay,
  isWithin,
  knownDecision,
  type PlayDecision,
} from '../../../src/domain/entitlement/play-decision.ts';
import { instant } from '../../../src/domain/time.ts';
import { knownListener, UNKNOWN_LISTENER } from '../../../src/domain/account/user.ts';
import { anEntitlement } from '../../arbitraries/content.ts';
import { aMalformedWindow, anInstant, aReadableWindow } from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

const key = (decision: PlayDecision): string => `${decision.kind}: ${decision.reason}`;

describe('the play decision', () => {
  law(
    'a subscriber plays any valid item',
    [aSubscriber(), anEntitlement(), anInstant()],
    (user, item, now) => {
      const decision = decidePlay(user, { ...item, isPurchased: false }, now);
      expect(key(decision) === 'play: subscribed').toBe(isWithin(item.validity, now));
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
