import { milliseconds } from '../time.ts';
import type { Instant, Milliseconds, Seconds } from '../time.ts';
import type { TrackId } from './track.ts';

/** Minutes; 0 is no sleep. */
export const SLEEP_OPTIONS = [0, 5, 15, 30, 60, 120] as const;
export type SleepMinutes = (typeof SLEEP_OPTIONS)[number];

/** What a choice reads. */
export const sleepLabel = (minutes: SleepMinutes): string =>
  minutes === 0 ? 'No sleep' : `${minutes} minutes`;

/**
 * Puts the listener to sleep after so much time spent playing. It holds time stamps, not
 * a count of ticks, so that ticks that a hidden page or a sleeping computer never made are not missed.
 * `playedBefore` is what was played up to the last pause, `playingSince` when it last went on, `drift` where
 * the listener was when the fade began; null before it.
 */
export type SleepTimer =
  | { readonly kind: 'off' }
  | { readonly kind: 'end-of-chapter' }
  | {
      readonly kind: 'minutes';
      readonly minutes: SleepMinutes;
      readonly playedBefore: Milliseconds;
      readonly playingSince: Instant | null;
      readonly drift: Drift | null;
    };

/** A place in a track: where the listener may have begun to fall asleep. */
export type Drift = { readonly track: TrackId; readonly position: Seconds };

/** The last of the chosen time, in which the sound goes down gently. */
export const SLEEP_FADE: Milliseconds = milliseconds(20_000);

/** No sleep chosen. */
export const NO_SLEEP: SleepTimer = { kind: 'off' };

/** The listener chose; time counts as playing from `now` on, until `sleepPaused`. */
export const startSleep = (choice: SleepMinutes | 'end-of-chapter', now: Instant): SleepTimer => {
  if (choice === 0) return NO_SLEEP;
  if (choice === 'end-of-chapter') return { kind: 'end-of-chapter' };
  return { kind: 'minutes', minutes: choice, playedBefore: milliseconds(0), playingSince: now, drift: null };
};

type Counting = Extract<SleepTimer, { kind: 'minutes' }>;

// A clock that was set back must not lengthen what is left.
const playedSoFar = (timer: Counting, now: Instant): Milliseconds =>
  milliseconds(
    timer.playedBefore + (timer.playingSince === null ? 0 : Math.max(now - timer.playingSince, 0)),
  );

/** Playing goes on: time counts again. */
export const sleepPlaying = (timer: SleepTimer, now: Instant): SleepTimer =>
  timer.kind !== 'minutes' || timer.playingSince !== null ? timer : { ...timer, playingSince: now };

/** Playing stopped: what was played is kept, the pause is not counted. */
export const sleepPaused = (timer: SleepTimer, now: Instant): SleepTimer =>
  timer.kind !== 'minutes' || timer.playingSince === null
    ? timer
    : { ...timer, playedBefore: playedSoFar(timer, now), playingSince: null };

/** What is left to play; null when no time was chosen (off, or the end of the chapter). */
export const sleepRemaining = (timer: SleepTimer, now: Instant): Milliseconds | null =>
  timer.kind === 'minutes'
    ? milliseconds(Math.max(timer.minutes * 60_000 - playedSoFar(timer, now), 0))
    : null;

/** The chosen minutes have been played. The end of a chapter is never due by time. */
export const isSleepDue = (timer: SleepTimer, now: Instant): boolean => sleepRemaining(timer, now) === 0;

/** How loud the sound is to be, from 1 to 0: gently down through the fade, silent when the time is over. */
export const sleepLoudness = (timer: SleepTimer, now: Instant): number => {
  const remaining = sleepRemaining(timer, now);
  if (remaining === null || remaining >= SLEEP_FADE) return 1;
  // The ear hears in proportions: an even fade seems to fall off at its end.
  return (remaining / SLEEP_FADE) ** 2;
};

/** Where the sound is while it fades; the place that it had when the fade began is kept. */
export const sleepDrifting = (timer: SleepTimer, place: Drift, now: Instant): SleepTimer => {
  if (timer.kind !== 'minutes' || timer.drift !== null || sleepLoudness(timer, now) === 1) return timer;
  return { ...timer, drift: place };
};

/** Whether the sound is fading, so that a sign of the listener counts as being awake. */
export const isDrifting = (timer: SleepTimer): boolean => timer.kind === 'minutes' && timer.drift !== null;

/** A key in the fade extends: the chosen minutes begin anew. Before the fade nothing changes. */
export const sleepExtended = (timer: SleepTimer, now: Instant): SleepTimer => {
  if (timer.kind !== 'minutes' || timer.drift === null) return timer;
  const playingSince = timer.playingSince === null ? null : now;
  return { ...timer, playedBefore: milliseconds(0), playingSince, drift: null };
};
