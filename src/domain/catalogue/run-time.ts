import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats as `m:ss`, and as `h:mm:ss` from one hour. A fraction of a second is not shown (CAT-55). */
export const formatRunTime = (runTime: Seconds): string => {
  const whole = Number.isFinite(runTime) ? Math.max(Math.floor(runTime), 0) : 0;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = twoDigits(whole % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
};

const SHOWN = /^(?:(?<hours>\d{1,6}):(?=[0-5]\d:))?(?<minutes>\d{1,6}):(?<rest>[0-5]\d)$/u;

/** Reads `m:ss` (with any number of minutes) and `h:mm:ss`. Null for any other text. */
export const parseRunTime = (text: string): Seconds | null => {
  const groups = SHOWN.exec(text.trim())?.groups;
  if (groups === undefined) return null;
  return seconds(
    Number(groups['hours'] ?? 0) * 3600 + Number(groups['minutes']) * 60 + Number(groups['rest']),
  );
};
