import type { PscNs } from 'feedsmith';
import * as v from 'valibot';

import { seconds } from '../../domain/time.ts';
import type { FeedChapter } from './feed.ts';
import { plainLine } from './plain-text.ts';
import { readStart } from './values.ts';

const inOrder = (chapters: readonly FeedChapter[]): readonly FeedChapter[] =>
  chapters.filter(({ title }) => title !== '').toSorted((one, other) => one.start - other.start);

/** Reads Podlove Simple Chapters, which are part of the feed. */
export const chaptersOf = (psc: PscNs.Item | undefined): readonly FeedChapter[] =>
  inOrder(
    (psc?.chapters ?? []).flatMap((chapter) => {
      const start = readStart(chapter.start ?? '');
      return start === null ? [] : [{ start, title: plainLine(chapter.title ?? '') }];
    }),
  );

const chapter = v.object({
  startTime: v.pipe(v.number(), v.finite(), v.minValue(0)),
  title: v.string(),
  toc: v.optional(v.unknown()),
});
const document = v.object({ chapters: v.array(v.unknown()) });

/**
 * Reads a Podcasting 2.0 chapters document. Returns null if the body is not such a document. Leaves out chapters that
 * the document excludes from its table of contents.
 */
export const readChaptersDocument = (body: unknown): readonly FeedChapter[] | null => {
  const parsed = v.safeParse(document, body);
  if (!parsed.success) return null;
  return inOrder(
    parsed.output.chapters.flatMap((entry) => {
      const decoded = v.safeParse(chapter, entry);
      if (!decoded.success || decoded.output.toc === false) return [];
      return [{ start: seconds(decoded.output.startTime), title: plainLine(decoded.output.title) }];
    }),
  );
};
