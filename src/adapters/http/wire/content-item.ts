import * as v from 'valibot';
import {
  type Author,
  authorId,
  type AuthorReference,
  type Category,
  categoryId,
  type Chapter,
  contentId,
  type ContentItem,
  ContentType,
  type Edition,
  type Narrator,
  narratorId,
  type NarratorReference,
  type Series,
  seriesId,
  type SeriesReference,
  type Topic,
  topicId,
} from '../../../domain/catalogue/content.ts';
import { isInstant, seconds } from '../../../domain/time.ts';
import {
  TRANSCRIPT_TYPES,
  type TranscriptMatch,
  type TranscriptSource,
} from '../../../domain/transcripts/transcript-source.ts';
import type { Log } from '../../../ports/log.ts';
import { decodedOnce } from './decoded.ts';
import { entryOf, pageOf, type ReadEntry, readList } from './lists.ts';
import {
  bound,
  flag,
  isNothing,
  logUnreadFields,
  optionalId,
  optionalNumber,
  optionalOrdinal,
  optionalText,
  readNumber,
  requiredText,
  requiredWords,
  runTime,
  text,
  windowOf,
  wireId,
  wirePosition,
} from './scalars.ts';

const CONTENT_TYPES = Object.values(ContentType);

/** Reads a content type by its code. An unknown code counts as the default type (CAT-51). */
export const contentType = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value): ContentType => {
      const code = readNumber(value);
      return CONTENT_TYPES.find((known) => known === code) ?? ContentType.DEFAULT;
    }),
  ),
  null,
);

/** Null for a type that is unknown, and for an address that is missing (TEXT-1). */
const readTranscriptSource: ReadEntry<TranscriptSource> = (entry) => {
  const parsed = v.safeParse(transcript, entry);
  if (!parsed.success) return null;
  const { url, language, label, type: sent } = parsed.output;
  const name = sent.split(';', 1)[0]?.trim().toLowerCase();
  const type = TRANSCRIPT_TYPES.find((known) => known === name);
  return type === undefined ? null : { url, type, language: (language ?? '').trim(), label: label ?? '' };
};

const transcript = v.object({
  url: requiredText,
  type: requiredText,
  language: optionalText,
  label: optionalText,
});

const chapter = v.pipe(
  v.object({
    // A chapter without a title is kept (CAT-56).
    chapter_title: v.optional(v.fallback(v.nullable(requiredWords), null), null),
    chapter_url: requiredText,
    chapter_index: optionalOrdinal,
    chapter_run_time: runTime,
    transcripts: v.optional(v.unknown()),
  }),
  v.check((sent) => sent.chapter_index !== null),
  v.transform((sent) => ({
    title: sent.chapter_title ?? `Chapter ${sent.chapter_index ?? 1}`,
    url: sent.chapter_url,
    index: sent.chapter_index ?? 1,
    runTime: sent.chapter_run_time,
    transcripts: sent.transcripts,
  })),
);

const match = v.pipe(
  v.object({
    chapter_index: optionalOrdinal,
    track_id: optionalId,
    start: runTime,
    text: requiredWords,
  }),
  v.transform((sent): TranscriptMatch => ({
    chapterIndex: sent.chapter_index,
    trackId: sent.track_id,
    start: sent.start ?? seconds(0),
    text: sent.text,
  })),
);

const authorReference = v.pipe(
  v.object({ id: wireId, name: requiredWords }),
  v.transform((sent): AuthorReference => ({ id: authorId(sent.id), name: sent.name })),
);

const narratorReference = v.pipe(
  v.object({ id: wireId, name: requiredWords }),
  v.transform((sent): NarratorReference => ({ id: narratorId(sent.id), name: sent.name })),
);

// A number without text is read as well: `sequence: 2`.
const sequence = v.optional(
  v.fallback(
    v.nullable(
      v.pipe(
        requiredWords,
        v.transform((words) => words.trim()),
      ),
    ),
    null,
  ),
  null,
);

const seriesReference = v.pipe(
  v.object({ id: wireId, name: requiredWords, sequence }),
  v.transform((sent): SeriesReference => ({ ...sent, id: seriesId(sent.id) })),
);

/** A year, a month or a day. The time of a day is cut off. */
const published = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((sent): string | null =>
      typeof sent === 'string' || typeof sent === 'number'
        ? (/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?![\d-])/u.exec(
            String(sent).trim(),
          )?.[0] ?? null)
        : null,
    ),
  ),
  null,
);

const named = v.union([
  requiredWords,
  v.pipe(
    v.object({ name: requiredWords }),
    v.transform((sent) => sent.name),
  ),
]);

const progress = v.object({ position: wirePosition, chapter_index: optionalOrdinal });

const item = v.object({
  id: wireId,
  content_id: optionalId,
  title: requiredWords,
  description: text,
  img_url: optionalText,
  content_type: contentType,
  run_time: runTime,
  chapter_info: v.optional(v.unknown()),
  tracks: v.optional(v.unknown()),
  author_info: v.optional(v.unknown()),
  narrators: v.optional(v.unknown()),
  series: v.optional(v.unknown()),
  editions: v.optional(v.unknown()),
  category_info: v.optional(v.unknown()),
  topic_info: v.optional(v.unknown()),
  valid_from: bound,
  valid_till: bound,
  listen_free: flag(false),
  listen_free_start: bound,
  listen_free_end: bound,
  has_listen_free_content: flag(false),
  is_purchased: flag(false),
  is_favorite: flag(false),
  discount_price: optionalNumber,
  discount_start: bound,
  discount_end: bound,
  index: optionalNumber,
  day_number: optionalNumber,
  published_at: bound,
  season: optionalOrdinal,
  published,
  language: optionalText,
  url: optionalText,
  pdf_url: optionalText,
  transcripts: v.optional(v.unknown()),
  matches: v.optional(v.unknown()),
  progress: v.optional(v.fallback(v.nullable(progress), null), null),
});

type SentItem = v.InferOutput<typeof item>;

const readSentChapter = entryOf(chapter);
const readChapter: ReadEntry<Chapter> = (entry, log) => {
  const sent = readSentChapter(entry, log);
  return sent === null ? null : { ...sent, transcripts: readTranscripts(sent.transcripts, log) };
};
const readTranscripts = (sent: unknown, log: Log): readonly TranscriptSource[] =>
  readList(sent, 'transcripts', readTranscriptSource, log) ?? [];
const readMatch = entryOf(match);
const readAuthorReference = entryOf(authorReference);
const readNarratorReference = entryOf(narratorReference);
const readSeriesReference = entryOf(seriesReference);
const readSentEdition = entryOf(
  v.object({ id: wireId, title: requiredWords, run_time: runTime, narrators: v.optional(v.unknown()) }),
);
const readEdition: ReadEntry<Edition> = (entry, log) => {
  const sent = readSentEdition(entry, log);
  return (
    sent && {
      id: contentId(sent.id),
      title: sent.title,
      runTime: sent.run_time,
      narrators: readList(asList(sent.narrators), 'narrators', readNarratorReference, log) ?? [],
    }
  );
};
const readName = entryOf(named);

const BOUNDS = [
  'valid_from',
  'valid_till',
  'listen_free_start',
  'listen_free_end',
  'discount_start',
  'discount_end',
] as const;

const logUnreadableBounds = (sent: SentItem, log: Log): void => {
  const fields = BOUNDS.filter((field) => sent[field] === 'unreadable');
  if (fields.length > 0) log.warn('A date of a content item cannot be read', { id: sent.id, fields });
};

// A single name or `{ name }` instead of a list counts as a list with one name.
const asList = (sent: unknown): unknown => (Array.isArray(sent) || isNothing(sent) ? sent : [sent]);

const readOwnTrack = (entry: unknown, log: Log): ContentItem | null => readItem(entry, log, false);

const readItem = (entry: unknown, log: Log, withTracks: boolean): ContentItem | null => {
  const parsed = v.safeParse(item, entry, { abortEarly: true });
  if (!parsed.success) return null;
  const sent = parsed.output;
  logUnreadableBounds(sent, log);
  logUnreadFields(`content item ${sent.id}`, entry, sent, log);
  return {
    id: contentId(sent.id),
    contentId: sent.content_id === null ? null : contentId(sent.content_id),
    title: sent.title,
    description: sent.description,
    imageUrl: sent.img_url,
    type: sent.content_type ?? ContentType.DEFAULT,
    runTime: sent.run_time,
    chapters: readList(sent.chapter_info, 'chapter_info', readChapter, log) ?? [],
    // Tracks inside tracks are ignored, because a response may nest without end (CAT-58).
    tracks: withTracks ? (readList(sent.tracks, 'tracks', readOwnTrack, log) ?? []) : [],
    authors: readList(asList(sent.author_info), 'author_info', readAuthorReference, log) ?? [],
    narrators: readList(asList(sent.narrators), 'narrators', readNarratorReference, log) ?? [],
    series: readList(asList(sent.series), 'series', readSeriesReference, log) ?? [],
    editions: readList(sent.editions, 'editions', readEdition, log) ?? [],
    categories: readList(asList(sent.category_info), 'category_info', readName, log) ?? [],
    topics: readList(asList(sent.topic_info), 'topic_info', readName, log) ?? [],
    validity: windowOf(sent.valid_from, sent.valid_till),
    listenFree: sent.listen_free,
    listenFreeWindow: windowOf(sent.listen_free_start, sent.listen_free_end),
    hasListenFreeContent: sent.has_listen_free_content,
    isPurchased: sent.is_purchased,
    isFavorite: sent.is_favorite,
    discount: {
      price: sent.discount_price ?? 0,
      window: windowOf(sent.discount_start, sent.discount_end),
    },
    index: sent.index,
    dayNumber: sent.day_number,
    publishedAt: sent.published_at !== null && isInstant(sent.published_at) ? sent.published_at : null,
    season: sent.season,
    published: sent.published,
    language: sent.language,
    url: sent.url,
    pdfUrl: sent.pdf_url,
    transcripts: readTranscripts(sent.transcripts, log),
    matches: readList(sent.matches, 'matches', readMatch, log) ?? [],
    progress:
      sent.progress === null
        ? null
        : { position: sent.progress.position ?? seconds(0), chapterIndex: sent.progress.chapter_index },
  };
};

/** Reads a content item. Returns null if it has no id or no title (CAT-49). */
export const readContentItem = (entry: unknown, log: Log): ContentItem | null => readItem(entry, log, true);

export const decodeItemPage = decodedOnce(pageOf('content items', readContentItem));

const pictured = v.object({ id: wireId, name: requiredWords, img_url: optionalText });

/** An author, a topic or a category: an id, a name and an optional picture. */
const readPictured = entryOf(pictured);

export const readAuthor: ReadEntry<Author> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: authorId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readNarrator: ReadEntry<Narrator> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: narratorId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readSeries: ReadEntry<Series> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: seriesId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readTopic: ReadEntry<Topic> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: topicId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readCategory: ReadEntry<Category> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: categoryId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const decodeAuthorPage = decodedOnce(pageOf('authors', readAuthor));
