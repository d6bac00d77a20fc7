import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId, ContentType, type PlaybackRecord } from '../../../src/domain/catalogue/content.ts';
import {
  ignoreChapter,
  isSamePosition,
  CLOCK_TOLERANCE,
  type ContentPosition,
} from '../../../src/domain/progress/position.ts';
import {
  possiblePositions,
  MAX_UNCONFIRMED,
  reportedPosition,
  reportFate,
  type PendingReport,
} from '../../../src/domain/progress/report-fate.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { instant, milliseconds, seconds, toMilliseconds } from '../../../src/domain/time.ts';
import { aSpeed } from '../../arbitraries/player.ts';
import { law } from '../laws.ts';

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

const waiting = (position: ContentPosition, held: readonly ContentPosition[] | null): PendingReport => ({
  at: instant(100_000),
  playback: reported(position),
  ...(held !== null && { held }),
});

const aReport: fc.Arbitrary<PendingReport> = fc
  .record({
    at: aTime,
    position: aContentPosition,
    speed: aSpeed(),
    isHeldKnown: fc.boolean(),
    positions: fc.array(aContentPosition, { maxLength: 3 }),
  })
  .map(({ at: made, position, speed, isHeldKnown, positions }) => ({
    at: made,
    playback: reported(position, speed),
    ...(isHeldKnown ? { held: positions } : positions.length > 0 && { sent: positions }),
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
  law('it is sent if the provider has no record or cannot be reached', [aReport], (report) => {
    expect(reportFate(report, null)).toBe('send');
  });

  law('it is sent if the record is one of the known positions', [aReport, aRecord], (report, record) => {
    const held = comparable(report, record);
    fc.pre(!isSamePosition(held, reportedPosition(report.playback)));
    expect(reportFate({ ...report, held: [...(report.held ?? []), held] }, record)).toBe('send');
    const { at: made, playback, sent } = report;
    expect(reportFate({ at: made, playback, sent: [...(sent ?? []), held] }, record)).toBe('send');
  });

  law('it has arrived if the record has its position and speed', [aReport, aTime], (report, updatedAt) => {
    const { speed } = report.playback;
    expect(reportFate(report, recordOf(reportedPosition(report.playback), { speed, updatedAt }))).toBe(
      'arrived',
    );
  });

  law(
    'it is never sent over the position of another device, unless that is certainly older',
    [aReport, aRecord],
    (report, record) => {
      const { held } = report;
      const there = comparable(report, record);
      fc.pre(held !== undefined && !held.some((position) => isSamePosition(position, there)));
      fc.pre('lastPosition' in report.playback || record.chapterIndex !== null);
      const isOlder = record.updatedAt !== null && record.updatedAt < report.at - CLOCK_TOLERANCE;
      if (!isOlder) expect(reportFate(report, record)).not.toBe('send');
    },
  );

  law(
    'if the earlier record is unknown, only a certainly newer record stops it',
    [aReport, aRecord],
    ({ at: made, playback }, record) => {
      const report = { at: made, playback };
      fc.pre(!isSamePosition(comparable(report, record), reportedPosition(report.playback)));
      const isNewer = record.updatedAt !== null && record.updatedAt > report.at + CLOCK_TOLERANCE;
      expect(reportFate(report, record)).toBe(isNewer ? 'overtaken' : 'send');
    },
  );

  test.each([
    ['another device has moved on from nothing', [], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved on', [at(60)], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved back', [at(60)], recordOf(at(10)), 'overtaken'],
    ['the earlier report has arrived after all', [at(60), at(80)], recordOf(at(80)), 'send'],
    ['the known position was rounded to whole seconds', [at(60.4)], recordOf(at(60)), 'send'],
    ['it has arrived, rounded to whole seconds', [at(60)], recordOf(at(100)), 'arrived'],
    ['the earlier record is unknown', null, recordOf(at(9_000)), 'send'],
    ['another device reported long before', [at(60)], recordOf(at(9_000), { updatedAt: instant(0) }), 'send'],
    [
      'another device reported at the same time',
      [at(60)],
      recordOf(at(9_000), { updatedAt: instant(95_000) }),
      'overtaken',
    ],
    [
      'the earlier report arrived late',
      [at(60), at(80)],
      recordOf(at(80), { updatedAt: instant(190_000) }),
      'send',
    ],
    ['the chapter of the record is ignored', [], recordOf(at(100, 1)), 'arrived'],
    [
      'the position in the whole title counts, not the one in a chapter',
      [at(60)],
      recordOf(at(0, 1), { lastPosition: seconds(60) }),
      'send',
    ],
  ] as const)('in a title without chapters: %s', (_, held, record, fate) => {
    expect(reportFate(waiting(at(100.4), held), record)).toBe(fate);
  });

  test.each([
    [
      'the same second of another chapter is another position',
      [at(60, 1)],
      recordOf(at(100, 1)),
      'overtaken',
    ],
    ['the record is still in the chapter before', [at(60, 1)], recordOf(at(60, 1)), 'send'],
    ['its chapter has arrived', [at(60, 1)], recordOf(at(100, 2)), 'arrived'],
    ['a record without a chapter is ignored', [at(60, 1)], recordOf(at(100)), 'send'],
    [
      'a certainly newer record without a chapter',
      [at(60, 1)],
      recordOf(at(100), { updatedAt: instant(105_001) }),
      'overtaken',
    ],
  ] as const)('in a chapter: %s', (_, held, record, fate) => {
    expect(reportFate(waiting(at(100, 2), held), record)).toBe(fate);
  });

  test.each([
    ['has not arrived if the position was reported before', [at(100)], 1, null, 'send'],
    ['has arrived with a position that was not reported before', [at(60)], 1, null, 'arrived'],
    ['has arrived with the position if the earlier record is unknown', null, 1, null, 'arrived'],
    ['has arrived if the record has it', [at(100)], 2, null, 'arrived'],
    ['has arrived if the record has no speed', [at(100)], null, null, 'arrived'],
    ['is dropped for a newer one', [at(100)], 1, 105_001, 'arrived'],
    ['is not dropped for one of the same time', [at(100)], 1, 105_000, 'send'],
  ] as const)('a speed %s', (_, held, speed, updatedAt, fate) => {
    const report = {
      ...waiting(at(100), held),
      playback: { ...reported(at(100)), speed: 2 },
    } as PendingReport;
    const record = recordOf(at(100), { speed, updatedAt: updatedAt === null ? null : instant(updatedAt) });
    expect(reportFate(report, record)).toBe(fate);
  });

  test('the tolerance of clocks', () => {
    const fate = (updatedAt: number) =>
      reportFate(waiting(at(100), []), recordOf(at(9_000), { updatedAt: instant(updatedAt) }));
    expect([fate(94_999), fate(95_000)]).toEqual(['send', 'overtaken']);
    expect(CLOCK_TOLERANCE).toBe(milliseconds(5_000));
  });
});

describe('the positions that the provider may have when a report is made', () => {
  law('are those of earlier reports if the provider was never asked', [aReport], (before) => {
    const sent = [...(before.held ?? []), ...(before.sent ?? []), reportedPosition(before.playback)];
    expect(possiblePositions(null, before)).toEqual({ sent });
    expect(possiblePositions({ base: 'unknown' }, before)).toEqual({ sent });
    expect(possiblePositions({ base: 'unknown' }, null)).toEqual({});
  });

  law(
    'are the position of the record, and those that this browser has reported',
    [fc.option(aContentPosition), aReport],
    (base, before) => {
      const first = base === null ? [] : [base];
      const sent = [...(before.held ?? []), ...(before.sent ?? []), reportedPosition(before.playback)];
      expect(possiblePositions({ base: base ?? 'nothing' }, before)).toEqual({ held: [...first, ...sent] });
      expect(possiblePositions({ base: base ?? 'nothing' }, null)).toEqual({ held: first });
    },
  );

  test('of many waiting reports, the last ones and the first position are stored', () => {
    let before = waiting(at(2), [at(1)]);
    for (let position = 3; position < 40; position += 1) {
      before = { ...waiting(at(position), null), ...possiblePositions({ base: at(1) }, before) };
    }
    const held = before.held ?? [];
    expect(held[0]).toEqual(at(1));
    expect(held.slice(1).map(({ position }) => position)).toEqual([31, 32, 33, 34, 35, 36, 37, 38]);
    expect(held).toHaveLength(MAX_UNCONFIRMED + 1);
  });
});

test('a record as late as clocks may differ does not stop a report whose base is unknown', () => {
  const fate = (updatedAt: number) =>
    reportFate(waiting(at(100), null), recordOf(at(9_000), { updatedAt: instant(updatedAt) }));
  expect([fate(105_000), fate(105_001)]).toEqual(['send', 'overtaken']);
});
