import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  autoplaySet,
  currentTrack,
  EMPTY_PLAYBACK,
  ended,
  movedNext,
  movedOn,
  movedPrevious,
  opened,
  paused,
  type Playback,
  played,
  positionMoved,
  seeked,
  skipped,
  speedChosen,
  SKIP_STEP,
} from '../../../src/domain/playback/player.ts';
import { type Track, nextValidIndex, previousValidIndex } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { PLAIN_TRACK, aPlayback, aSpeed, aTrackList } from '../../arbitraries/track.ts';
import { anInstant, anyNumberOfSeconds, aPosition } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

const NOW = instant(0);
const aDuration = () => fc.option(fc.oneof(aPosition(), anyNumberOfSeconds()), { nil: null });

const valid = PLAIN_TRACK;
const invalid: Track = { ...PLAIN_TRACK, contentWindow: { from: 'unreadable', till: 'absent' } };

const standing = (tracks: readonly Track[], index: number, position = 0): Playback =>
  opened(EMPTY_PLAYBACK, tracks, index, seconds(position));

describe('the player', () => {
  law('returns the same object if nothing changes', [aPlayback()], (playback) => {
    expect(positionMoved(playback, playback.position)).toBe(playback);
    expect(speedChosen(playback, playback.speed)).toBe(playback);
    expect(autoplaySet(playback, playback.autoplay)).toBe(playback);
    const silent = paused(playback);
    expect(paused(silent)).toBe(silent);
    const sounding = played(playback);
    expect(played(sounding)).toBe(sounding);
  });

  law('play and pause change only whether it plays', [aPlayback()], (playback) => {
    const isPlaying = playback.tracks.length > 0;
    expect(played(playback)).toEqual({ ...playback, isPlaying });
    expect(paused(playback)).toEqual({ ...playback, isPlaying: false });
  });

  law(
    'opening a playlist sets track and position, does not play, and keeps speed and autoplay',
    [aPlayback(), aTrackList(), fc.nat(), aPosition()],
    (playback, tracks, anyIndex, position) => {
      if (tracks.length === 0) return;
      const index = anyIndex % tracks.length;
      expect(opened(playback, tracks, index, position)).toEqual({
        tracks,
        index,
        position,
        isPlaying: false,
        autoplay: playback.autoplay,
        speed: playback.speed,
      });
    },
  );

  law(
    'whatever the numbers are, an opened player has a valid index and position',
    [aTrackList(), fc.double(), anyNumberOfSeconds()],
    (tracks, index, position) => {
      const playback = opened(EMPTY_PLAYBACK, tracks, index, position);
      expect(currentTrack(playback)).toBe(tracks[playback.index] ?? null);
      expect(currentTrack(playback) === null).toBe(tracks.length === 0);
      expect(Number.isFinite(playback.position) && playback.position >= 0).toBe(true);
    },
  );

  law(
    'a seek stays between the start and the end (PLAY-18)',
    [aPlayback(), anyNumberOfSeconds(), aPosition()],
    (playback, position, duration) => {
      const moved = seeked(playback, position, duration);
      if (moved === playback) return;
      expect(moved.position).toBeGreaterThanOrEqual(0);
      expect(moved.position).toBeLessThanOrEqual(duration);
    },
  );

  law(
    'a seek to a position in the track goes exactly there',
    [aPlayback(), aPosition(), aPosition()],
    (playback, one, other) => {
      if (playback.tracks.length === 0) return;
      expect(seeked(playback, seconds(Math.min(one, other)), seconds(Math.max(one, other))).position).toBe(
        Math.min(one, other),
      );
      expect(seeked(playback, one, null).position).toBe(one);
    },
  );

  law(
    'seeking and skipping change only the position',
    [aPlayback(), anyNumberOfSeconds(), aDuration()],
    (playback, to, duration) => {
      const sought = seeked(playback, to, duration);
      expect({ ...sought, position: playback.position }).toEqual(playback);
      const leapt = skipped(playback, to, duration);
      expect({ ...leapt, position: playback.position }).toEqual(playback);
    },
  );

  law(
    'rewinding after skipping returns to the position before, away from the ends',
    [aPlayback()],
    (playback) => {
      const whole = positionMoved(playback, seconds(Math.round(playback.position)));
      expect(skipped(skipped(whole, SKIP_STEP, null), seconds(0 - SKIP_STEP), null)).toEqual(whole);
    },
  );

  law(
    'an invalid position changes nothing',
    [aPlayback(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -0.001)],
    (playback, position) => {
      expect(positionMoved(playback, seconds(position))).toBe(playback);
      expect(Number.isFinite(seeked(playback, seconds(position), null).position)).toBe(true);
    },
  );

  law(
    'next goes to the start of the next valid track, if there is one (PLAY-14)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      const moved = movedNext(playback, now);
      const index = nextValidIndex(playback.tracks, playback.index, now);
      if (index === null) expect(moved).toBe(playback);
      else expect(moved).toEqual({ ...playback, index, position: 0 });
    },
  );

  law(
    'after an end, Play starts the next valid track, or else the first one, whatever the autoplay (PLAY-99)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      const moved = movedOn(playback, now);
      const valid = playback.tracks.flatMap((track, at) => (isTrackValid(track, now) ? [at] : []));
      const index = valid.find((at) => at > playback.index) ?? valid[0];
      if (index === undefined) expect(moved).toBe(playback);
      else expect(moved).toEqual({ ...playback, index, position: 0 });
    },
  );

  law('next and previous only go to a valid track', [aPlayback(), anInstant()], (playback, now) => {
    for (const moved of [movedNext(playback, now), movedPrevious(playback, now)]) {
      const track = currentTrack(moved);
      if (moved.index !== playback.index) expect(track !== null && isTrackValid(track, now)).toBe(true);
    }
  });

  law(
    'previous restarts a track of which more than 3 seconds have played (PLAY-15)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      if (playback.position > 3) expect(movedPrevious(playback, now)).toEqual({ ...playback, position: 0 });
    },
  );

  law(
    'before that, previous goes to the start of the previous valid track, if there is one (PLAY-15)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      if (playback.position > 3) return;
      const moved = movedPrevious(playback, now);
      const index = previousValidIndex(playback.tracks, playback.index, now);
      if (index === null) expect(moved).toBe(playback);
      else expect(moved).toEqual({ ...playback, index, position: 0 });
    },
  );

  law(
    'next on a valid track, then previous twice, returns to that track',
    [aPlayback(), anInstant()],
    (playback, now) => {
      const track = currentTrack(playback);
      if (track === null || !isTrackValid(track, now)) return;
      const moved = movedNext(playback, now);
      if (moved !== playback)
        expect(movedPrevious(positionMoved(moved, seconds(2)), now).index).toBe(playback.index);
    },
  );

  law(
    'without autoplay an ended track stops where it is (PLAY-16)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      expect(ended(autoplaySet(playback, false), now)).toEqual({
        ...playback,
        autoplay: false,
        isPlaying: false,
      });
    },
  );

  law(
    'with autoplay the end of a track goes where next goes, and plays (PLAY-16)',
    [aPlayback(), anInstant()],
    (playback, now) => {
      const on = autoplaySet(playback, true);
      const moved = movedNext(on, now);
      expect(ended(on, now)).toEqual(moved === on ? paused(on) : played(moved));
    },
  );

  law(
    'with autoplay a playlist ends after each of its valid tracks has played once',
    [aTrackList(), anInstant()],
    (tracks, now) => {
      let playback = autoplaySet(standing(tracks, 0), true);
      let endings = 0;
      do {
        playback = ended(playback, now);
        endings += 1;
      } while (playback.isPlaying);
      const others = tracks.filter((track, at) => at > 0 && isTrackValid(track, now));
      expect(endings).toBe(others.length + 1);
    },
  );

  law(
    'a window that closes while a track plays lets the track end, and then counts (PLAY-27)',
    [aPosition()],
    (position) => {
      const closing: Track = { ...valid, contentWindow: { from: 'absent', till: instant(10) } };
      const playing = autoplaySet(played(standing([closing, closing], 0)), true);
      const later = instant(10);
      expect(positionMoved(playing, position)).toMatchObject({ index: 0, isPlaying: true, position });
      expect(ended(playing, instant(9))).toMatchObject({ index: 1, isPlaying: true });
      expect(ended(playing, later)).toMatchObject({ index: 0, isPlaying: false });
    },
  );

  law(
    'speed and autoplay do not change with the track',
    [aPlayback(), aSpeed(), fc.boolean(), anInstant()],
    (drawn, speed, autoplay, now) => {
      const playback = autoplaySet(speedChosen(drawn, speed), autoplay);
      for (const next of [
        movedNext(playback, now),
        movedPrevious(playback, now),
        ended(playback, now),
        played(playback),
      ]) {
        expect(next).toMatchObject({ speed, autoplay });
      }
    },
  );

  test('an empty player has no track, and does nothing', () => {
    expect(EMPTY_PLAYBACK).toEqual({
      tracks: [],
      index: -1,
      position: 0,
      isPlaying: false,
      autoplay: false,
      speed: 1,
    });
    expect(currentTrack(EMPTY_PLAYBACK)).toBeNull();
    expect(played(EMPTY_PLAYBACK)).toBe(EMPTY_PLAYBACK);
    expect(seeked(EMPTY_PLAYBACK, seconds(5), null)).toBe(EMPTY_PLAYBACK);
    expect(movedNext(EMPTY_PLAYBACK, NOW)).toBe(EMPTY_PLAYBACK);
    expect(movedPrevious(EMPTY_PLAYBACK, NOW)).toBe(EMPTY_PLAYBACK);
    expect(ended(autoplaySet(EMPTY_PLAYBACK, true), NOW)).toEqual({ ...EMPTY_PLAYBACK, autoplay: true });
    expect(opened(standing([valid], 0, 5), [], 0, seconds(5))).toEqual(EMPTY_PLAYBACK);
  });

  test.each([
    [-5, 0],
    [-1, 0],
    [0, 0],
    [1.9, 1],
    [2, 2],
    [3, 2],
    [Infinity, 2],
    [-Infinity, 0],
    [Number.NaN, 0],
  ])('opened at index %s of three tracks, its index is %s', (index, expected) => {
    expect(standing([valid, valid, valid], index).index).toBe(expected);
  });

  test('next and previous skip invalid tracks (PLAY-27)', () => {
    const tracks = [valid, invalid, valid, invalid];
    expect(movedNext(standing(tracks, 0, 2), NOW)).toMatchObject({ index: 2, position: 0 });
    expect(movedPrevious(standing(tracks, 2, 3), NOW)).toMatchObject({ index: 0, position: 0 });
    expect(movedPrevious(standing(tracks, 2, 3.001), NOW)).toMatchObject({ index: 2, position: 0 });
    expect(movedNext(standing(tracks, 2, 2), NOW)).toMatchObject({ index: 2, position: 2 });
  });

  test('skip and rewind stop at the ends', () => {
    const playback = standing([valid], 0, 10);
    expect(skipped(playback, SKIP_STEP, seconds(20)).position).toBe(20);
    expect(skipped(playback, seconds(0 - SKIP_STEP), seconds(20)).position).toBe(0);
    expect(skipped(playback, SKIP_STEP, null).position).toBe(25);
  });

  test.each([Number.NaN, Infinity, -1])('a duration of %s counts as unknown', (duration) => {
    expect(seeked(standing([valid], 0), seconds(40), seconds(duration)).position).toBe(40);
  });
});
