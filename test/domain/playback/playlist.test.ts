import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildPlaylist,
  nextValidIndex,
  previousValidIndex,
  restartsOnPrevious,
} from '../../../src/domain/playback/track-list.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { Track } from '../../../src/domain/playback/track.ts';
import { isTrackValid } from '../../../src/domain/entitlement/validity.ts';
import { anInstant, aPosition } from '../../arbitraries/time.ts';
import { aTrack, aTrackList, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

const NOW = instant(0);
const valid = PLAIN_TRACK;
const invalid: Track = { ...PLAIN_TRACK, contentWindow: { from: 'unreadable', till: 'absent' } };
const anIndex = (): fc.Arbitrary<number> => fc.integer({ min: -2, max: 45 });

describe('the playlist', () => {
  law('holds valid tracks only', [aTrackList(), anInstant()], (tracks, now) => {
    expect(buildPlaylist(tracks, now).every((track) => isTrackValid(track, now))).toBe(true);
  });

  law('keeps the order, and drops only invalid tracks', [aTrackList(), anInstant()], (tracks, now) => {
    const playlist = buildPlaylist(tracks, now);
    let place = 0;
    for (const track of tracks) {
      if (playlist[place] === track) place += 1;
      else expect(isTrackValid(track, now)).toBe(false);
    }
    expect(place).toBe(playlist.length);
  });

  law(
    'built again at the same instant, it is the same',
    [fc.array(aTrack(), { maxLength: 8 }), anInstant()],
    (tracks, now) => {
      const playlist = buildPlaylist(tracks, now);
      expect(buildPlaylist(playlist, now)).toEqual(playlist);
    },
  );

  law('every purchased track is in it', [aTrackList(), anInstant()], (tracks, now) => {
    const purchased = tracks.filter((track) => track.isPurchased);
    expect(buildPlaylist(tracks, now).filter((track) => track.isPurchased)).toEqual(purchased);
  });

  test('a hundred thousand tracks keep their order', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => ({
      ...(place % 2 === 0 ? valid : invalid),
      index: place,
    }));
    const playlist = buildPlaylist(many, NOW);
    expect(playlist).toHaveLength(50_000);
    expect(playlist.every((track, place) => track.index === place * 2)).toBe(true);
  });
});

describe('next and previous', () => {
  law(
    'next is a valid track further on, with none that is valid between',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const next = nextValidIndex(tracks, index, now);
      const passed = tracks.filter((_, place) => place > index && (next === null || place < next));
      expect(passed.some((track) => isTrackValid(track, now))).toBe(false);
      if (next === null) return;
      expect(next).toBeGreaterThan(index);
      expect(buildPlaylist(tracks.slice(next, next + 1), now)).toHaveLength(1);
    },
  );

  law(
    'previous is a valid track further back, with none that is valid between',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const previous = previousValidIndex(tracks, index, now);
      const passed = tracks.filter((_, place) => place < index && (previous === null || place > previous));
      expect(passed.some((track) => isTrackValid(track, now))).toBe(false);
      if (previous === null) return;
      expect(previous).toBeLessThan(index);
      expect(buildPlaylist(tracks.slice(previous, previous + 1), now)).toHaveLength(1);
    },
  );

  law(
    'next after previous returns to where it was',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const track = tracks[index];
      if (track === undefined || !isTrackValid(track, now)) return;
      const previous = previousValidIndex(tracks, index, now);
      if (previous !== null) expect(nextValidIndex(tracks, previous, now)).toBe(index);
    },
  );

  law(
    'previous after next returns to where it was',
    [aTrackList(), anIndex(), anInstant()],
    (tracks, index, now) => {
      const track = tracks[index];
      if (track === undefined || !isTrackValid(track, now)) return;
      const next = nextValidIndex(tracks, index, now);
      if (next !== null) expect(previousValidIndex(tracks, next, now)).toBe(index);
    },
  );

  law(
    'stepping from the start goes through the playlist, track by track',
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
    'an index that is none leads to no track that is not there',
    [aTrackList(), fc.double(), anInstant()],
    (tracks, index, now) => {
      for (const found of [nextValidIndex(tracks, index, now), previousValidIndex(tracks, index, now)]) {
        if (found !== null) expect(tracks[found]).toBeDefined();
      }
    },
  );

  test('invalid tracks are stepped over', () => {
    const tracks = [valid, invalid, invalid, valid, invalid];
    expect(nextValidIndex(tracks, 0, NOW)).toBe(3);
    expect(previousValidIndex(tracks, 3, NOW)).toBe(0);
    expect(nextValidIndex(tracks, 3, NOW)).toBeNull();
    expect(previousValidIndex(tracks, 0, NOW)).toBeNull();
  });

  test('from outside the list, next enters at its start and previous at its end', () => {
    expect(nextValidIndex([valid, valid], -1e300, NOW)).toBe(0);
    expect(previousValidIndex([valid, valid], 1e300, NOW)).toBe(1);
    expect(nextValidIndex([valid, valid], Number.NaN, NOW)).toBeNull();
    expect(previousValidIndex([valid, valid], Number.NaN, NOW)).toBeNull();
  });

  law('previous restarts a track beyond exactly 3 seconds', [aPosition()], (position) => {
    expect(restartsOnPrevious(position)).toBe(!(position <= 3));
  });

  test.each([
    [2.999, false],
    [3, false],
    [3.001, true],
  ])('at %j seconds it restarts: %j', (position, restarts) => {
    expect(restartsOnPrevious(seconds(position))).toBe(restarts);
  });
});
