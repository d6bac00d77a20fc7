import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOnSale } from '../../src/domain/sale.ts';
import { instant } from '../../src/domain/time.ts';
import type { Window } from '../../src/domain/time.ts';
import { NOBODY } from '../../src/domain/user.ts';
import { anEntitlement, PLAIN_ITEM } from '../arbitraries/content.ts';
import {
  aMalformedWindow,
  anInstant,
  aReadableWindow,
  aWindow,
  aWindowWithoutAnEnd,
} from '../arbitraries/time.ts';
import { aFreeUser, aSubscriber, aUser } from '../arbitraries/user.ts';
import { law } from './laws.ts';

const offered = (window: Window, price = 4.99) => ({ ...PLAIN_ITEM, discount: { price, window } });

describe('the sale badge (section 4, contract 3.3)', () => {
  law('a subscriber never sees one', [anEntitlement(), aSubscriber(), anInstant()], (item, user, now) => {
    expect(isOnSale(item, user, now)).toBe(false);
  });

  law('nobody sees one on what they bought', [anEntitlement(), aUser(), anInstant()], (item, user, now) => {
    expect(isOnSale({ ...item, isPurchased: true }, user, now)).toBe(false);
  });

  law(
    'it shows strictly between the bounds of the discount',
    [aReadableWindow(), aFreeUser()],
    (window, user) => {
      const at = (now: number): boolean => isOnSale(offered(window), user, instant(now));
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
    'it never shows without both bounds',
    [fc.oneof(aWindowWithoutAnEnd(), aMalformedWindow()), aFreeUser(), anInstant()],
    (window, user, now) => {
      expect(isOnSale(offered(window), user, now)).toBe(false);
    },
  );

  law(
    'the window of the item itself plays no part in it',
    [anEntitlement(), aWindow(), aUser(), anInstant()],
    (item, validity, user, now) => {
      const moved = { ...item, validity };
      expect(isOnSale(moved, user, now)).toBe(isOnSale(item, user, now));
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
    expect(isOnSale(offered({ from: instant(0), till: instant(9) }, price), NOBODY, instant(5))).toBe(shown);
  });
});
