import type { ContentItem } from '../../domain/content.ts';

/**
 * How far the listener has come in an item, from 0 to 1; null where it cannot be told: nothing heard yet, no
 * run time, or a place in a chapter of a book whose chapters have not come along.
 */
export const listenedPart = (item: Pick<ContentItem, 'progress' | 'runTime' | 'chapters'>): number | null => {
  const { progress, runTime, chapters } = item;
  if (progress === null) return null;
  const { chapterIndex, position } = progress;
  if (chapterIndex === null) return part(position, runTime);
  if (!chapters.some((chapter) => chapter.index === chapterIndex)) return null;
  const span = (upTo: number): number =>
    chapters.reduce((sum, chapter) => sum + (chapter.index < upTo ? (chapter.runTime ?? 0) : 0), 0);
  return part(span(chapterIndex) + position, runTime ?? span(Number.POSITIVE_INFINITY));
};

const part = (heard: number, whole: number | null): number | null =>
  whole === null || !(whole > 0) || !(heard > 0) ? null : Math.min(heard / whole, 1);
