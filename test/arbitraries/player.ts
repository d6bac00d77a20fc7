import * as fc from 'fast-check';
import {
  DEFAULT_SPEED,
  EMPTY_PLAYBACK,
  opened,
  type Playback,
  type Speed,
  SPEEDS,
} from '../../src/domain/playback/player.ts';
import { SLEEP_OPTIONS, type SleepMinutes, type SleepTimer } from '../../src/domain/playback/sleep.ts';
import { milliseconds } from '../../src/domain/time.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { anElapsedTime, aPosition } from './time.ts';
import { aTrackList } from './track.ts';

/** Any speed of the menu. */
export const aSpeed = (): fc.Arbitrary<Speed> =>
  fc.nat({ max: 19 }).map((index) => SPEEDS[index] ?? DEFAULT_SPEED);

/** Any choice of the sleep menu. */
export const sleepMinutes = (): fc.Arbitrary<SleepMinutes> => fc.constantFrom(...SLEEP_OPTIONS);

/** A sleep timer in any state: off, until the end of a chapter, counting or stopped. */
export const aSleepTimer = (): fc.Arbitrary<SleepTimer> =>
  fc.oneof(
    fc.constant<SleepTimer>({ kind: 'off' }),
    fc.constant<SleepTimer>({ kind: 'end-of-chapter' }),
    fc.record({
      kind: fc.constant('minutes' as const),
      minutes: sleepMinutes(),
      playedBefore: fc.integer({ min: 0, max: 10_000_000 }).map(milliseconds),
      playingSince: fc.option(anElapsedTime(), { nil: null }),
      drift: fc.option(fc.record({ track: fc.string().map(trackId), position: aPosition() }), { nil: null }),
    }),
  );

/** A player in any possible state, also empty. */
export const aPlayback = (): fc.Arbitrary<Playback> =>
  fc
    .tuple(aTrackList(), fc.nat({ max: 250 }), aPosition(), fc.boolean(), fc.boolean(), aSpeed())
    .map(([tracks, index, position, isPlaying, autoplay, speed]) => ({
      ...opened(EMPTY_PLAYBACK, tracks, index % Math.max(tracks.length, 1), position),
      isPlaying: isPlaying && tracks.length > 0,
      autoplay,
      speed,
    }));
