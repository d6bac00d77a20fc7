// Proves ENT-12, ENT-13, ENT-14.
import { describe, expect, test } from 'vitest';
import { ALWAYS, instant, type Instant, type Window } from '../../../src/domain/time.ts';
import { isTrackValid, isWithin, validityOf } from '../../../src/domain/entitlement/play-decision.ts';
import { aMalformedWindow, anInstant, aReadableWindow } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

const before = (at: Instant): Instant => instant(at - 1);

describe('a window', () => {
  law('includes its first instant', [aReadableWindow()], (window) => {
    expect(isWithin({ from: window.from, till: 'absent' }, window.from)).toBe(true);
    expect(isWithin(window, before(window.from))).toBe(false);
  });

  law('excludes its last instant', [aReadableWindow()], (window) => {
    expect(isWithin(window, window.till)).toBe(false);
    expect(isWithin({ from: 'absent', till: window.till }, before(window.till))).toBe(true);
  });
});

describe('track validity', () => {
  law(
    'a track with both bounds of its own is valid only inside them too',
    [aReadableWindow(), anInstant()],
    (ownWindow, now) => {
      const track = { contentWindow: ALWAYS, ownWindow, isPurchased: false };
      expect(isTrackValid(track, now)).toBe(ownWindow.from <= now && now < ownWindow.till);
    },
  );

  law(
    'an unreadable bound of its own closes it, even beside a missing one',
    [aMalformedWindow(), anInstant()],
    (ownWindow, now) => {
      expect(isTrackValid({ contentWindow: ALWAYS, ownWindow, isPurchased: false }, now)).toBe(false);
    },
  );
});

test('an item without a start is no longer valid after its end', () => {
  const validity: Window = { from: 'absent', till: instant(10) };
  expect(validityOf({ validity, isPurchased: false }, instant(10))).toBe('no-longer');
});
