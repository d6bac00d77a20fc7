// Proves PROG-3, PROG-5, PROG-2.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  playbackReport,
  REPORT_THRESHOLD,
  royaltyReport,
  tallyReset,
  tallyTick,
} from '../../../src/domain/progress/reports.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/player.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aSpeed } from '../../arbitraries/player.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

describe('the playback report', () => {
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
    'has a duration that is multiplied by the speed',
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
});
