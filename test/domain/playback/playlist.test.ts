import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Track,
  buildPlaylist,
  nextValidIndex,
  previousValidIndex,
  restartsOnPrevious,
} from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { anInstant, aPosition } from '../../arbitraries/time.ts';
import { aTrack, aTrackList, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

const NOW = instant(0);
const valid = PLAIN_TRACK;
const invalid: Track = { ...PLAIN_TRACK, contentWindow: { from: 'unreadable', till: 'absent' } };
const anIndex = (): fc.Arbitrary<number> => fc.integer({ min: -2, max: 45 });

describe('the playlist', () => {
  law('has only valid tracks (PLAY-12)', [aTrackList(), anInstant()], (tracks, now) => {
    expect(buildPlaylist(tracks, now).every((track) => isTrackValid(track, now))).toBe(true);
  });

  law(
    'keeps the order, and leaves out only invalid tracks (PLAY-12)',
    [aTrackList(), anInstant()],
    (tracks, now) => {
      const playlist = buildPlaylist(tracks, now);
      let at = 0;
      for (const track of tracks) {
        if (playlist[at] === track) at += 1;
        else expect(isTrackValid(track, now)).toBe(false);
      }
      expect(at).toBe(playlist.length);
    },
  );

  law(
    'is the same if it is built again at the same instant',
    [fc.array(aTrack(), { maxLength: 8 }), anInstant()],
    (tracks, now) => {
      const playlist = buildPlaylist(tracks, now);
      expect(buildPlaylist(playlist, now)).toEqual(playlist);
    },
  );

  law('has every purchased track', [aTrackList(), anInstant()], (tracks, now) => {
    const purchased = tracks.filter((track) => track.isPurchased);
    expect(buildPlaylist(tracks, now).filter((track) => track.isPurchased)).toEqual(purchased);
  });

  test('a hundred thousand tracks keep their order', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      ...(at % 2 === 0 ? valid : invalid),
      index: at,
    }));
    const playlist = buildPlaylist(many, NOW);
    expect(playlist).toHaveLength(50_000);
    expect(playlist.every((track, at) => track.index === at * 2)).toBe(true);
  });
});

describe('next and previous', () => {
  law(
    'next is the nearest valid track after the current one (PLAY-14)',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const next = nextValidIndex(tracks, index, now);
      const passed = tracks.filter((_, at) => at > index && (next === null || at < next));
      expect(passed.some((track) => isTrackValid(track, now))).toBe(false);
      if (next === null) return;
      expect(next).toBeGreaterThan(index);
      expect(buildPlaylist(tracks.slice(next, next + 1), now)).toHaveLength(1);
    },
  );

  law(
    'previous is the nearest valid track before the current one (PLAY-15)',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const previous = previousValidIndex(tracks, index, now);
      const passed = tracks.filter((_, at) => at < index && (previous === null || at > previous));
      expect(passed.some((track) => isTrackValid(track, now))).toBe(false);
      if (previous === null) return;
      expect(previous).toBeLessThan(index);
      expect(buildPlaylist(tracks.slice(previous, previous + 1), now)).toHaveLength(1);
    },
  );

  law(
    'next after previous returns to the same track',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const track = tracks[index];
      if (track === undefined || !isTrackValid(track, now)) return;
      const previous = previousValidIndex(tracks, index, now);
      if (previous !== null) expect(nextValidIndex(tracks, previous, now)).toBe(index);
    },
  );

  law(
    'previous after next returns to the same track',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const track = tracks[index];
      if (track === undefined || !isTrackValid(track, now)) return;
      const next = nextValidIndex(tracks, index, now);
      if (next !== null) expect(previousValidIndex(tracks, next, now)).toBe(index);
    },
  );

  law(
    'next from the start goes through the playlist track by track',
    [aTrackList(), anInstant()],
    (tracks, now) => {
      const stepped: Track[] = [];
      for (
        let index = nextValidIndex(tracks, -1, now);
        index !== null;
        index = nextValidIndex(tracks, index, now)
      ) {
        stepped.push(...tracks.slice(index, index + 1));
      }
      expect(stepped).toEqual(buildPlaylist(tracks, now));
    },
  );

  law(
    'an invalid index leads to a track of the list or to none',
    [aTrackList(), fc.double(), anInstant()],
    (tracks, index, now) => {
      for (const found of [nextValidIndex(tracks, index, now), previousValidIndex(tracks, index, now)]) {
        if (found !== null) expect(tracks[found]).toBeDefined();
      }
    },
  );

  test('invalid tracks are skipped', () => {
    const tracks = [valid, invalid, invalid, valid, invalid];
    expect(nextValidIndex(tracks, 0, NOW)).toBe(3);
    expect(previousValidIndex(tracks, 3, NOW)).toBe(0);
    expect(nextValidIndex(tracks, 3, NOW)).toBeNull();
    expect(previousValidIndex(tracks, 0, NOW)).toBeNull();
  });

  test('from outside the list, next goes to its start and previous to its end', () => {
    expect(nextValidIndex([valid, valid], -1e300, NOW)).toBe(0);
    expect(previousValidIndex([valid, valid], 1e300, NOW)).toBe(1);
    expect(nextValidIndex([valid, valid], Number.NaN, NOW)).toBeNull();
    expect(previousValidIndex([valid, valid], Number.NaN, NOW)).toBeNull();
  });

  law('previous restarts a track after more than 3 seconds (PLAY-15)', [aPosition()], (position) => {
    expect(restartsOnPrevious(position)).toBe(!(position <= 3));
  });

  test.each([
    [2.999, false],
    [3, false],
    [3.001, true],
  ])('at %j seconds it restarts: %j (PLAY-15)', (position, restarts) => {
    expect(restartsOnPrevious(seconds(position))).toBe(restarts);
  });
});
