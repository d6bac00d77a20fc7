// Proves ENT-18, ENT-19, ENT-20.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  isForSale,
  isOnSale,
  isSubscribed,
  purchaseAddress,
} from '../../../src/domain/entitlement/play-decision.ts';
import { instant, type Window } from '../../../src/domain/time.ts';
import { knownListener, NOBODY, UNKNOWN_LISTENER } from '../../../src/domain/account/user.ts';
import { anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import {
  aMalformedWindow,
  anInstant,
  aReadableWindow,
  aWindow,
  aWindowWithoutAnEnd,
} from '../../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

const offered = (window: Window, price = 4.99) => ({ ...PLAIN_ITEM, discount: { price, window } });

describe('the sale badge', () => {
  law('a subscriber never sees it', [anEntitlement(), aSubscriber(), anInstant()], (item, user, now) => {
    expect(isOnSale(item, knownListener(user), now)).toBe(false);
  });

  law(
    'nobody sees it on an item that they bought',
    [anEntitlement(), aUser(), anInstant()],
    (item, user, now) => {
      expect(isOnSale({ ...item, isPurchased: true }, knownListener(user), now)).toBe(false);
    },
  );

  law(
    'it is shown strictly between the bounds of the discount',
    [aReadableWindow(), aFreeUser()],
    (window, user) => {
      const at = (now: number): boolean => isOnSale(offered(window), knownListener(user), instant(now));
      if (window.till - window.from < 2) return;
      expect([at(window.from), at(window.from + 1), at(window.till - 1), at(window.till)]).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  law(
    'it is never shown without both bounds',
    [fc.oneof(aWindowWithoutAnEnd(), aMalformedWindow()), aFreeUser(), anInstant()],
    (window, user, now) => {
      expect(isOnSale(offered(window), knownListener(user), now)).toBe(false);
    },
  );

  law(
    'the window of the item does not affect it',
    [anEntitlement(), aWindow(), aUser(), anInstant()],
    (item, validity, user, now) => {
      const moved = { ...item, validity };
      expect(isOnSale(moved, knownListener(user), now)).toBe(isOnSale(item, knownListener(user), now));
    },
  );

  test.each([
    [0, false],
    [-0, false],
    [-4.99, false],
    [Number.NaN, false],
    [0.01, true],
    [4.99, true],
  ])('a price of %s is on sale: %s', (price, shown) => {
    expect(
      isOnSale(offered({ from: instant(0), till: instant(9) }, price), knownListener(NOBODY), instant(5)),
    ).toBe(shown);
  });
});

describe('whether an item can be bought', () => {
  const offer = (price: number, window: Window) => ({ ...PLAIN_ITEM, discount: { price, window } });
  const CLOSED: Window = { from: instant(0), till: instant(1) };
  const NOW = instant(5);

  law(
    'is true for an item on sale, and false for an item that plays anyway',
    [anEntitlement(), aUser(), anInstant()],
    (item, user, now) => {
      const listener = knownListener(user);
      if (isOnSale(item, listener, now)) expect(isForSale(item, listener, now)).toBe(true);
      if (item.isPurchased || isSubscribed(user)) expect(isForSale(item, listener, now)).toBe(false);
    },
  );

  law('is false for an unknown listener', [anEntitlement(), anInstant()], (item, now) => {
    expect(isForSale(item, UNKNOWN_LISTENER, now)).toBe(false);
    expect(isOnSale(item, UNKNOWN_LISTENER, now)).toBe(false);
  });

  test('is true outside the discount for a valid item with a price', () => {
    const listener = knownListener(NOBODY);
    expect(isForSale(offer(4.99, CLOSED), listener, NOW)).toBe(true);
    expect(isForSale(offer(0, CLOSED), listener, NOW)).toBe(false);
    expect(isForSale({ ...offer(4.99, CLOSED), isPurchased: true }, listener, NOW)).toBe(false);
    expect(isForSale({ ...offer(4.99, CLOSED), validity: CLOSED }, listener, NOW)).toBe(false);
  });
});

test('a purchase link has the encoded id of the item', () => {
  expect(purchaseAddress('https://s.example/{content_id}?id={content_id}', contentId('a/b c$&'))).toBe(
    'https://s.example/a%2Fb%20c%24%26?id=a%2Fb%20c%24%26',
  );
  expect(purchaseAddress('https://s.example/{content_id}', contentId('\ud800'))).toBe(
    'https://s.example/%EF%BF%BD',
  );
});
