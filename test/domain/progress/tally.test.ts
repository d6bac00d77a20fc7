import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { tallyReset, tallyTick } from '../../../src/domain/progress/tally.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aContentId } from '../../arbitraries/content.ts';
import { anyNumberOfSeconds } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

const spans = () => fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });

describe('the tally', () => {
  law('is zero at the start and after a reset', [aContentId()], (id) => {
    expect(tallyReset(id)).toEqual({ id, duration: 0 });
  });

  law('is the sum of the playing time, in any order', [aContentId(), spans()], (id, played) => {
    const sum = (spansPlayed: readonly number[]): number =>
      spansPlayed.reduce((tally, span) => tallyTick(tally, id, seconds(span)), tallyReset(id)).duration;
    expect(sum(played)).toBe(sum(played.toReversed()));
    expect(sum([...played, 1])).toBe(sum(played) + 1);
  });

  law(
    'starts again for another content',
    [aContentId(), spans(), fc.integer({ min: 1, max: 60 })],
    (id, played, span) => {
      const other = contentId('another');
      const before = played.reduce((tally, one) => tallyTick(tally, id, seconds(one)), tallyReset(id));
      expect(tallyTick(before, other, seconds(span))).toEqual({ id: other, duration: span });
      expect(tallyTick(before, other, seconds(0))).toEqual(tallyReset(other));
    },
  );

  law('never shrinks, and is always a finite number', [aContentId(), anyNumberOfSeconds()], (id, played) => {
    const before = tallyTick(tallyReset(id), id, seconds(10));
    const after = tallyTick(before, id, played);
    expect(after.duration).toBeGreaterThanOrEqual(10);
    expect(Number.isFinite(after.duration)).toBe(true);
    if (!(played > 0)) expect(after).toBe(before);
  });
});
