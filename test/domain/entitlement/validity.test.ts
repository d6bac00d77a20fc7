import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALWAYS, instant, type Instant, isInstant, type Window } from '../../../src/domain/time.ts';
import {
  isContentValid,
  isTrackValid,
  isWithin,
  validityOf,
  isForSale,
  isOnSale,
  isSubscribed,
  purchaseAddress,
} from '../../../src/domain/entitlement/play-decision.ts';
import { anEntitlement, PLAIN_ITEM } from '../../arbitraries/content.ts';
import {
  aMalformedWindow,
  anInstant,
  aReadableWindow,
  aWindow,
  aWindowWithoutAnEnd,
} from '../../arbitraries/time.ts';
import { aTrack } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { knownListener, NOBODY, UNKNOWN_LISTENER } from '../../../src/domain/account/user.ts';
import { aFreeUser, aSubscriber, aUser } from '../../arbitraries/user.ts';

const before = (at: Instant): Instant => instant(at - 1);
const after = (at: Instant): Instant => instant(at + 1);

describe('a window', () => {
  law('includes its first instant', [aReadableWindow()], (window) => {
    expect(isWithin({ from: window.from, till: 'absent' }, window.from)).toBe(true);
    expect(isWithin(window, before(window.from))).toBe(false);
  });

  law('excludes its last instant', [aReadableWindow()], (window) => {
    expect(isWithin(window, window.till)).toBe(false);
    expect(isWithin({ from: 'absent', till: window.till }, before(window.till))).toBe(true);
  });

  law(
    'includes exactly the instants from its first to before its last (ENT-7)',
    [aReadableWindow(), fc.nat()],
    (window, offset) => {
      const length = window.till - window.from;
      if (length > 0) expect(isWithin(window, instant(window.from + (offset % length)))).toBe(true);
    },
  );

  law('that is empty includes no instant', [anInstant(), anInstant()], (edge, now) => {
    expect(isWithin({ from: edge, till: edge }, now)).toBe(false);
  });

  law('that ends before it starts includes no instant', [aReadableWindow(), anInstant()], (window, now) => {
    expect(isWithin({ from: window.till, till: window.from }, now)).toBe(false);
  });

  law('with an unreadable bound includes no instant', [aMalformedWindow(), anInstant()], (window, now) => {
    expect(isWithin(window, now)).toBe(false);
  });

  law('is open at an absent bound (ENT-8)', [anInstant(), anInstant()], (edge, now) => {
    expect(isWithin(ALWAYS, now)).toBe(true);
    expect(isWithin({ from: edge, till: 'absent' }, now)).not.toBe(
      isWithin({ from: 'absent', till: edge }, now),
    );
  });

  law('never grows if a bound is added', [aWindow(), anInstant(), anInstant()], (window, edge, now) => {
    const narrower: Window = { from: window.from === 'absent' ? edge : window.from, till: window.till };
    if (isWithin(narrower, now)) expect(isWithin(window, now)).toBe(true);
  });
});

describe('content validity', () => {
  law('a purchased item is valid at every instant (ENT-11)', [anEntitlement(), anInstant()], (item, now) => {
    expect(isContentValid({ ...item, isPurchased: true }, now)).toBe(true);
    expect(validityOf({ ...item, isPurchased: true }, now)).toBe('valid');
  });

  law(
    'an item that was not purchased is valid exactly inside its window',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(isContentValid({ ...item, isPurchased: false }, now)).toBe(isWithin(item.validity, now));
    },
  );

  law('an unreadable bound closes an item (ENT-9)', [aMalformedWindow(), anInstant()], (validity, now) => {
    expect(isContentValid({ validity, isPurchased: false }, now)).toBe(false);
    expect(validityOf({ validity, isPurchased: false }, now)).toBe('unreadable');
  });

  law('a purchase never makes an item invalid', [anEntitlement(), anInstant()], (item, now) => {
    if (isContentValid(item, now)) expect(isContentValid({ ...item, isPurchased: true }, now)).toBe(true);
  });

  law('an item is not yet valid, then valid, then no longer (ENT-14)', [aReadableWindow()], (validity) => {
    const item = { validity, isPurchased: false };
    if (validity.from === validity.till) return;
    expect([
      validityOf(item, before(validity.from)),
      validityOf(item, validity.from),
      validityOf(item, before(validity.till)),
      validityOf(item, validity.till),
      validityOf(item, after(validity.till)),
    ]).toEqual(['not-yet', 'valid', 'valid', 'no-longer', 'no-longer']);
  });

  law(
    'an item that is no longer valid never becomes valid again',
    [aWindow(), anInstant(), anInstant()],
    (validity, one, other) => {
      const item = { validity, isPurchased: false };
      const [earlier, later] = one <= other ? [one, other] : [other, one];
      if (validityOf(item, earlier) === 'no-longer') expect(validityOf(item, later)).toBe('no-longer');
    },
  );

  test('a window that ends before it starts is over from its end on (ENT-14)', () => {
    const item = { validity: { from: instant(20), till: instant(10) }, isPurchased: false };
    expect([9, 10, 15, 20, 21].map((at) => validityOf(item, instant(at)))).toEqual([
      'not-yet',
      'no-longer',
      'no-longer',
      'no-longer',
      'no-longer',
    ]);
  });
});

describe('track validity', () => {
  law('a purchased track is valid at every instant (ENT-11)', [aTrack(), anInstant()], (track, now) => {
    expect(isTrackValid({ ...track, isPurchased: true }, now)).toBe(true);
  });

  law(
    'no other track is valid outside the window of its content (ENT-12)',
    [aTrack(), anInstant()],
    (track, now) => {
      if (!track.isPurchased && !isWithin(track.contentWindow, now)) {
        expect(isTrackValid(track, now)).toBe(false);
      }
    },
  );

  law(
    'a track with both bounds of its own is valid only inside them too (ENT-12)',
    [aReadableWindow(), anInstant()],
    (ownWindow, now) => {
      const track = { contentWindow: ALWAYS, ownWindow, isPurchased: false };
      expect(isTrackValid(track, now)).toBe(ownWindow.from <= now && now < ownWindow.till);
    },
  );

  law(
    'one bound of its own is ignored (ENT-13)',
    [aWindow(), aWindowWithoutAnEnd(), anInstant()],
    (contentWindow, ownWindow, now) => {
      expect(isTrackValid({ contentWindow, ownWindow, isPurchased: false }, now)).toBe(
        isWithin(contentWindow, now),
      );
    },
  );

  law(
    'an unreadable bound of its own closes it, even beside a missing one (ENT-13)',
    [aMalformedWindow(), anInstant()],
    (ownWindow, now) => {
      expect(isTrackValid({ contentWindow: ALWAYS, ownWindow, isPurchased: false }, now)).toBe(false);
    },
  );

  law('validity changes only at a bound', [aTrack(), anInstant(), anInstant()], (track, one, other) => {
    const [earlier, later] = one <= other ? [one, other] : [other, one];
    const crossed = [track.contentWindow, track.ownWindow]
      .flatMap(({ from, till }) => [from, till])
      .some((bound) => isInstant(bound) && earlier < bound && bound <= later);
    if (!crossed) expect(isTrackValid(track, later)).toBe(isTrackValid(track, earlier));
  });
});

test('an item without a start is no longer valid after its end', () => {
  const validity: Window = { from: 'absent', till: instant(10) };
  expect(validityOf({ validity, isPurchased: false }, instant(10))).toBe('no-longer');
});

const offered = (window: Window, price = 4.99) => ({ ...PLAIN_ITEM, discount: { price, window } });

describe('the sale badge', () => {
  law(
    'a subscriber never sees it (ENT-18)',
    [anEntitlement(), aSubscriber(), anInstant()],
    (item, user, now) => {
      expect(isOnSale(item, knownListener(user), now)).toBe(false);
    },
  );

  law(
    'nobody sees it on an item that they bought (ENT-18)',
    [anEntitlement(), aUser(), anInstant()],
    (item, user, now) => {
      expect(isOnSale({ ...item, isPurchased: true }, knownListener(user), now)).toBe(false);
    },
  );

  law(
    'it is shown strictly between the bounds of the discount (ENT-18)',
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
    'it is never shown without both bounds (ENT-18)',
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
  ])('a price of %s is on sale: %s (ENT-18)', (price, shown) => {
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
    'is true for an item on sale, and false for an item that plays anyway (ENT-19)',
    [anEntitlement(), aUser(), anInstant()],
    (item, user, now) => {
      const listener = knownListener(user);
      if (isOnSale(item, listener, now)) expect(isForSale(item, listener, now)).toBe(true);
      if (item.isPurchased || isSubscribed(user)) expect(isForSale(item, listener, now)).toBe(false);
    },
  );

  law(
    'is false for an unknown listener (ENT-19, ENT-18, ENT-29)',
    [anEntitlement(), anInstant()],
    (item, now) => {
      expect(isForSale(item, UNKNOWN_LISTENER, now)).toBe(false);
      expect(isOnSale(item, UNKNOWN_LISTENER, now)).toBe(false);
    },
  );

  test('is true outside the discount for a valid item with a price (ENT-19)', () => {
    const listener = knownListener(NOBODY);
    expect(isForSale(offer(4.99, CLOSED), listener, NOW)).toBe(true);
    expect(isForSale(offer(0, CLOSED), listener, NOW)).toBe(false);
    expect(isForSale({ ...offer(4.99, CLOSED), isPurchased: true }, listener, NOW)).toBe(false);
    expect(isForSale({ ...offer(4.99, CLOSED), validity: CLOSED }, listener, NOW)).toBe(false);
  });
});

test('a purchase link has the encoded id of the item (ENT-20)', () => {
  expect(purchaseAddress('https://s.example/{content_id}?id={content_id}', contentId('a/b c$&'))).toBe(
    'https://s.example/a%2Fb%20c%24%26?id=a%2Fb%20c%24%26',
  );
  expect(purchaseAddress('https://s.example/{content_id}', contentId('\ud800'))).toBe(
    'https://s.example/%EF%BF%BD',
  );
});
