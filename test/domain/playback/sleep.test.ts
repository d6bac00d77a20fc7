import { t } from 'audio-streaming-translations/translate';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isDrifting,
  isSleepDue,
  NO_SLEEP,
  SLEEP_FADE,
  sleepDrifting,
  sleepExtended,
  sleepLoudness,
  SLEEP_OPTIONS,
  sleepLabel,
  sleepMinutesLeft,
  sleepPaused,
  sleepPlaying,
  sleepRemaining,
  startSleep,
  type Drift,
  type SleepMinutes,
  type SleepTimer,
} from '../../../src/domain/playback/sleep.ts';
import { milliseconds, seconds, type Milliseconds } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { aSleepTimer } from '../../arbitraries/track.ts';
import { anElapsedTime, aPosition } from '../../arbitraries/time.ts';
import { law } from 'audio-streaming-laws/laws';

const timed = (): fc.Arbitrary<SleepMinutes> => fc.constantFrom(5, 15, 30, 60, 120);
const start = (): fc.Arbitrary<Milliseconds> => fc.integer({ min: 0, max: 2 ** 42 }).map(milliseconds);
const span = (): fc.Arbitrary<number> => fc.integer({ min: 0, max: 10_000_000 });
const later = (at: Milliseconds, by: number): Milliseconds => milliseconds(at + by);

describe('the sleep timer', () => {
  law(
    'is due exactly when the chosen minutes have been played (PLAY-36)',
    [timed(), start()],
    (minutes, now) => {
      const timer = startSleep(minutes, now);
      expect(isSleepDue(timer, later(now, minutes * 60_000 - 1))).toBe(false);
      expect(isSleepDue(timer, later(now, minutes * 60_000))).toBe(true);
    },
  );

  law(
    'is due when the computer wakes up, however long it slept',
    [timed(), start(), span()],
    (minutes, now, slept) => {
      expect(isSleepDue(startSleep(minutes, now), later(now, minutes * 60_000 + slept))).toBe(true);
    },
  );

  law(
    'a pause does not reduce the remaining time (PLAY-35)',
    [timed(), start(), span(), span()],
    (minutes, now, playing, pausing) => {
      const paused = sleepPaused(startSleep(minutes, now), later(now, playing));
      const resumed = sleepPlaying(paused, later(now, playing + pausing));
      expect(sleepRemaining(paused, later(now, playing + pausing))).toBe(
        sleepRemaining(paused, later(now, playing)),
      );
      expect(sleepRemaining(resumed, later(now, playing + pausing))).toBe(sleepRemaining(paused, now));
    },
  );

  law(
    'shows the chosen minutes at first, and one less after each minute of playing',
    [timed(), start(), fc.integer({ min: 0, max: 299 })],
    (minutes, now, playedSeconds) => {
      const timer = startSleep(minutes, now);
      const left = sleepMinutesLeft(timer, later(now, playedSeconds * 1000));
      expect(left).toBe(minutes - Math.floor(playedSeconds / 60));
    },
  );

  law(
    'time counts the same in one part or in two',
    [timed(), start(), span(), span(), span()],
    (minutes, now, one, gap, two) => {
      const paused = sleepPaused(startSleep(minutes, now), later(now, one));
      const resumed = sleepPlaying(paused, later(now, one + gap));
      expect(sleepRemaining(resumed, later(now, one + gap + two))).toBe(
        sleepRemaining(startSleep(minutes, now), later(now, one + two)),
      );
    },
  );

  law(
    'a repeated event changes nothing',
    [aSleepTimer(), anElapsedTime(), anElapsedTime()],
    (timer, now, again) => {
      const playing = sleepPlaying(timer, now);
      const paused = sleepPaused(timer, now);
      expect(sleepPlaying(playing, again)).toBe(playing);
      expect(sleepPaused(paused, again)).toBe(paused);
    },
  );

  law('is due exactly when no time remains', [aSleepTimer(), anElapsedTime()], (timer, now) => {
    expect(isSleepDue(timer, now)).toBe(sleepRemaining(timer, now) === 0);
  });

  law('the remaining time never grows', [aSleepTimer(), start(), span()], (timer, now, passed) => {
    const left = sleepRemaining(timer, later(now, passed));
    if (left !== null) expect(left).toBeLessThanOrEqual(sleepRemaining(timer, now) ?? -1);
  });

  law(
    'the remaining time is between zero and the chosen time',
    [aSleepTimer(), anElapsedTime()],
    (timer, now) => {
      const left = sleepRemaining(timer, now);
      if (timer.kind === 'minutes') {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(timer.minutes * 60_000);
      } else expect(left).toBeNull();
    },
  );

  law(
    'a clock that is set back does not change the remaining time (PLAY-35)',
    [timed(), start(), span()],
    (minutes, now, back) => {
      const timer = startSleep(minutes, now);
      expect(sleepRemaining(timer, later(now, -back))).toBe(minutes * 60_000);
      expect(sleepRemaining(sleepPaused(timer, later(now, -back)), now)).toBe(minutes * 60_000);
    },
  );

  law(
    'no sleep and the end of a chapter are never due by time',
    [fc.constantFrom<SleepTimer>(NO_SLEEP, { kind: 'end-of-chapter' }), anElapsedTime(), anElapsedTime()],
    (timer, now, other) => {
      expect(isSleepDue(sleepPaused(sleepPlaying(timer, now), other), other)).toBe(false);
      expect(sleepPlaying(timer, now)).toBe(timer);
      expect(sleepPaused(timer, now)).toBe(timer);
      expect(sleepRemaining(timer, now)).toBeNull();
    },
  );

  test('offers the fixed choices with their labels (PLAY-34)', () => {
    expect(SLEEP_OPTIONS).toEqual([0, 5, 15, 30, 60, 120]);
    expect(SLEEP_OPTIONS.map((each) => t(sleepLabel(each)))).toEqual([
      'No sleep',
      '5 minutes',
      '15 minutes',
      '30 minutes',
      '60 minutes',
      '120 minutes',
    ]);
  });

  test('choosing no sleep turns the timer off, and the end of the chapter is a choice of its own (PLAY-34)', () => {
    expect(startSleep(0, milliseconds(1))).toBe(NO_SLEEP);
    expect(NO_SLEEP).toEqual({ kind: 'off' });
    expect(startSleep('end-of-chapter', milliseconds(1))).toEqual({ kind: 'end-of-chapter' });
    expect(startSleep(15, milliseconds(1))).toEqual({
      kind: 'minutes',
      minutes: 15,
      playedBefore: 0,
      playingSince: 1,
      drift: null,
    });
  });
});

const aDrift = (): fc.Arbitrary<Drift> =>
  fc.record({ track: fc.string().map(trackId), position: aPosition() });

describe('the fade before sleep', () => {
  law(
    'the volume is between 0 and 1: 1 before the fade, 0 when the timer is due (PLAY-37)',
    [aSleepTimer(), anElapsedTime()],
    (timer, now) => {
      const loudness = sleepLoudness(timer, now);
      const remaining = sleepRemaining(timer, now);
      expect(loudness).toBeGreaterThanOrEqual(0);
      expect(loudness).toBeLessThanOrEqual(1);
      expect(loudness === 0).toBe(isSleepDue(timer, now));
      expect(loudness === 1).toBe(remaining === null || remaining >= SLEEP_FADE);
    },
  );

  law('the volume never rises', [timed(), start(), span(), span()], (minutes, now, one, two) => {
    const timer = startSleep(minutes, now);
    expect(sleepLoudness(timer, later(now, one + two))).toBeLessThanOrEqual(
      sleepLoudness(timer, later(now, one)),
    );
  });

  law(
    'the position at the start of the fade is stored, and later ones do not replace it',
    [timed(), start(), aDrift(), aDrift(), fc.integer({ min: 1, max: 20_000 }), fc.nat({ max: 20_000 })],
    (minutes, now, first, second, into, more) => {
      const timer = startSleep(minutes, now);
      const fade = later(now, minutes * 60_000 - SLEEP_FADE);
      expect(sleepDrifting(timer, first, fade)).toBe(timer);
      const drifting = sleepDrifting(timer, first, later(fade, into));
      expect(isDrifting(drifting)).toBe(true);
      const still = sleepDrifting(drifting, second, later(fade, into + more));
      expect(still).toBe(drifting);
      expect(still).toMatchObject({ drift: first });
    },
  );

  law(
    'an extension restarts the chosen time during the fade, and changes nothing before (PLAY-39)',
    [aSleepTimer(), start()],
    (timer, now) => {
      const extended = sleepExtended(timer, now);
      expect(isDrifting(extended)).toBe(false);
      if (!isDrifting(timer)) expect(extended).toBe(timer);
      else if (timer.kind === 'minutes') {
        expect(sleepRemaining(extended, now)).toBe(timer.minutes * 60_000);
        expect(extended).toMatchObject({ minutes: timer.minutes });
      }
    },
  );

  law(
    'an extension during a pause does not make the pause count',
    [timed(), start(), aDrift(), span()],
    (minutes, now, at, passed) => {
      const fade = later(now, minutes * 60_000 - 1);
      const paused = sleepPaused(sleepDrifting(startSleep(minutes, now), at, fade), fade);
      const extended = sleepExtended(paused, fade);
      expect(sleepRemaining(extended, later(fade, passed))).toBe(minutes * 60_000);
    },
  );

  test('there is no fade without chosen minutes', () => {
    const timer: SleepTimer = { kind: 'end-of-chapter' };
    expect(sleepDrifting(timer, { track: trackId('a'), position: seconds(1) }, milliseconds(1))).toBe(timer);
    expect(isDrifting(timer)).toBe(false);
  });
});

describe('the fade of the sleep timer', () => {
  const timer = startSleep(5, milliseconds(0));
  const drift: Drift = { track: trackId('1'), position: seconds(9) };

  test('halves the remaining time to a quarter of the volume', () => {
    expect(sleepLoudness(timer, milliseconds(300_000 - SLEEP_FADE))).toBe(1);
    expect(sleepLoudness(timer, milliseconds(300_000 - SLEEP_FADE / 2))).toBe(0.25);
    expect(sleepLoudness(timer, milliseconds(300_000))).toBe(0);
  });

  test('an extended timer counts from now, and only while it plays', () => {
    const now = milliseconds(295_000);
    const fading = sleepDrifting(timer, drift, now);
    expect(sleepExtended(fading, now)).toEqual({ ...timer, playingSince: now });
    expect(sleepExtended(sleepPaused(fading, now), now)).toEqual({ ...timer, playingSince: null });
  });
});
