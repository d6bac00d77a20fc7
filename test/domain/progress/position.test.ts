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
  LATEST_ARRIVAL,
  type SavedPosition,
} from '../../../src/domain/progress/position.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { law } from 'audio-streaming-laws/laws';

const aTime = fc.integer({ min: 0, max: 200_000 }).map(instant);
const aPosition = fc.record({
  chapterIndex: fc.constantFrom(null, 1, 2),
  position: fc
    .oneof(fc.constantFrom(0, 0.5, 1, 60), fc.double({ min: 0, max: 100, noNaN: true }))
    .map(seconds),
});

const anUnconfirmedPosition = fc
  .record({ position: aPosition, at: aTime })
  .map(({ position, at }) => ({ ...position, at }));

const aSavedPosition: fc.Arbitrary<SavedPosition> = fc
  .record({
    position: aPosition,
    base: fc.oneof(fc.constantFrom('nothing' as const, 'unknown' as const), aPosition),
    unconfirmed: fc.array(anUnconfirmedPosition, { maxLength: 3 }),
    page: fc.constantFrom('one', 'other').map(pageId),
    chosenAt: aTime,
    later: fc.integer({ min: 0, max: 50_000 }),
  })
  .map(({ position, base, unconfirmed, page, chosenAt, later }) => ({
    ...position,
    base,
    unconfirmed,
    page,
    chosenAt,
    at: instant(chosenAt + later),
    listener: userId('ada'),
    audio: contentId('book'),
    contentId: contentId('book'),
    track: trackId('book'),
  }));

const aRecord = fc
  .record({ position: aPosition, updatedAt: fc.option(aTime) })
  .map(({ position, updatedAt }) => ({
    ...position,
    updatedAt,
  }));

describe('replacing a saved position', () => {
  law(
    'a choice on another page that is not newer never wins',
    [aSavedPosition, aSavedPosition],
    (next, stored) => {
      fc.pre(next.page !== stored.page && next.chosenAt <= stored.chosenAt);
      expect(supersedes(next, stored)).toBe(false);
    },
  );

  law(
    'the start of a title does not replace a later position by itself (PROG-12)',
    [aSavedPosition, aSavedPosition],
    (next, stored) => {
      fc.pre(next.position < 1 && stored.position >= 1 && next.chosenAt !== next.at);
      expect(supersedes(next, stored)).toBe(false);
    },
  );

  law(
    'a position that the listener chooses replaces it at once, even the start (PROG-12)',
    [aSavedPosition, aSavedPosition],
    (next, stored) => {
      fc.pre(next.page === stored.page || next.chosenAt > stored.chosenAt);
      expect(supersedes({ ...next, at: next.chosenAt }, stored)).toBe(true);
    },
  );

  law('a page replaces its own position', [aSavedPosition, aSavedPosition], (next, stored) => {
    fc.pre(next.position >= 1);
    expect(supersedes({ ...next, page: stored.page }, stored)).toBe(true);
  });

  law(
    'a position of another listener is always replaced',
    [aSavedPosition, aSavedPosition],
    (next, stored) => {
      expect(supersedes(next, { ...stored, listener: userId('bob') })).toBe(true);
    },
  );
});

describe('the newer of two positions', () => {
  law('if both are the same, the time does not matter', [aSavedPosition, aTime], (saved, updatedAt) => {
    expect(newestPosition(saved, { ...saved, updatedAt })).toBe('here');
  });

  law('a position that this browser reported is not newer', [aSavedPosition, aRecord], (saved, record) => {
    expect(newestPosition({ ...saved, base: record }, record)).toBe('here');
  });

  law(
    'a position of an unconfirmed report of this browser is not newer',
    [aSavedPosition, aRecord, aTime],
    (saved, record, at) => {
      const unconfirmed = [...saved.unconfirmed, { ...record, at }];
      expect(newestPosition({ ...saved, base: saved, unconfirmed }, record)).toBe('here');
    },
  );

  law(
    'a position that this browser reported before another report arrived is not newer',
    [aSavedPosition, aRecord],
    (saved, record) => {
      expect(newestPosition({ ...saved, base: saved }, record, record)).toBe('here');
    },
  );

  law('the side that has moved since is newer (PROG-17)', [aSavedPosition, aRecord], (saved, record) => {
    fc.pre(!isSamePosition(saved, record));
    expect(newestPosition({ ...saved, base: saved, unconfirmed: [] }, record)).toBe('elsewhere');
  });

  law(
    'if both have moved, the time decides, beyond the tolerance of clocks (PROG-17)',
    [aSavedPosition, aRecord],
    (saved, record) => {
      fc.pre(!isSamePosition(saved, record));
      const newest = newestPosition({ ...saved, base: 'unknown', unconfirmed: [] }, record);
      if (record.updatedAt === null || Math.abs(saved.at - record.updatedAt) <= CLOCK_TOLERANCE)
        expect(newest).toBe('tie');
      else expect(newest).toBe(saved.at > record.updatedAt ? 'here' : 'elsewhere');
    },
  );
});

describe('the limits of these rules', () => {
  const saved = (changes: Partial<SavedPosition> = {}): SavedPosition => ({
    chapterIndex: null,
    position: seconds(60),
    base: 'unknown',
    unconfirmed: [],
    page: pageId('one'),
    chosenAt: instant(1_000),
    at: instant(100_000),
    listener: userId('ada'),
    audio: contentId('book'),
    contentId: contentId('book'),
    track: trackId('book'),
    ...changes,
  });
  const positionAt = (position: number) => ({ chapterIndex: null, position: seconds(position) });

  test('positions a second apart are the same (PROG-18)', () => {
    expect(isSamePosition(positionAt(10), positionAt(11))).toBe(true);
    expect(isSamePosition(positionAt(10), positionAt(11.1))).toBe(false);
  });

  test('another page replaces a position only with a choice that is a millisecond newer', () => {
    const stored = saved();
    const other = saved({ page: pageId('other') });
    expect(supersedes(other, stored)).toBe(false);
    expect(supersedes({ ...other, chosenAt: instant(stored.chosenAt + 1) }, stored)).toBe(true);
  });

  test('the first second replaces another first second', () => {
    expect(supersedes(saved(positionAt(0.2)), saved(positionAt(0.5)))).toBe(true);
    expect(supersedes(saved(positionAt(0.2)), saved(positionAt(1)))).toBe(false);
  });

  test('a record that is a day newer than an unconfirmed report comes from another device', () => {
    const own = saved({ base: 'nothing', unconfirmed: [{ ...positionAt(5), at: instant(1_000) }] });
    const newest = (updatedAt: number) =>
      newestPosition(own, { ...positionAt(5), updatedAt: instant(updatedAt) });
    expect(newest(1_000 + LATEST_ARRIVAL)).toBe('here');
    expect(newest(1_001 + LATEST_ARRIVAL)).toBe('elsewhere');
  });

  test('a record without a chapter stays as it is (PROG-25)', () => {
    const record = { ...positionAt(5), updatedAt: null, lastPosition: seconds(9) };
    expect(ignoreChapter(record)).toEqual(record);
  });

  test('times as far apart as clocks may differ decide nothing (PROG-18)', () => {
    const recorded = (updatedAt: number) => ({ ...positionAt(500), updatedAt: instant(updatedAt) });
    expect(newestPosition(saved(), recorded(95_000))).toBe('tie');
    expect(newestPosition(saved(), recorded(94_999))).toBe('here');
    expect(newestPosition(saved(), recorded(105_000))).toBe('tie');
    expect(newestPosition(saved(), recorded(105_001))).toBe('elsewhere');
  });

  law(
    'if both sides have moved since they agreed, the later time decides (PROG-17)',
    [aTime],
    (updatedAt) => {
      const recorded = { ...positionAt(500), updatedAt };
      expect(newestPosition(saved({ base: positionAt(5) }), recorded)).toBe(
        newestPosition(saved({ base: 'unknown' }), recorded),
      );
      expect(newestPosition(saved({ base: 'nothing' }), recorded)).toBe(
        newestPosition(saved({ base: 'unknown' }), recorded),
      );
    },
  );
});
