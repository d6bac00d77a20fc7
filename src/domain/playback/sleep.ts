import { message, type Message } from '../message.ts';
import { milliseconds, type Milliseconds, type Seconds } from '../time.ts';
import type { TrackId } from './track.ts';

/** The choices in minutes. 0 means no sleep timer. */
export const SLEEP_OPTIONS = [0, 5, 15, 30, 60, 120] as const;
/** One of `SLEEP_OPTIONS`. 0 means no sleep timer. */
export type SleepMinutes = (typeof SLEEP_OPTIONS)[number];

/** What the listener can choose: minutes, or the end of the chapter. */
export type SleepChoice = SleepMinutes | 'end-of-chapter';

/** True from eight in the evening until five in the morning, by the listener's own clock (PLAY-130). */
export const isEvening = (hour: number): boolean => hour >= 20 || hour < 5;

/** The label of a choice. */
export const sleepLabel = (minutes: SleepMinutes): Message =>
  minutes === 0
    ? message('No sleep')
    : message('{minutes, plural, one {# minute} other {# minutes}}', { minutes });

/**
 * The sleep timer. Only time spent playing counts. It stores times instead of counting ticks, because a hidden page
 * or a sleeping computer makes no ticks. `playedBefore` is the time played until the last pause, and `playingSince`
 * the last start. `drift` is the position at the start of the fade, null before.
 *
 * All times are measured by `Clock.elapsed`, which never jumps. If the clock of the computer were used, a correction
 * of this clock would end the timer too early or too late (PLAY-35).
 */
export type SleepTimer =
  | { readonly kind: 'off' }
  | { readonly kind: 'end-of-chapter' }
  | {
      readonly kind: 'minutes';
      readonly minutes: SleepMinutes;
      readonly playedBefore: Milliseconds;
      readonly playingSince: Milliseconds | null;
      readonly drift: Drift | null;
    };

/** A position in a track, where the listener may have fallen asleep. */
export type Drift = { readonly track: TrackId; readonly position: Seconds };

/** The last part of the chosen time, in which the volume fades (PLAY-37). */
export const SLEEP_FADE: Milliseconds = milliseconds(20_000);

/** No sleep timer. */
export const NO_SLEEP: SleepTimer = { kind: 'off' };

/** Starts the chosen timer. Time counts as playing from `now` until `sleepPaused`. */
export const startSleep = (choice: SleepMinutes | 'end-of-chapter', now: Milliseconds): SleepTimer => {
  if (choice === 0) return NO_SLEEP;
  if (choice === 'end-of-chapter') return { kind: 'end-of-chapter' };
  return { kind: 'minutes', minutes: choice, playedBefore: milliseconds(0), playingSince: now, drift: null };
};

type Counting = Extract<SleepTimer, { kind: 'minutes' }>;

const playedSoFar = (timer: Counting, now: Milliseconds): Milliseconds =>
  milliseconds(
    timer.playedBefore + (timer.playingSince === null ? 0 : Math.max(now - timer.playingSince, 0)),
  );

/** Playback continues, so time counts again. */
export const sleepPlaying = (timer: SleepTimer, now: Milliseconds): SleepTimer =>
  timer.kind !== 'minutes' || timer.playingSince !== null ? timer : { ...timer, playingSince: now };

/** Playback paused. The time played so far still counts. */
export const sleepPaused = (timer: SleepTimer, now: Milliseconds): SleepTimer =>
  timer.kind !== 'minutes' || timer.playingSince === null
    ? timer
    : { ...timer, playedBefore: playedSoFar(timer, now), playingSince: null };

/** The remaining playing time. Null without a time (off, or the end of the chapter). */
export const sleepRemaining = (timer: SleepTimer, now: Milliseconds): Milliseconds | null =>
  timer.kind === 'minutes'
    ? milliseconds(Math.max(timer.minutes * 60_000 - playedSoFar(timer, now), 0))
    : null;

/** The remaining playing time in minutes, rounded up. Null without a time. */
export const sleepMinutesLeft = (timer: SleepTimer, now: Milliseconds): number | null => {
  const remaining = sleepRemaining(timer, now);
  return remaining === null ? null : Math.ceil(remaining / 60_000);
};

/** True if the chosen minutes have been played. The end of a chapter is never due by time (PLAY-36). */
export const isSleepDue = (timer: SleepTimer, now: Milliseconds): boolean => sleepRemaining(timer, now) === 0;

/** The volume from 1 to 0: it falls during the fade and is silent at its end. */
export const sleepLoudness = (timer: SleepTimer, now: Milliseconds): number => {
  const remaining = sleepRemaining(timer, now);
  if (remaining === null || remaining >= SLEEP_FADE) return 1;
  // Loudness is heard in proportions, so a linear fade seems to drop suddenly at its end.
  return (remaining / SLEEP_FADE) ** 2;
};

/** Stores the position at the start of the fade. Later positions do not replace it. */
export const sleepDrifting = (timer: SleepTimer, position: Drift, now: Milliseconds): SleepTimer => {
  if (timer.kind !== 'minutes' || timer.drift !== null || sleepLoudness(timer, now) === 1) return timer;
  return { ...timer, drift: position };
};

/** True during the fade, when any action of the listener means that they are awake. */
export const isDrifting = (timer: SleepTimer): boolean => timer.kind === 'minutes' && timer.drift !== null;

/** Restarts the chosen minutes during the fade. Before the fade, nothing changes. */
export const sleepExtended = (timer: SleepTimer, now: Milliseconds): SleepTimer => {
  if (timer.kind !== 'minutes' || timer.drift === null) return timer;
  const playingSince = timer.playingSince === null ? null : now;
  return { ...timer, playedBefore: milliseconds(0), playingSince, drift: null };
};
