import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  ignoreChapter,
  isSamePosition,
  newestPosition,
  pageId,
  supersedes,
  CLOCK_TOLERANCE,
  type SavedPosition,
} from '../../../src/domain/progress/position.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { law } from '../laws.ts';

const aTime = fc.integer({ min: 0, max: 200_000 }).map(instant);
const aPlace = fc.record({
  chapterIndex: fc.constantFrom(null, 1, 2),
  position: fc
    .oneof(fc.constantFrom(0, 0.5, 1, 60), fc.double({ min: 0, max: 100, noNaN: true }))
    .map(seconds),
});

const aKeptPlace: fc.Arbitrary<SavedPosition> = fc
  .record({
    place: aPlace,
    base: fc.oneof(fc.constantFrom('nothing' as const, 'unknown' as const), aPlace),
    page: fc.constantFrom('one', 'other').map(pageId),
    chosenAt: aTime,
    later: fc.integer({ min: 0, max: 50_000 }),
  })
  .map(({ place, base, page, chosenAt, later }) => ({
    ...place,
    base,
    page,
    chosenAt,
    at: instant(chosenAt + later),
    listener: userId('ada'),
    audio: contentId('book'),
    contentId: contentId('book'),
    track: trackId('book'),
  }));

const aRecord = fc.record({ place: aPlace, updatedAt: fc.option(aTime) }).map(({ place, updatedAt }) => ({
  ...place,
  updatedAt,
}));

describe('noting a place down', () => {
  law('an older intent of another page never wins', [aKeptPlace, aKeptPlace], (next, held) => {
    fc.pre(next.page !== held.page && next.chosenAt < held.chosenAt);
    expect(supersedes(next, held)).toBe(false);
  });

  law('a start never takes the place of a position by itself', [aKeptPlace, aKeptPlace], (next, held) => {
    fc.pre(next.position < 1 && held.position >= 1 && next.chosenAt !== next.at);
    expect(supersedes(next, held)).toBe(false);
  });

  law(
    'what the listener chooses is noted down at once, be it the beginning',
    [aKeptPlace, aKeptPlace],
    (next, held) => {
      fc.pre(next.chosenAt >= held.chosenAt);
      expect(supersedes({ ...next, at: next.chosenAt }, held)).toBe(true);
    },
  );

  law('a page follows its own sound', [aKeptPlace, aKeptPlace], (next, held) => {
    fc.pre(next.position >= 1);
    expect(supersedes({ ...next, page: held.page }, held)).toBe(true);
  });

  law('another listener’s place is none', [aKeptPlace, aKeptPlace], (next, held) => {
    expect(supersedes(next, { ...held, listener: userId('bob') })).toBe(true);
  });
});

describe('the newest of two places', () => {
  law('two that are one are no matter of time', [aKeptPlace, aTime], (kept, updatedAt) => {
    expect(newestPosition(kept, { ...kept, updatedAt })).toBe('here');
  });

  law('what this browser has told itself is nothing new', [aKeptPlace, aRecord], (kept, record) => {
    expect(newestPosition({ ...kept, base: record }, record)).toBe('here');
  });

  law('who has not moved since gives way to who has', [aKeptPlace, aRecord], (kept, record) => {
    fc.pre(!isSamePosition(kept, record));
    expect(newestPosition({ ...kept, base: kept }, record)).toBe('elsewhere');
  });

  law(
    'where both have moved, time decides, and only beyond what clocks can tell',
    [aKeptPlace, aRecord],
    (kept, record) => {
      fc.pre(!isSamePosition(kept, record));
      const verdict = newestPosition({ ...kept, base: 'unknown' }, record);
      if (record.updatedAt === null || Math.abs(kept.at - record.updatedAt) <= CLOCK_TOLERANCE)
        expect(verdict).toBe('tie');
      else expect(verdict).toBe(kept.at > record.updatedAt ? 'here' : 'elsewhere');
    },
  );
});

describe('the limits of these rules', () => {
  const saved = (changes: Partial<SavedPosition> = {}): SavedPosition => ({
    chapterIndex: null,
    position: seconds(60),
    base: 'unknown',
    page: pageId('one'),
    chosenAt: instant(1_000),
    at: instant(100_000),
    listener: userId('ada'),
    audio: contentId('book'),
    contentId: contentId('book'),
    track: trackId('book'),
    ...changes,
  });
  const place = (position: number) => ({ chapterIndex: null, position: seconds(position) });

  test('positions a second apart are the same', () => {
    expect(isSamePosition(place(10), place(11))).toBe(true);
    expect(isSamePosition(place(10), place(11.1))).toBe(false);
  });

  test('another page with a choice of the same time replaces a position', () => {
    expect(supersedes(saved({ page: pageId('other') }), saved())).toBe(true);
  });

  test('the first second replaces another first second', () => {
    expect(supersedes(saved(place(0.2)), saved(place(0.5)))).toBe(true);
    expect(supersedes(saved(place(0.2)), saved(place(1)))).toBe(false);
  });

  test('a record without a chapter stays as it is', () => {
    const record = { ...place(5), updatedAt: null, lastPosition: seconds(9) };
    expect(ignoreChapter(record)).toEqual(record);
  });

  test('times as far apart as clocks may differ decide nothing', () => {
    const recorded = (updatedAt: number) => ({ ...place(500), updatedAt: instant(updatedAt) });
    expect(newestPosition(saved(), recorded(95_000))).toBe('tie');
    expect(newestPosition(saved(), recorded(94_999))).toBe('here');
    expect(newestPosition(saved(), recorded(105_000))).toBe('tie');
    expect(newestPosition(saved(), recorded(105_001))).toBe('elsewhere');
  });

  law('if both sides have moved since they agreed, the later time decides', [aTime], (updatedAt) => {
    const recorded = { ...place(500), updatedAt };
    expect(newestPosition(saved({ base: place(5) }), recorded)).toBe(
      newestPosition(saved({ base: 'unknown' }), recorded),
    );
    expect(newestPosition(saved({ base: 'nothing' }), recorded)).toBe(
      newestPosition(saved({ base: 'unknown' }), recorded),
    );
  });
});
