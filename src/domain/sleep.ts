import { milliseconds } from './time.ts';
import type { Instant, Milliseconds } from './time.ts';

/** Section 5, sleep timer options: minutes; 0 is no sleep. */
export const SLEEP_OPTIONS = [0, 5, 15, 30, 60, 120] as const;
export type SleepMinutes = (typeof SLEEP_OPTIONS)[number];

/** Contract 5: what a choice reads. */
export const sleepLabel = (minutes: SleepMinutes): string =>
  minutes === 0 ? 'No sleep' : `${minutes} minutes`;

/**
 * Puts the listener to sleep after so much time spent playing (contract 3.12). It holds time stamps, not
 * a count of ticks, so that ticks that a hidden page or a sleeping computer never made are not missed.
 * `playedBefore` is what was played up to the last pause, `playingSince` when it last went on.
 */
export type SleepTimer =
  | { readonly kind: 'off' }
  | { readonly kind: 'end-of-chapter' }
  | {
      readonly kind: 'minutes';
      readonly minutes: SleepMinutes;
      readonly playedBefore: Milliseconds;
      readonly playingSince: Instant | null;
    };

/** No sleep chosen. */
export const NO_SLEEP: SleepTimer = { kind: 'off' };

/** The listener chose; time counts as playing from `now` on, until `sleepPaused`. */
export const startSleep = (choice: SleepMinutes | 'end-of-chapter', now: Instant): SleepTimer => {
  if (choice === 0) return NO_SLEEP;
  if (choice === 'end-of-chapter') return { kind: 'end-of-chapter' };
  return { kind: 'minutes', minutes: choice, playedBefore: milliseconds(0), playingSince: now };
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

/** Section 4, player: the chosen minutes have been played. The end of a chapter is never due by time. */
export const isSleepDue = (timer: SleepTimer, now: Instant): boolean => sleepRemaining(timer, now) === 0;
