import type { ContentItem, Progress } from '../catalogue/content.ts';
import { seconds, type Seconds } from '../time.ts';

type Measured = Pick<ContentItem, 'runTime' | 'chapters'>;

/** So close to its end a title counts as finished: what is left is silence and credits. */
const END = seconds(5);

/** How long a title is; null where it is not told. */
const wholeOf = ({ runTime, chapters }: Measured): number | null => {
  const whole = runTime ?? chapters.reduce((sum, chapter) => sum + (chapter.runTime ?? 0), 0);
  return whole > 0 ? whole : null;
};

/** How much of a title lies before a place in it; null where the place's chapter is not known. */
const heardUpTo = ({ chapters }: Measured, { chapterIndex, position }: Progress): number | null => {
  if (chapterIndex === null) return position;
  if (!chapters.some((chapter) => chapter.index === chapterIndex)) return null;
  const before = chapters.filter((chapter) => chapter.index < chapterIndex);
  return before.reduce<number>((sum, chapter) => sum + (chapter.runTime ?? 0), position);
};

/** What is heard and what there is to hear, in seconds; null where either cannot be told, or nothing is heard yet. */
const measure = (item: Measured, progress: Progress | null): { heard: number; whole: number } | null => {
  const heard = progress === null ? null : heardUpTo(item, progress);
  const whole = wholeOf(item);
  return heard === null || whole === null || !(heard > 0) ? null : { heard: Math.min(heard, whole), whole };
};

/**
 * How far a place is in a title, from 0 to 1; null where it cannot be told: nothing heard yet, no run time, or a
 * place in a chapter of a book whose chapters have not come along.
 */
export const listenedPart = (item: Measured, progress: Progress | null): number | null => {
  const measured = measure(item, progress);
  return measured === null ? null : measured.heard / measured.whole;
};

/** What is left to hear from a place on; null where it cannot be told. */
export const timeLeft = (item: Measured, progress: Progress | null): Seconds | null => {
  const measured = measure(item, progress);
  return measured === null ? null : seconds(measured.whole - measured.heard);
};

/** Whether nothing is left to hear. */
export const isFinished = (item: Measured, progress: Progress | null): boolean => {
  const left = timeLeft(item, progress);
  return left !== null && left < END;
};

/** The place at the end of a title; null where that is not known. */
export const positionAtEnd = ({ runTime, chapters }: Measured): Progress | null => {
  const last = chapters.toSorted((one, other) => one.index - other.index).at(-1);
  const end = last === undefined ? runTime : last.runTime;
  return end === null ? null : { position: end, chapterIndex: last?.index ?? null };
};
