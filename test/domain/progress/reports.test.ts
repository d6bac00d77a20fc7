import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { DEFAULT_SPEED, type Speed } from '../../../src/domain/playback/player.ts';
import {
  type Tally,
  tallyReset,
  tallyTick,
  tallyWithout,
  playbackReport,
  REPORT_THRESHOLD,
  royaltyReport,
} from '../../../src/domain/progress/reports.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aContentId } from '../../arbitraries/content.ts';
import { anyNumberOfSeconds, aPosition } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';
import { aSpeed, aTrack, PLAIN_TRACK } from '../../arbitraries/track.ts';

const spans = () => fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });

describe('the tally', () => {
  law('is zero at the start and after a reset', [aContentId()], (id) => {
    expect(tallyReset(id)).toEqual({ id, duration: 0, heard: 0 });
  });

  law('is the sum of the playing time, in any order', [aContentId(), spans()], (id, played) => {
    const sum = (spansPlayed: readonly number[]): number =>
      spansPlayed.reduce((tally, span) => tallyTick(tally, id, seconds(span), DEFAULT_SPEED), tallyReset(id))
        .duration;
    expect(sum(played)).toBe(sum(played.toReversed()));
    expect(sum([...played, 1])).toBe(sum(played) + 1);
  });

  law(
    'starts again for another content',
    [aContentId(), spans(), fc.integer({ min: 1, max: 60 })],
    (id, played, span) => {
      const other = contentId('another');
      const before = played.reduce(
        (tally, one) => tallyTick(tally, id, seconds(one), DEFAULT_SPEED),
        tallyReset(id),
      );
      expect(tallyTick(before, other, seconds(span), DEFAULT_SPEED)).toEqual({
        id: other,
        duration: span,
        heard: span,
      });
      expect(tallyTick(before, other, seconds(0), DEFAULT_SPEED)).toEqual(tallyReset(other));
    },
  );

  law('never shrinks, and is always a finite number', [aContentId(), anyNumberOfSeconds()], (id, played) => {
    const before = tallyTick(tallyReset(id), id, seconds(10), DEFAULT_SPEED);
    const after = tallyTick(before, id, played, DEFAULT_SPEED);
    expect(after.duration).toBeGreaterThanOrEqual(10);
    expect(Number.isFinite(after.duration)).toBe(true);
    if (!(played > 0)) expect(after).toBe(before);
  });

  const listenings = () => fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), aSpeed()), { maxLength: 30 });

  law(
    'counts each second at its own speed, also after a part of it was reported (PROG-5)',
    [aContentId(), listenings(), listenings()],
    (id, earlier, later) => {
      const heardIn = (parts: readonly (readonly [number, Speed])[]): number =>
        parts.reduce((sum, [span, speed]) => sum + span * speed, 0);
      const ticked = (before: Tally, parts: readonly (readonly [number, Speed])[]): Tally =>
        parts.reduce((tally, [span, speed]) => tallyTick(tally, id, seconds(span), speed), before);
      const reported = ticked(tallyReset(id), earlier);
      const all = ticked(reported, later);
      expect(all.heard).toBeCloseTo(heardIn([...earlier, ...later]), 6);
      expect(tallyWithout(all, reported).heard).toBeCloseTo(heardIn(later), 6);
      expect(tallyWithout(all, reported).duration).toBe(all.duration - reported.duration);
      expect(tallyWithout(all, { ...reported, id: contentId('another') })).toBe(all);
    },
  );
});

const positionOf = (report: ReturnType<typeof playbackReport>): number | null => {
  if (report === null) return null;
  return 'chapterPosition' in report ? report.chapterPosition : report.lastPosition;
};

describe('the playback report', () => {
  law(
    'is made exactly from the first second on (PROG-2)',
    [aTrack(), aPosition(), aSpeed()],
    (track, position, speed) => {
      expect(playbackReport(track, position, speed) !== null).toBe(position >= 1);
    },
  );

  law(
    'has the id of the content that plays, never of the track (PROG-3)',
    [aTrack(), aPosition(), aSpeed()],
    (track, position, speed) => {
      const report = playbackReport(track, position, speed);
      if (report !== null) {
        expect(report).toMatchObject({ id: track.contentId, contentType: track.contentType, speed });
      }
    },
  );

  law(
    'has chapter and position for a chapter, and only the position for other content (PROG-3)',
    [aTrack(), aPosition(), aSpeed()],
    (track, position, speed) => {
      const report = playbackReport(track, position, speed);
      if (report === null) return;
      expect(Object.keys(report).toSorted()).toEqual(
        track.chapterIndex === null
          ? ['contentType', 'id', 'lastPosition', 'speed']
          : ['chapterIndex', 'chapterPosition', 'contentType', 'id', 'speed'],
      );
    },
  );

  law(
    'has a position in whole milliseconds, correctly rounded (PROG-4)',
    [aTrack(), aPosition(), aSpeed()],
    (track, position, speed) => {
      const milliseconds = positionOf(playbackReport(track, position, speed));
      if (milliseconds === null) return;
      expect(Number.isSafeInteger(milliseconds)).toBe(true);
      expect(Math.abs(milliseconds - position * 1000)).toBeLessThanOrEqual(0.5);
    },
  );

  law(
    'is not made for an invalid position',
    [aTrack(), anyNumberOfSeconds(), aSpeed()],
    (track, position, speed) => {
      if (!Number.isFinite(position)) expect(playbackReport(track, position, speed)).toBeNull();
    },
  );

  test('is made for a chapter and for an item at exactly 1 second', () => {
    expect(REPORT_THRESHOLD).toBe(1);
    expect(playbackReport({ ...PLAIN_TRACK, chapterIndex: 4 }, seconds(1), DEFAULT_SPEED)).toEqual({
      id: '1',
      contentType: 1,
      speed: 1,
      chapterIndex: 4,
      chapterPosition: 1000,
    });
    expect(playbackReport(PLAIN_TRACK, seconds(83.4567), DEFAULT_SPEED)).toEqual({
      id: '1',
      contentType: 1,
      speed: 1,
      lastPosition: 83_457,
    });
    expect(playbackReport(PLAIN_TRACK, seconds(0.999), DEFAULT_SPEED)).toBeNull();
  });
});

describe('the royalty report', () => {
  law(
    'has a duration in whole milliseconds above zero, or is not made (PROG-5)',
    [aContentId(), anyNumberOfSeconds()],
    (id, heard) => {
      const report = royaltyReport({ id, heard });
      if (report === null) return;
      expect(report.contentId).toBe(id);
      expect(Number.isInteger(report.duration) && report.duration > 0).toBe(true);
    },
  );

  law(
    'has a duration that is multiplied by the speed (PROG-5)',
    [fc.integer({ min: 1, max: 86_400 }), aSpeed()],
    (span, speed) => {
      const id = contentId('1');
      expect(royaltyReport(tallyTick(tallyReset(id), id, seconds(span), speed))?.duration).toBe(
        span * Math.round(speed * 10) * 100,
      );
    },
  );

  test.each([0, -0, -5, 0.0004, Number.NaN, Infinity, -Infinity])(
    'is not made for a tally of %s',
    (heard) => {
      expect(royaltyReport({ id: contentId('1'), heard: seconds(heard) })).toBeNull();
    },
  );

  test('is made from one millisecond on', () => {
    expect(royaltyReport({ id: contentId('7'), heard: seconds(0.0006) })).toEqual({
      contentId: '7',
      duration: 1,
    });
  });
});
