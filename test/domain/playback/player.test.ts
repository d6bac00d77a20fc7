// Proves PLAY-16, PLAY-18, PLAY-99, PLAY-27.
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
} from '../../../src/domain/playback/player.ts';
import { SKIP_STEP } from '../../../src/domain/catalogue/limits.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { Track } from '../../../src/domain/playback/track.ts';
import { isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { aPlayback } from '../../arbitraries/player.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

const NOW = instant(0);
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

  law(
    'after an end, Play starts the next valid track, or else the first one, whatever the autoplay',
    [aPlayback(), anInstant()],
    (playback, now) => {
      const moved = movedOn(playback, now);
      const valid = playback.tracks.flatMap((track, at) => (isTrackValid(track, now) ? [at] : []));
      const index = valid.find((at) => at > playback.index) ?? valid[0];
      if (index === undefined) expect(moved).toBe(playback);
      else expect(moved).toEqual({ ...playback, index, position: 0 });
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

  test('next and previous skip invalid tracks', () => {
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
