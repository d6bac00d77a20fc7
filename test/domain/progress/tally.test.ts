// Proves PROG-6.
import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { DEFAULT_SPEED, type Speed } from '../../../src/domain/playback/speed.ts';
import { tallyReset, tallyTick, tallyWithout, type Tally } from '../../../src/domain/progress/tally.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aContentId } from '../../arbitraries/content.ts';
import { aSpeed } from '../../arbitraries/player.ts';
import { anyNumberOfSeconds } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

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
    'counts each second at its own speed, also after a part of it was reported',
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
