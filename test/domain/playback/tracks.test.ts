import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  SKIP_STEP,
  asSpeed,
  DEFAULT_SPEED,
  EMPTY_PLAYBACK,
  faster,
  opened,
  slower,
  speedLabel,
  SPEEDS,
  trackToPreload,
} from '../../../src/domain/playback/player.ts';
import { isTrackValid } from '../../../src/domain/entitlement/play-decision.ts';
import { isJump, rewindAfter } from '../../../src/domain/playback/rewind.ts';
import { isSpeedElsewhere } from '../../../src/domain/progress/position.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, milliseconds, seconds } from '../../../src/domain/time.ts';
import { PLAIN_TRACK, aPlayback, aSpeed } from '../../arbitraries/track.ts';
import { anInstant, aPosition } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

law('a jump in one direction is a jump in the other', [aPosition(), aPosition()], (one, other) => {
  expect(isJump(one, other)).toBe(isJump(other, one));
});

law('one or two skips are not a jump', [aPosition()], (position) => {
  expect(isJump(position, seconds(position + SKIP_STEP))).toBe(false);
  expect(isJump(position, seconds(position + 2 * SKIP_STEP))).toBe(false);
  expect(isJump(position, position)).toBe(false);
});

test('a minute is a jump', () => {
  expect(isJump(seconds(60), seconds(120))).toBe(true);
  expect(isJump(seconds(120), seconds(60))).toBe(true);
});

test('a jump starts at 31 seconds (PLAY-41)', () => {
  expect(isJump(seconds(10), seconds(41))).toBe(true);
  expect(isJump(seconds(10), seconds(40.9))).toBe(false);
});

const pause = () => fc.integer({ min: -1_000_000, max: 10_000_000 }).map(milliseconds);

law(
  'never goes back further than the length of the pause, or half a minute (PLAY-43)',
  [pause()],
  (length) => {
    const back = rewindAfter(length);
    expect(back).toBeGreaterThanOrEqual(0);
    expect(back).toBeLessThanOrEqual(Math.min(Math.max(length, 0) / 1000, 30));
  },
);

law('never goes back less after a longer pause (PLAY-43)', [pause(), pause()], (one, other) => {
  const [shorter, longer] = one < other ? [one, other] : [other, one];
  expect(rewindAfter(longer)).toBeGreaterThanOrEqual(rewindAfter(shorter));
});

test('goes back in proportion: six seconds after a minute, thirty after an hour (PLAY-43)', () => {
  expect(rewindAfter(milliseconds(60_000))).toBe(6);
  expect(rewindAfter(milliseconds(3_600_000))).toBe(30);
  expect(rewindAfter(milliseconds(Number.NaN))).toBe(0);
});

law(
  'a speed that was chosen here counts, unless the provider has a later one (PLAY-31)',
  [fc.integer(), fc.integer({ min: -100_000, max: 100_000 }), fc.boolean()],
  (chosenAt, after, isPositionElsewhere) => {
    const isElsewhere = isSpeedElsewhere(instant(chosenAt + after), instant(chosenAt), isPositionElsewhere);
    expect(isElsewhere).toBe(after > 5_000);
  },
);

test('without a time in the record, the side with the newer position counts (PLAY-31)', () => {
  expect(isSpeedElsewhere(null, instant(1_000), true)).toBe(true);
  expect(isSpeedElsewhere(null, instant(1_000), false)).toBe(false);
});

test('a speed that the provider heard of within the tolerance of clocks is not newer (PLAY-31)', () => {
  expect(isSpeedElsewhere(instant(6_000), instant(1_000), false)).toBe(false);
  expect(isSpeedElsewhere(instant(6_001), instant(1_000), false)).toBe(true);
});

describe('the track to preload', () => {
  law(
    'is a valid track after the current one, and only near the end (PLAY-56)',
    [aPlayback(), aPosition(), anInstant()],
    (playback, duration, now) => {
      const next = trackToPreload(playback, duration, now);
      if (next === null) return;
      expect(playback.autoplay && playback.isPlaying).toBe(true);
      expect(playback.tracks.indexOf(next)).toBeGreaterThan(playback.index);
      expect(isTrackValid(next, now)).toBe(true);
      expect(duration - playback.position).toBeLessThanOrEqual(30 * playback.speed);
    },
  );

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

  test('is null on an empty player', () => {
    const playback = { ...opened(EMPTY_PLAYBACK, [], 0, seconds(0)), autoplay: true, isPlaying: true };
    expect(trackToPreload(playback, seconds(0), instant(0))).toBeNull();
  });
});

test('preloads from 30 seconds before the end (PLAY-56)', () => {
  const tracks = [PLAIN_TRACK, { ...PLAIN_TRACK, id: trackId('2') }];
  const playback = { ...opened(EMPTY_PLAYBACK, tracks, 0, seconds(70)), autoplay: true, isPlaying: true };
  expect(trackToPreload(playback, seconds(100), instant(0))).toBe(tracks[1]);
  expect(trackToPreload(playback, seconds(100.1), instant(0))).toBeNull();
});

describe('speeds', () => {
  law(
    'a speed is recognised within the error of binary fractions',
    [aSpeed(), fc.double({ min: -1e-9, max: 1e-9, noNaN: true })],
    (speed, noise) => {
      expect(asSpeed(speed + noise)).toBe(speed);
    },
  );

  law(
    'a number between two speeds is not a speed',
    [aSpeed(), fc.double({ min: 0.001, max: 0.099, noNaN: true })],
    (speed, off) => {
      expect(asSpeed(speed + off)).toBeNull();
      expect(asSpeed(speed - off)).toBeNull();
    },
  );

  law('any number is one of the twenty speeds or none', [fc.double()], (value) => {
    const speed = asSpeed(value);
    if (speed !== null) expect(SPEEDS).toContain(speed);
  });

  law('a label can be read back (PLAY-29)', [aSpeed()], (speed) => {
    expect(asSpeed(Number.parseFloat(speedLabel(speed)))).toBe(speed);
  });

  law('slower after faster returns to the same speed, except at the fastest', [aSpeed()], (speed) => {
    expect(slower(faster(speed))).toBe(speed === 2.5 ? 2.4 : speed);
    expect(faster(slower(speed))).toBe(speed === 0.6 ? 0.7 : speed);
  });

  test('there are twenty exact decimals, slowest first (PLAY-29)', () => {
    expect(SPEEDS.join(' ')).toBe(
      '0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2 2.1 2.2 2.3 2.4 2.5',
    );
    expect(SPEEDS.map(speedLabel).join(' ')).toBe(
      '0.6x 0.7x 0.8x 0.9x 1.0x 1.1x 1.2x 1.3x 1.4x 1.5x 1.6x 1.7x 1.8x 1.9x 2.0x 2.1x 2.2x 2.3x 2.4x 2.5x',
    );
  });

  test('are the twenty exact decimals, one by one', () => {
    expect(Array.from({ length: 20 }, (_, at) => asSpeed(0.1 * (at + 1) + 0.5))).toEqual(SPEEDS);
    expect(asSpeed(1.2000000000000002)).toBe(1.2);
  });

  test.each([0, 0.5, 2.6, -1, Number.NaN, Infinity, 0.6 + 2e-6, 2.5 - 2e-6])('%s is not a speed', (value) => {
    expect(asSpeed(value)).toBeNull();
  });

  test('the default is 1, and the slowest and the fastest stay (PLAY-29)', () => {
    expect(DEFAULT_SPEED).toBe(1);
    const [slowest = DEFAULT_SPEED] = SPEEDS;
    const fastest = SPEEDS.at(-1) ?? DEFAULT_SPEED;
    expect(slower(slowest)).toBe(0.6);
    expect(faster(fastest)).toBe(2.5);
    expect([slower(DEFAULT_SPEED), faster(DEFAULT_SPEED)]).toEqual([0.9, 1.1]);
  });
});
