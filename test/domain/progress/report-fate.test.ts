import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentId,
  ContentType,
  type PlaybackRecord,
  type ContentPosition,
} from '../../../src/domain/catalogue/content.ts';
import {
  ignoreChapter,
  isSamePosition,
  mayHold,
  CLOCK_TOLERANCE,
  type PossiblePositions,
  type ProviderState,
  type UnconfirmedPosition,
} from '../../../src/domain/progress/position.ts';
import {
  afterEnd,
  possiblePositions,
  MAX_UNCONFIRMED,
  reportedPosition,
  reportFate,
  unconfirmedPosition,
  withUnconfirmed,
  type PendingReport,
} from '../../../src/domain/progress/report-fate.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { instant, milliseconds, seconds, toMilliseconds } from '../../../src/domain/time.ts';
import { aSpeed } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

const aTime = fc.integer({ min: 0, max: 200_000 }).map(instant);
// Few, so that positions are often the same. Half a second apart counts as the same position, two seconds do not.
const aPosition = fc.constantFrom(1, 1.5, 4, 60, 300).map(seconds);
const aContentPosition: fc.Arbitrary<ContentPosition> = fc.record({
  chapterIndex: fc.constantFrom(null, 1, 2),
  position: aPosition,
});

const at = (position: number, chapterIndex: number | null = null): ContentPosition => ({
  chapterIndex,
  position: seconds(position),
});

const reported = (
  { chapterIndex, position }: ContentPosition,
  speed = DEFAULT_SPEED,
): PendingReport['playback'] => {
  const listened = { id: contentId('book'), contentType: ContentType.AUDIOBOOK, speed };
  return chapterIndex === null
    ? { ...listened, lastPosition: toMilliseconds(position) }
    : { ...listened, chapterIndex, chapterPosition: toMilliseconds(position) };
};

const recordOf = (position: ContentPosition, changes: Partial<PlaybackRecord> = {}): PlaybackRecord => ({
  isActive: true,
  type: ContentType.AUDIOBOOK,
  speed: null,
  updatedAt: null,
  ...position,
  ...changes,
});

const waiting = (
  position: ContentPosition,
  base: ProviderState,
  unconfirmed: readonly ContentPosition[] = [],
): PendingReport => ({
  at: instant(100_000),
  playback: reported(position),
  base,
  unconfirmed: unconfirmed.map((earlier) => own(earlier)),
});

const own = (position: ContentPosition): UnconfirmedPosition => ({ ...position, at: instant(100_000) });

const anUnconfirmedPosition: fc.Arbitrary<UnconfirmedPosition> = fc
  .record({ position: aContentPosition, made: aTime })
  .map(({ position, made }) => ({ ...position, at: made }));

const aPossible: fc.Arbitrary<PossiblePositions> = fc.record({
  base: fc.oneof(fc.constantFrom('nothing' as const, 'unknown' as const), aContentPosition),
  unconfirmed: fc.array(anUnconfirmedPosition, { maxLength: 3 }),
});

const aReport: fc.Arbitrary<PendingReport> = fc
  .record({ at: aTime, position: aContentPosition, speed: aSpeed(), possible: aPossible })
  .map(({ at: made, position, speed, possible }) => ({
    at: made,
    playback: reported(position, speed),
    ...possible,
  }));

const aRecord: fc.Arbitrary<PlaybackRecord> = fc
  .record({
    position: aContentPosition,
    speed: fc.option(aSpeed()),
    updatedAt: fc.option(aTime),
    lastPosition: fc.option(aPosition),
  })
  .map(({ position, speed, updatedAt, lastPosition }) =>
    recordOf(position, { speed, updatedAt, ...(lastPosition !== null && { lastPosition }) }),
  );

const comparable = (report: PendingReport, record: PlaybackRecord): PlaybackRecord =>
  'lastPosition' in report.playback ? ignoreChapter(record) : record;

describe('what happens to a report that has waited', () => {
  law('it is sent if the provider has no record or cannot be reached (PROG-40)', [aReport], (report) => {
    expect(reportFate(report, null)).toBe('send');
  });

  law(
    'it is sent if the record is one of the possible positions (PROG-40)',
    [aReport, aRecord],
    (report, record) => {
      const held = comparable(report, record);
      fc.pre(!isSamePosition(held, reportedPosition(report.playback)));
      expect(reportFate({ ...report, base: held }, record)).toBe('send');
      expect(
        reportFate({ ...report, unconfirmed: [...report.unconfirmed, { ...held, at: report.at }] }, record),
      ).toBe('send');
    },
  );

  law(
    'it has arrived if the record has its position and speed (PROG-39)',
    [aReport, aTime],
    (report, updatedAt) => {
      const { speed } = report.playback;
      expect(reportFate(report, recordOf(reportedPosition(report.playback), { speed, updatedAt }))).toBe(
        'arrived',
      );
    },
  );

  law(
    'it is never sent over the position of another device, unless that is certainly older (PROG-41)',
    [aReport, aRecord],
    (report, record) => {
      fc.pre(report.base !== 'unknown' && !mayHold(report, comparable(report, record)));
      fc.pre('lastPosition' in report.playback || record.chapterIndex !== null);
      const isOlder = record.updatedAt !== null && record.updatedAt < report.at - CLOCK_TOLERANCE;
      if (!isOlder) expect(reportFate(report, record)).not.toBe('send');
    },
  );

  law(
    'if the earlier record is unknown, only a certainly newer record stops it (PROG-42)',
    [aReport, aRecord],
    ({ at: made, playback }, record) => {
      const report = { at: made, playback, base: 'unknown', unconfirmed: [] } as const;
      fc.pre(!isSamePosition(comparable(report, record), reportedPosition(report.playback)));
      const isNewer = record.updatedAt !== null && record.updatedAt > report.at + CLOCK_TOLERANCE;
      expect(reportFate(report, record)).toBe(isNewer ? 'overtaken' : 'send');
    },
  );

  test.each([
    ['another device has moved on from nothing', 'nothing', [], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved on', at(60), [], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved back', at(60), [], recordOf(at(10)), 'overtaken'],
    ['the earlier report has arrived after all', at(60), [at(80)], recordOf(at(80)), 'send'],
    ['the known position was rounded to whole seconds', at(60.4), [], recordOf(at(60)), 'send'],
    ['it has arrived, rounded to whole seconds', at(60), [], recordOf(at(100)), 'arrived'],
    ['the earlier record is unknown', 'unknown', [], recordOf(at(9_000)), 'send'],
    [
      'another device reported long before',
      at(60),
      [],
      recordOf(at(9_000), { updatedAt: instant(0) }),
      'send',
    ],
    [
      'another device reported at the same time',
      at(60),
      [],
      recordOf(at(9_000), { updatedAt: instant(95_000) }),
      'overtaken',
    ],
    [
      'the earlier report arrived late',
      at(60),
      [at(80)],
      recordOf(at(80), { updatedAt: instant(190_000) }),
      'send',
    ],
    ['the chapter of the record is ignored', 'nothing', [], recordOf(at(100, 1)), 'arrived'],
    [
      'the position in the whole title counts, not the one in a chapter',
      at(60),
      [],
      recordOf(at(0, 1), { lastPosition: seconds(60) }),
      'send',
    ],
  ] as const)('in a title without chapters: %s (PROG-25)', (_, base, unconfirmed, record, fate) => {
    expect(reportFate(waiting(at(100.4), base, unconfirmed), record)).toBe(fate);
  });

  test.each([
    ['the same second of another chapter is another position', at(60, 1), recordOf(at(100, 1)), 'overtaken'],
    ['the record is still in the chapter before', at(60, 1), recordOf(at(60, 1)), 'send'],
    ['its chapter has arrived', at(60, 1), recordOf(at(100, 2)), 'arrived'],
    ['a record without a chapter is ignored', at(60, 1), recordOf(at(100)), 'send'],
    [
      'a certainly newer record without a chapter',
      at(60, 1),
      recordOf(at(100), { updatedAt: instant(105_001) }),
      'overtaken',
    ],
  ] as const)('in a chapter: %s', (_, base, record, fate) => {
    expect(reportFate(waiting(at(100, 2), base), record)).toBe(fate);
  });

  test.each([
    ['has not arrived if the position was reported before', at(100), 1, null, 'send'],
    ['has arrived with a position that was not reported before', at(60), 1, null, 'arrived'],
    ['has arrived with the position if the earlier record is unknown', 'unknown', 1, null, 'arrived'],
    ['has arrived if the record has it', at(100), 2, null, 'arrived'],
    ['has arrived if the record has no speed', at(100), null, null, 'arrived'],
    ['is dropped for a newer one', at(100), 1, 105_001, 'arrived'],
    ['is not dropped for one of the same time', at(100), 1, 105_000, 'send'],
  ] as const)('a speed %s (PROG-39)', (_, base, speed, updatedAt, fate) => {
    const report = {
      ...waiting(at(100), base),
      playback: { ...reported(at(100)), speed: 2 },
    } as PendingReport;
    const record = recordOf(at(100), { speed, updatedAt: updatedAt === null ? null : instant(updatedAt) });
    expect(reportFate(report, record)).toBe(fate);
  });

  test('the tolerance of clocks', () => {
    const fate = (updatedAt: number) =>
      reportFate(waiting(at(100), 'nothing'), recordOf(at(9_000), { updatedAt: instant(updatedAt) }));
    expect([fate(94_999), fate(95_000)]).toEqual(['send', 'overtaken']);
    expect(CLOCK_TOLERANCE).toBe(milliseconds(5_000));
  });
});

describe('the positions that the provider may hold when a report is made', () => {
  law('are the stored ones if no report waits', [aPossible], (saved) => {
    expect(possiblePositions(saved, null)).toEqual(saved);
    expect(possiblePositions(null, null)).toEqual({ base: 'unknown', unconfirmed: [] });
  });

  law(
    'are the stored base, and the report before it with its base',
    [aPossible, aReport],
    (saved, before) => {
      const possible = possiblePositions(saved, before);
      expect(possible.base).toEqual(saved.base);
      expect(possible.unconfirmed.at(-1)).toEqual(unconfirmedPosition(before));
      for (const earlier of before.unconfirmed) expect(possible.unconfirmed).toContainEqual(earlier);
      const isHeld =
        typeof before.base === 'string' || mayHold(possible, { ...before.base, updatedAt: null });
      expect(isHeld).toBe(true);
      expect(possiblePositions(null, before).base).toBe('unknown');
    },
  );
});

describe('the unconfirmed positions', () => {
  law('have the position of each report once', [aPossible, anUnconfirmedPosition], (possible, position) => {
    const { unconfirmed } = withUnconfirmed(possible, position);
    expect(unconfirmed.at(-1)).toEqual(position);
    for (const earlier of possible.unconfirmed) expect(unconfirmed).toContainEqual(earlier);
    expect(unconfirmed.filter((other) => fc.stringify(other) === fc.stringify(position))).toHaveLength(1);
    expect(withUnconfirmed({ ...possible, unconfirmed }, position).unconfirmed).toEqual(unconfirmed);
  });

  test('are the last ones of many', () => {
    let possible: PossiblePositions = { base: at(1), unconfirmed: [] };
    for (let position = 2; position < 39; position += 1)
      possible = withUnconfirmed(possible, own(at(position)));
    expect(possible.unconfirmed.map(({ position }) => position)).toEqual([31, 32, 33, 34, 35, 36, 37, 38]);
    expect(possible.unconfirmed).toHaveLength(MAX_UNCONFIRMED);
  });
});

describe('the positions that the provider may hold before a later report, when an earlier one has ended', () => {
  const ended = waiting(at(30), at(10));
  const later = { base: at(10), unconfirmed: [own(at(20)), own(at(30))] };

  test('an earlier report of the same position stays unconfirmed', () => {
    const other = { ...at(30), at: instant(50_000) };
    const before = { base: at(10), unconfirmed: [other, own(at(30))] };
    const after = afterEnd(before, ended, { hasArrived: false, mayStillArrive: false });
    expect(after).toEqual({ base: at(10), unconfirmed: [other] });
  });

  test.each([
    [
      'it arrived: its position is the base',
      later,
      true,
      false,
      { base: at(30), unconfirmed: [own(at(20))] },
    ],
    [
      'it arrived, and an earlier attempt may follow',
      later,
      true,
      true,
      { base: at(30), unconfirmed: [own(at(20)), own(at(30))] },
    ],
    ['it was given up, and never left', later, false, false, { base: at(10), unconfirmed: [own(at(20))] }],
    ['it was given up, and may still arrive', later, false, true, later],
    [
      'it arrived before a report whose base was not known',
      { ...later, base: 'unknown' },
      true,
      false,
      { base: at(30), unconfirmed: [own(at(20))] },
    ],
    [
      'its response came after the one of a newer report',
      { ...later, base: at(40) },
      true,
      false,
      { ...later, base: at(40) },
    ],
  ] as const)('%s', (_, before, hasArrived, mayStillArrive, after) => {
    expect(afterEnd(before, ended, { hasArrived, mayStillArrive })).toEqual(after);
  });
});

test('a record as late as clocks may differ does not stop a report whose base is unknown', () => {
  const fate = (updatedAt: number) =>
    reportFate(waiting(at(100), 'unknown'), recordOf(at(9_000), { updatedAt: instant(updatedAt) }));
  expect([fate(105_000), fate(105_001)]).toEqual(['send', 'overtaken']);
});
