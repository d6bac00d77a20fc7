// Proves DOWN-1.
import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import { selectTracks, WHOLE, type DownloadSelection } from '../../../src/domain/downloads/selection.ts';
import { isTrackValid } from '../../../src/domain/entitlement/validity.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { aTrack } from '../../arbitraries/track.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

const tracks = () => fc.uniqueArray(aTrack(), { maxLength: 8, selector: ({ id }) => id });

const id = () => fc.constantFrom('1', '2', '1_1', '1_2', 'unknown').map(trackId);

const selection = (): fc.Arbitrary<DownloadSelection> =>
  fc.oneof(
    fc.constant(WHOLE),
    fc.record({ kind: fc.constant('range' as const), first: id(), last: id() }),
    fc.record({
      kind: fc.constant('next' as const),
      count: fc.integer({ min: -1, max: 9 }),
      after: fc.option(id(), { nil: null }),
    }),
  );

describe('what a selection downloads', () => {
  law(
    'has only tracks that are valid now, in the order of the title',
    [tracks(), selection(), anInstant()],
    (all, wanted, now) => {
      const selected = selectTracks(all, wanted, now);
      expect(selected.every((track) => isTrackValid(track, now))).toBe(true);
      expect(all.filter((track) => selected.includes(track))).toEqual(selected);
    },
  );

  law('has every valid track of a whole title', [tracks(), anInstant()], (all, now) => {
    const left = all.filter((track) => !selectTracks(all, WHOLE, now).includes(track));
    expect(left.some((track) => isTrackValid(track, now))).toBe(false);
  });

  law(
    'has only tracks between both ends of a range',
    [tracks(), fc.nat(7), fc.nat(7), anInstant()],
    (all, one, other, now) => {
      const [first, last] = [all[one], all[other]];
      if (first === undefined || last === undefined) return;
      const selected = selectTracks(all, { kind: 'range', first: first.id, last: last.id }, now);
      for (const track of selected) {
        expect(all.indexOf(track)).toBeGreaterThanOrEqual(one);
        expect(all.indexOf(track)).toBeLessThanOrEqual(other);
      }
      expect(selected.includes(first)).toBe(one <= other && isTrackValid(first, now));
    },
  );

  law(
    'has the requested number of next tracks, or fewer at the end of the title',
    [tracks(), fc.nat(7), fc.nat(9), anInstant()],
    (all, at, count, now) => {
      const after = all[at];
      if (after === undefined) return;
      const valid = all.slice(at + 1).filter((track) => isTrackValid(track, now));
      const selected = selectTracks(all, { kind: 'next', count, after: after.id }, now);
      expect(selected).toHaveLength(Math.min(count, valid.length));
      expect(selected.at(0)).toBe(count === 0 ? undefined : valid.at(0));
    },
  );
});
