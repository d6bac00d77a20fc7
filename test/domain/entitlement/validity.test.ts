// Proves ENT-12, ENT-13, ENT-14.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALWAYS, instant, type Instant, isInstant, type Window } from '../../../src/domain/time.ts';
import {
  isContentValid,
  isTrackValid,
  isWithin,
  validityOf,
} from '../../../src/domain/entitlement/play-decision.ts';
import { anEntitlement } from '../../arbitraries/content.ts';
import {
  aMalformedWindow,
  anInstant,
  aReadableWindow,
  aWindow,
  aWindowWithoutAnEnd,
} from '../../arbitraries/time.ts';
import { aTrack } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

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
    'includes exactly the instants from its first to before its last',
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

  law('is open at an absent bound', [anInstant(), anInstant()], (edge, now) => {
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
  law('a purchased item is valid at every instant', [anEntitlement(), anInstant()], (item, now) => {
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

  law('an unreadable bound closes an item', [aMalformedWindow(), anInstant()], (validity, now) => {
    expect(isContentValid({ validity, isPurchased: false }, now)).toBe(false);
    expect(validityOf({ validity, isPurchased: false }, now)).toBe('unreadable');
  });

  law('a purchase never makes an item invalid', [anEntitlement(), anInstant()], (item, now) => {
    if (isContentValid(item, now)) expect(isContentValid({ ...item, isPurchased: true }, now)).toBe(true);
  });

  law('an item is not yet valid, then valid, then no longer', [aReadableWindow()], (validity) => {
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

  test('a window that ends before it starts is over from its end on', () => {
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
  law('a purchased track is valid at every instant', [aTrack(), anInstant()], (track, now) => {
    expect(isTrackValid({ ...track, isPurchased: true }, now)).toBe(true);
  });

  law('no other track is valid outside the window of its content', [aTrack(), anInstant()], (track, now) => {
    if (!track.isPurchased && !isWithin(track.contentWindow, now)) {
      expect(isTrackValid(track, now)).toBe(false);
    }
  });

  law(
    'a track with both bounds of its own is valid only inside them too',
    [aReadableWindow(), anInstant()],
    (ownWindow, now) => {
      const track = { contentWindow: ALWAYS, ownWindow, isPurchased: false };
      expect(isTrackValid(track, now)).toBe(ownWindow.from <= now && now < ownWindow.till);
    },
  );

  law(
    'one bound of its own is ignored',
    [aWindow(), aWindowWithoutAnEnd(), anInstant()],
    (contentWindow, ownWindow, now) => {
      expect(isTrackValid({ contentWindow, ownWindow, isPurchased: false }, now)).toBe(
        isWithin(contentWindow, now),
      );
    },
  );

  law(
    'an unreadable bound of its own closes it, even beside a missing one',
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
