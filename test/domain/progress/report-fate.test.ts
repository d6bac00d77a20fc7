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
// Few, so that places often meet; half a second apart counts as one place, two seconds do not.
const aPosition = fc.constantFrom(1, 1.5, 4, 60, 300).map(seconds);
const aPlace: fc.Arbitrary<ContentPosition> = fc.record({
  chapterIndex: fc.constantFrom(null, 1, 2),
  position: aPosition,
});

const at = (position: number, chapterIndex: number | null = null): ContentPosition => ({
  chapterIndex,
  position: seconds(position),
});

const told = (
  { chapterIndex, position }: ContentPosition,
  speed = DEFAULT_SPEED,
): PendingReport['playback'] => {
  const listened = { id: contentId('book'), contentType: ContentType.AUDIOBOOK, speed };
  return chapterIndex === null
    ? { ...listened, lastPosition: toMilliseconds(position) }
    : { ...listened, chapterIndex, chapterPosition: toMilliseconds(position) };
};

const recordOf = (place: ContentPosition, changes: Partial<PlaybackRecord> = {}): PlaybackRecord => ({
  isActive: true,
  type: ContentType.AUDIOBOOK,
  speed: null,
  updatedAt: null,
  ...place,
  ...changes,
});

const waiting = (place: ContentPosition, held: readonly ContentPosition[] | null): PendingReport => ({
  at: instant(100_000),
  playback: told(place),
  ...(held !== null && { held }),
});

const aReport: fc.Arbitrary<PendingReport> = fc
  .record({ at: aTime, place: aPlace, speed: aSpeed(), held: fc.option(fc.array(aPlace, { maxLength: 3 })) })
  .map(({ at: made, place, speed, held }) => ({
    at: made,
    playback: told(place, speed),
    ...(held !== null && { held }),
  }));

const aRecord: fc.Arbitrary<PlaybackRecord> = fc
  .record({
    place: aPlace,
    speed: fc.option(aSpeed()),
    updatedAt: fc.option(aTime),
    lastPosition: fc.option(aPosition),
  })
  .map(({ place, speed, updatedAt, lastPosition }) =>
    recordOf(place, { speed, updatedAt, ...(lastPosition !== null && { lastPosition }) }),
  );

const meant = (report: PendingReport, record: PlaybackRecord): PlaybackRecord =>
  'lastPosition' in report.playback ? ignoreChapter(record) : record;

describe('what becomes of a report that has waited (decision 0021)', () => {
  law('it is sent where the provider holds nothing, or cannot be asked', [aReport], (report) => {
    expect(reportFate(report, null)).toBe('send');
  });

  law('it is sent as long as what was held before is held', [aReport, aRecord], (report, record) => {
    const held = meant(report, record);
    fc.pre(!isSamePosition(held, reportedPosition(report.playback)));
    expect(reportFate({ ...report, held: [...(report.held ?? []), held] }, record)).toBe('send');
  });

  law('it has arrived where its place and speed are held', [aReport, aTime], (report, updatedAt) => {
    const { speed } = report.playback;
    expect(reportFate(report, recordOf(reportedPosition(report.playback), { speed, updatedAt }))).toBe(
      'arrived',
    );
  });

  law(
    'it is never sent over a place that somebody else told, unless that is older for certain',
    [aReport, aRecord],
    (report, record) => {
      const { held } = report;
      const there = meant(report, record);
      fc.pre(held !== undefined && !held.some((place) => isSamePosition(place, there)));
      fc.pre('lastPosition' in report.playback || record.chapterIndex !== null);
      const isOlder = record.updatedAt !== null && record.updatedAt < report.at - CLOCK_TOLERANCE;
      if (!isOlder) expect(reportFate(report, record)).not.toBe('send');
    },
  );

  law(
    'a place that is newer for certain is never overwritten by one that nobody knows the base of',
    [aReport, aRecord],
    ({ at: made, playback }, record) => {
      const report = { at: made, playback };
      fc.pre(!isSamePosition(meant(report, record), reportedPosition(report.playback)));
      const isNewer = record.updatedAt !== null && record.updatedAt > report.at + CLOCK_TOLERANCE;
      expect(reportFate(report, record)).toBe(isNewer ? 'overtaken' : 'send');
    },
  );

  test.each([
    ['another device has moved on from nothing', [], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved on', [at(60)], recordOf(at(9_000)), 'overtaken'],
    ['another device has moved back', [at(60)], recordOf(at(10)), 'overtaken'],
    ['the report before has arrived after all', [at(60), at(80)], recordOf(at(80)), 'send'],
    ['rounded to whole seconds, what was held is held', [at(60.4)], recordOf(at(60)), 'send'],
    ['rounded to whole seconds, it has arrived', [at(60)], recordOf(at(100)), 'arrived'],
    ['nobody knows what was held', null, recordOf(at(9_000)), 'send'],
    [
      'another device was there long before',
      [at(60)],
      recordOf(at(9_000), { updatedAt: instant(0) }),
      'send',
    ],
    [
      'another device was there at the same time',
      [at(60)],
      recordOf(at(9_000), { updatedAt: instant(95_000) }),
      'overtaken',
    ],
    [
      'a late arrival of the report before makes it no newer',
      [at(60), at(80)],
      recordOf(at(80), { updatedAt: instant(190_000) }),
      'send',
    ],
    ['a chapter that is named does not matter', [], recordOf(at(100, 1)), 'arrived'],
    [
      'beside one in a chapter, the place in the whole counts',
      [at(60)],
      recordOf(at(0, 1), { lastPosition: seconds(60) }),
      'send',
    ],
  ] as const)('in a title without chapters: %s', (_, held, record, fate) => {
    expect(reportFate(waiting(at(100.4), held), record)).toBe(fate);
  });

  test.each([
    ['the same second of another chapter is another place', [at(60, 1)], recordOf(at(100, 1)), 'overtaken'],
    ['the chapter before is still held', [at(60, 1)], recordOf(at(60, 1)), 'send'],
    ['its chapter has arrived', [at(60, 1)], recordOf(at(100, 2)), 'arrived'],
    ['a place in no chapter says nothing', [at(60, 1)], recordOf(at(100)), 'send'],
    [
      'a place in no chapter that is newer for certain',
      [at(60, 1)],
      recordOf(at(100), { updatedAt: instant(105_001) }),
      'overtaken',
    ],
  ] as const)('in a chapter: %s', (_, held, record, fate) => {
    expect(reportFate(waiting(at(100, 2), held), record)).toBe(fate);
  });

  test.each([
    ['has not arrived where the place was told before', [at(100)], 1, null, 'send'],
    ['is told by the place where that was not told before', [at(60)], 1, null, 'arrived'],
    ['is told by the place where nobody knows', null, 1, null, 'arrived'],
    ['has arrived where it is held', [at(100)], 2, null, 'arrived'],
    ['counts as told where none is held', [at(100)], null, null, 'arrived'],
    ['gives way to a newer one', [at(100)], 1, 105_001, 'arrived'],
    ['does not give way to one of the same time', [at(100)], 1, 105_000, 'send'],
  ] as const)('a speed %s', (_, held, speed, updatedAt, fate) => {
    const report = { ...waiting(at(100), held), playback: { ...told(at(100)), speed: 2 } } as PendingReport;
    const record = recordOf(at(100), { speed, updatedAt: updatedAt === null ? null : instant(updatedAt) });
    expect(reportFate(report, record)).toBe(fate);
  });

  test('the bounds of what time can tell', () => {
    const fate = (updatedAt: number) =>
      reportFate(waiting(at(100), []), recordOf(at(9_000), { updatedAt: instant(updatedAt) }));
    expect([fate(94_999), fate(95_000)]).toEqual(['send', 'overtaken']);
    expect(CLOCK_TOLERANCE).toBe(milliseconds(5_000));
  });
});

describe('what the provider may hold when a report is made', () => {
  law('nobody knows where nobody asked', [fc.option(aReport)], (before) => {
    expect(possiblePositions(null, before)).toBeNull();
    expect(possiblePositions({ base: 'unknown' }, before)).toBeNull();
  });

  law(
    'it is what was found there, and what this browser has told or is telling',
    [fc.option(aPlace), aReport],
    (base, before) => {
      const held = possiblePositions({ base: base ?? 'nothing' }, before);
      expect(held).toEqual([
        ...(base === null ? [] : [base]),
        ...(before.held ?? []),
        reportedPosition(before.playback),
      ]);
      expect(possiblePositions({ base: base ?? 'nothing' }, null)).toEqual(base === null ? [] : [base]);
    },
  );

  test('of many reports that wait the last ones are remembered, and what was found at first', () => {
    let before = waiting(at(2), [at(1)]);
    for (let position = 3; position < 40; position += 1) {
      before = waiting(at(position), possiblePositions({ base: at(1) }, before));
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
