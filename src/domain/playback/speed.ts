import type { Brand } from '../brand.ts';

/** One of the twenty playback speeds. */
export type Speed = Brand<number, 'Speed'>;

const speed = (value: number): Speed => value as Speed;

/** 0.1 × n + 0.5 for n from 1 to 20, as exact decimals, slowest first. */
// Tenths are divided, not multiplied: 12 / 10 is 1.2, where 0.1 * 7 + 0.5 is 1.2000000000000002.
export const SPEEDS: readonly Speed[] = Array.from({ length: 20 }, (_, step) => speed((step + 6) / 10));

/** The speed of a title that has no speed of its own. */
export const DEFAULT_SPEED: Speed = speed(1);

const TOLERANCE = 1e-6;

/** The speed that a number means, within the error of binary fractions. Null if it is not a speed. */
export const asSpeed = (value: number): Speed | null =>
  SPEEDS.find((candidate) => Math.abs(candidate - value) < TOLERANCE) ?? null;

/** Formats as `0.6x` to `2.5x`, always with one decimal (PLAY-29). */
export const speedLabel = (value: Speed): string => `${value.toFixed(1)}x`;

/** The next faster speed. The fastest stays. */
export const faster = (value: Speed): Speed => SPEEDS.find((candidate) => candidate > value) ?? value;

/** The next slower speed. The slowest stays. */
export const slower = (value: Speed): Speed => SPEEDS.findLast((candidate) => candidate < value) ?? value;
