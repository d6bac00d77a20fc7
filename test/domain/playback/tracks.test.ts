// Proves PLAY-29, PLAY-31, PLAY-41, PLAY-43, PLAY-56.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { isSpeedElsewhere, rewindAfter } from '../../../src/domain/playback/rewind.ts';
import { trackToPreload } from '../../../src/domain/playback/next-track.ts';
import {
  asSpeed,
  DEFAULT_SPEED,
  EMPTY_PLAYBACK,
  faster,
  opened,
  slower,
  speedLabel,
  SPEEDS,
} from '../../../src/domain/playback/player.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { aPlayback, aSpeed } from '../../arbitraries/player.ts';
import { anInstant, aPosition } from '../../arbitraries/time.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

test('goes back in proportion: six seconds after a minute, thirty after an hour', () => {
  expect(rewindAfter(milliseconds(60_000))).toBe(6);
  expect(rewindAfter(milliseconds(3_600_000))).toBe(30);
  expect(rewindAfter(milliseconds(Number.NaN))).toBe(0);
});

test('without a time in the record, the side with the newer position counts', () => {
  expect(isSpeedElsewhere(null, instant(1_000), true)).toBe(true);
  expect(isSpeedElsewhere(null, instant(1_000), false)).toBe(false);
});

test('a speed that the provider heard of within the tolerance of clocks is not newer', () => {
  expect(isSpeedElsewhere(instant(6_000), instant(1_000), false)).toBe(false);
  expect(isSpeedElsewhere(instant(6_001), instant(1_000), false)).toBe(true);
});

describe('the track to preload', () => {
  law(
    'is null without autoplay, in a pause, or if the end is unknown',
    [aPlayback(), aPosition(), anInstant()],
    (playback, duration, now) => {
      expect(trackToPreload({ ...playback, autoplay: false }, duration, now)).toBeNull();
      expect(trackToPreload({ ...playback, isPlaying: false }, duration, now)).toBeNull();
      expect(trackToPreload(playback, null, now)).toBeNull();
      expect(trackToPreload(playback, seconds(Number.NaN), now)).toBeNull();
    },
  );

  law(
    'is the track that follows the end',
    [aPlayback(), anInstant(), fc.integer({ min: 0, max: 29 })],
    (playback, now, left) => {
      const playing = { ...playback, autoplay: true, isPlaying: true };
      const next = trackToPreload(playing, seconds(playback.position + left * playback.speed), now);
      const following = playback.tracks.findIndex(
        (track, at) => at > playback.index && isTrackValid(track, now),
      );
      expect(next).toBe(playback.tracks[following] ?? null);
    },
  );
});

test('preloads from 30 seconds before the end', () => {
  const tracks = [PLAIN_TRACK, { ...PLAIN_TRACK, id: trackId('2') }];
  const playback = { ...opened(EMPTY_PLAYBACK, tracks, 0, seconds(70)), autoplay: true, isPlaying: true };
  expect(trackToPreload(playback, seconds(100), instant(0))).toBe(tracks[1]);
  expect(trackToPreload(playback, seconds(100.1), instant(0))).toBeNull();
});

describe('speeds', () => {
  law('a label can be read back', [aSpeed()], (speed) => {
    expect(asSpeed(Number.parseFloat(speedLabel(speed)))).toBe(speed);
  });

  law('slower after faster returns to the same speed, except at the fastest', [aSpeed()], (speed) => {
    expect(slower(faster(speed))).toBe(speed === 2.5 ? 2.4 : speed);
    expect(faster(slower(speed))).toBe(speed === 0.6 ? 0.7 : speed);
  });

  test('are the twenty exact decimals, one by one', () => {
    expect(Array.from({ length: 20 }, (_, at) => asSpeed(0.1 * (at + 1) + 0.5))).toEqual(SPEEDS);
    expect(asSpeed(1.2000000000000002)).toBe(1.2);
  });

  test('the default is 1, and the slowest and the fastest stay', () => {
    expect(DEFAULT_SPEED).toBe(1);
    const [slowest = DEFAULT_SPEED] = SPEEDS;
    const fastest = SPEEDS.at(-1) ?? DEFAULT_SPEED;
    expect(slower(slowest)).toBe(0.6);
    expect(faster(fastest)).toBe(2.5);
    expect([slower(DEFAULT_SPEED), faster(DEFAULT_SPEED)]).toEqual([0.9, 1.1]);
  });
});
