import * as v from 'valibot';
import {
  authorId,
  contentId,
  ContentType,
  type ContentItem,
  type ContentType as ContentTypeCode,
  narratorId,
  seriesId,
} from '../../domain/catalogue/content.ts';
import { instant, seconds, type Bound } from '../../domain/time.ts';
import { TRANSCRIPT_TYPES } from '../../domain/catalogue/transcript-source.ts';

// Stored data may be forged: it is decoded like any other input.

export const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
export const text = v.string();
export const finite = v.pipe(v.number(), v.finite());
export const span = v.pipe(finite, v.minValue(0), v.transform(seconds));

const bound = v.union([
  v.pipe(
    finite,
    v.transform((value): Bound => instant(value)),
  ),
  v.picklist(['absent', 'unreadable']),
]);
export const window = v.object({ from: bound, till: bound });
export const publishedAt = nullable(v.pipe(finite, v.transform(instant)));
export const transcripts = v.array(
  v.object({ url: text, type: v.picklist(TRANSCRIPT_TYPES), language: text, label: text }),
);

const types = Object.values(ContentType) as readonly number[];
export const contentType = v.pipe(
  v.number(),
  v.check((code) => types.includes(code)),
  v.transform((code): ContentTypeCode => Object.values(ContentType).find((type) => type === code) ?? 0),
);

// Half a surrogate pair cannot be part of an address. A link with it would break the view that shows the link.
const linkable = v.pipe(
  text,
  v.check((value) => value.isWellFormed()),
);
export const id = v.pipe(linkable, v.nonEmpty(), v.transform(contentId));
export const author = v.object({ id: v.pipe(linkable, v.transform(authorId)), name: text });

const narrator = v.object({ id: v.pipe(linkable, v.transform(narratorId)), name: text });
const series = v.object({
  id: v.pipe(linkable, v.transform(seriesId)),
  name: text,
  sequence: nullable(text),
});

// What belongs to one response is not stored.
const none = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((): readonly [] => []),
  ),
  null,
);

/** The stored form of a content item. */
export const item: v.GenericSchema<unknown, ContentItem> = v.object({
  id,
  contentId: nullable(id),
  title: text,
  description: text,
  imageUrl: nullable(text),
  type: contentType,
  runTime: nullable(span),
  chapters: v.array(
    v.object({ title: text, url: text, index: finite, runTime: nullable(span), transcripts }),
  ),
  tracks: v.array(v.lazy(() => item)),
  authors: v.array(author),
  narrators: v.array(narrator),
  series: v.array(series),
  editions: none,
  categories: v.array(text),
  topics: v.array(text),
  validity: window,
  listenFree: v.boolean(),
  listenFreeWindow: window,
  hasListenFreeContent: v.boolean(),
  isPurchased: v.boolean(),
  isFavorite: v.boolean(),
  discount: v.object({ price: finite, window }),
  index: nullable(finite),
  dayNumber: nullable(finite),
  publishedAt,
  season: nullable(finite),
  published: nullable(text),
  language: nullable(text),
  url: nullable(text),
  pdfUrl: nullable(text),
  transcripts,
  matches: none,
  progress: nullable(v.object({ position: span, chapterIndex: nullable(finite) })),
});
