import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bySeason, newestUnheardFirst, olderThan } from '../../../src/domain/playback/episodes.ts';
import {
  endBeforeSkip,
  reachesSkip,
  type Skips,
  startAfterSkip,
} from '../../../src/domain/playback/player.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { aPosition } from '../../arbitraries/time.ts';
import { aTrack, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

const episode = (id: string, season: number | null = null, day: number | null = null) => ({
  ...PLAIN_TRACK,
  id: trackId(id),
  season,
  publishedAt: day === null ? null : instant(day),
});

const tracks = () => fc.array(aTrack(), { maxLength: 12 });

describe('seasons', () => {
  test('keep the order in which they and their episodes come (PLAY-120)', () => {
    const listed = [episode('d', 2), episode('x'), episode('c', 2), episode('b', 1), episode('a', 1)];
    expect(bySeason(listed).map(({ season, episodes }) => [season, episodes.map(({ id }) => id)])).toEqual([
      [2, ['d', 'c']],
      [null, ['x']],
      [1, ['b', 'a']],
    ]);
  });

  law('have every episode once', [tracks()], (listed) => {
    expect(new Set(bySeason(listed).flatMap((season) => season.episodes))).toEqual(new Set(listed));
  });
});

describe('the newest unheard episode', () => {
  test('comes first, and what has no day comes last (PROG-88)', () => {
    const listed = [
      episode('old', null, 1),
      episode('none'),
      episode('heard', null, 9),
      episode('new', null, 5),
    ];
    const ordered = newestUnheardFirst(listed, ({ id }) => id === 'heard');
    expect(ordered.map(({ id }) => id)).toEqual(['new', 'old', 'none', 'heard']);
  });

  law('is in a list with every episode once (PROG-88)', [tracks()], (listed) => {
    const ordered = newestUnheardFirst(listed, ({ index }) => index % 2 === 0);
    expect(ordered).toHaveLength(listed.length);
    expect(new Set(ordered)).toEqual(new Set(listed));
  });
});

test('older episodes are those of an earlier day', () => {
  const listed = [episode('c', null, 3), episode('none'), episode('b', null, 2), episode('a', null, 1)];
  const older = (id: string) => olderThan(listed, listed.find((each) => each.id === id) ?? episode(id));
  expect(older('c').map(({ id }) => id)).toEqual(['b', 'a']);
  expect(older('a')).toEqual([]);
  expect(older('none')).toEqual([]);
});

const someSkips = (): fc.Arbitrary<Skips> =>
  fc.record({ start: fc.nat(300).map(seconds), end: fc.nat(300).map(seconds) });
const aLength = () => fc.option(fc.nat(900).map(seconds), { nil: null });

law('what is heard of an episode is never empty', [aLength(), someSkips()], (runTime, skips) => {
  const end = endBeforeSkip(runTime, skips);
  expect(startAfterSkip({ runTime }, skips)).toBeLessThan((end ?? Infinity) || 1);
});

law(
  'a position in the skipped end is heard on, and every other sound comes to this end once (PLAY-122)',
  [aPosition(), aPosition(), fc.nat(900).map(seconds), someSkips()],
  (from, to, length, skips) => {
    const end = endBeforeSkip(length, skips) ?? length;
    if (from >= end || end === length) expect(reachesSkip(from, to, length, skips)).toBe(false);
    else expect(reachesSkip(from, to, length, skips)).toBe(to >= end);
  },
);

test('an episode of unknown length, or a short one, is heard whole (PLAY-122)', () => {
  const skips = { start: seconds(20), end: seconds(30) };
  expect(startAfterSkip({ runTime: seconds(51) }, skips)).toBe(20);
  expect(endBeforeSkip(seconds(51), skips)).toBe(21);
  for (const runTime of [null, seconds(0), seconds(50)]) {
    expect(startAfterSkip({ runTime }, skips)).toBe(0);
    expect(endBeforeSkip(runTime, skips)).toBe(runTime);
  }
});
