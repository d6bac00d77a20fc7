import { isBeyond } from '../playback/track-position.ts';
import type { ContentItem, ContentPosition } from '../catalogue/content.ts';
import { seconds, type Seconds } from '../time.ts';

type Measured = Pick<ContentItem, 'runTime' | 'chapters'>;

/** With less than this left, a title counts as finished, because only silence and credits remain (PROG-50). */
const END = seconds(5);

/** The run time of a title. Null if it is unknown. */
const wholeOf = ({ runTime, chapters }: Measured): number | null => {
  const whole = runTime ?? chapters.reduce((sum, chapter) => sum + (chapter.runTime ?? 0), 0);
  return whole > 0 ? whole : null;
};

/** The run time before the chapter of a position. Null if the chapter is unknown. */
const heardUpTo = ({ chapters }: Measured, { chapterIndex, position }: ContentPosition): number | null => {
  if (chapterIndex === null) return position;
  if (!chapters.some((chapter) => chapter.index === chapterIndex)) return null;
  const before = chapters.filter((chapter) => chapter.index < chapterIndex);
  return before.reduce<number>((sum, chapter) => sum + (chapter.runTime ?? 0), position);
};

/**
 * The heard time and the run time, in seconds. Null if one of them is unknown, if nothing was heard yet, or if the run
 * time is too short (PROG-75).
 */
const measure = (
  item: Measured,
  progress: ContentPosition | null,
): { heard: number; whole: number } | null => {
  const heard = progress === null ? null : heardUpTo(item, progress);
  const whole = wholeOf(item);
  if (heard === null || whole === null || !(heard > 0) || isBeyond(heard, whole)) return null;
  return { heard: Math.min(heard, whole), whole };
};

/**
 * The heard part of a title, from 0 to 1 (PROG-49). Null if nothing was heard yet, without a run time, or if the
 * chapters of a book were not sent.
 */
export const listenedPart = (item: Measured, progress: ContentPosition | null): number | null => {
  const measured = measure(item, progress);
  return measured === null ? null : measured.heard / measured.whole;
};

/** The time left from a position on. Null if it is unknown. */
export const timeLeft = (item: Measured, progress: ContentPosition | null): Seconds | null => {
  const measured = measure(item, progress);
  return measured === null ? null : seconds(measured.whole - measured.heard);
};

/** True if nothing is left to hear. */
export const isFinished = (item: Measured, progress: ContentPosition | null): boolean => {
  const left = timeLeft(item, progress);
  return left !== null && left < END;
};

/** The position at the end of a title. Null if it is unknown. */
export const positionAtEnd = ({ runTime, chapters }: Measured): ContentPosition | null => {
  const last = chapters.toSorted((one, other) => one.index - other.index).at(-1);
  const end = last === undefined ? runTime : last.runTime;
  return end === null ? null : { position: end, chapterIndex: last?.index ?? null };
};
