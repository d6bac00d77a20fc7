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
} from '../../../domain/catalogue/transcript-source.ts';
import type { Log } from '../../../ports/platform.ts';
import { pageOf, type ReadEntry, readList, decodedOnce } from './lists.ts';
import {
  isNothing,
  logUnreadFields,
  readBound,
  readId,
  readNumber,
  readOptionalText,
  readOrdinal,
  readPosition,
  readRequiredText,
  readRequiredWords,
  readLength,
  readRunTime,
  readText,
  readYes,
  windowOf,
} from './scalars.ts';

const CONTENT_TYPES = Object.values(ContentType);

/** Reads a content type by its code. An unknown code counts as the default type (CAT-51). */
export const readContentType = (value: unknown): ContentType => {
  const code = readNumber(value);
  return CONTENT_TYPES.find((known) => known === code) ?? ContentType.DEFAULT;
};

/** What was sent for one thing, by the name of the field. */
type Sent = Readonly<Record<string, unknown>>;

const isSent = (value: unknown): value is Sent => typeof value === 'object' && value !== null;

/** Null for a type that is unknown, and for an address that is missing (TEXT-1). */
const readTranscriptSource: ReadEntry<TranscriptSource> = (entry) => {
  if (!isSent(entry)) return null;
  const url = readRequiredText(entry['url']);
  const name = readRequiredText(entry['type'])?.split(';', 1)[0]?.trim().toLowerCase();
  const type = TRANSCRIPT_TYPES.find((known) => known === name);
  if (url === null || type === undefined) return null;
  const language = readOptionalText(entry['language'])?.trim() ?? '';
  return { url, type, language, label: readOptionalText(entry['label']) ?? '' };
};

const readChapter: ReadEntry<Chapter> = (entry, log) => {
  if (!isSent(entry)) return null;
  const url = readRequiredText(entry['chapter_url']);
  const index = readOrdinal(entry['chapter_index']);
  if (url === null || index === null) return null;
  return {
    // A chapter without a title is kept (CAT-56).
    // not translated: the screens say it in the language of the page
    title: readRequiredWords(entry['chapter_title']) ?? `Chapter ${index}`,
    url,
    index,
    runTime: readLength(entry['chapter_run_time']),
    transcripts: readTranscripts(entry['transcripts'], log),
  };
};

const readMatch: ReadEntry<TranscriptMatch> = (entry) => {
  const words = isSent(entry) ? readRequiredWords(entry['text']) : null;
  if (!isSent(entry) || words === null) return null;
  return {
    chapterIndex: readOrdinal(entry['chapter_index']),
    trackId: readId(entry['track_id']),
    start: readRunTime(entry['start']) ?? seconds(0),
    text: words,
  };
};

/** Makes a reader of an id and a name. */
const namedBy =
  <Id>(brand: (id: string) => Id): ReadEntry<{ readonly id: Id; readonly name: string }> =>
  (entry) => {
    if (!isSent(entry)) return null;
    const id = readId(entry['id']);
    const name = readRequiredWords(entry['name']);
    return id === null || name === null ? null : { id: brand(id), name };
  };

const readAuthorReference: ReadEntry<AuthorReference> = namedBy(authorId);
const readNarratorReference: ReadEntry<NarratorReference> = namedBy(narratorId);
const readNamedSeries = namedBy(seriesId);

// A number without text is read as well: `sequence: 2`.
const readSeriesReference: ReadEntry<SeriesReference> = (entry, log) => {
  const named = readNamedSeries(entry, log);
  if (named === null || !isSent(entry)) return null;
  return { ...named, sequence: readRequiredWords(entry['sequence'])?.trim() ?? null };
};

/** A year, a month or a day. The time of a day is cut off. */
const readPublished = (sent: unknown): string | null =>
  typeof sent === 'string' || typeof sent === 'number'
    ? (/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?![\d-])/u.exec(
        String(sent).trim(),
      )?.[0] ?? null)
    : null;

/** The fields of an item. Null if it has no id or no title. */
function readSentItem(entry: unknown) {
  if (!isSent(entry)) return null;
  const id = readId(entry['id']);
  const title = readRequiredWords(entry['title']);
  if (id === null || title === null) return null;
  return {
    id,
    content_id: readId(entry['content_id']),
    title,
    description: readText(entry['description']),
    img_url: readOptionalText(entry['img_url']),
    content_type: readContentType(entry['content_type']),
    run_time: readLength(entry['run_time']),
    chapter_info: entry['chapter_info'],
    tracks: entry['tracks'],
    author_info: entry['author_info'],
    narrators: entry['narrators'],
    series: entry['series'],
    editions: entry['editions'],
    category_info: entry['category_info'],
    topic_info: entry['topic_info'],
    valid_from: readBound(entry['valid_from']),
    valid_till: readBound(entry['valid_till']),
    listen_free: readYes(entry['listen_free']),
    listen_free_start: readBound(entry['listen_free_start']),
    listen_free_end: readBound(entry['listen_free_end']),
    has_listen_free_content: readYes(entry['has_listen_free_content']),
    is_purchased: readYes(entry['is_purchased']),
    is_favorite: readYes(entry['is_favorite']),
    discount_price: readNumber(entry['discount_price']),
    discount_start: readBound(entry['discount_start']),
    discount_end: readBound(entry['discount_end']),
    index: readNumber(entry['index']),
    day_number: readNumber(entry['day_number']),
    published_at: readBound(entry['published_at']),
    season: readOrdinal(entry['season']),
    published: readPublished(entry['published']),
    language: readOptionalText(entry['language']),
    url: readOptionalText(entry['url']),
    pdf_url: readOptionalText(entry['pdf_url']),
    transcripts: entry['transcripts'],
    matches: entry['matches'],
    progress: isSent(entry['progress'])
      ? {
          position: readPosition(entry['progress']['position']) ?? seconds(0),
          chapterIndex: readOrdinal(entry['progress']['chapter_index']),
        }
      : null,
  };
}

type SentItem = NonNullable<ReturnType<typeof readSentItem>>;

const readTranscripts = (sent: unknown, log: Log): readonly TranscriptSource[] =>
  readList(sent, 'transcripts', readTranscriptSource, log) ?? [];
const readEdition: ReadEntry<Edition> = (entry, log) => {
  if (!isSent(entry)) return null;
  const id = readId(entry['id']);
  const title = readRequiredWords(entry['title']);
  if (id === null || title === null) return null;
  return {
    id: contentId(id),
    title,
    runTime: readLength(entry['run_time']),
    narrators: readList(asList(entry['narrators']), 'narrators', readNarratorReference, log) ?? [],
  };
};
/** A name, or `{ name }`. */
const readName: ReadEntry<string> = (entry) =>
  readRequiredWords(entry) ?? (isSent(entry) ? readRequiredWords(entry['name']) : null);

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
  const sent = readSentItem(entry);
  if (sent === null) return null;
  logUnreadableBounds(sent, log);
  // not translated: a text of the log
  logUnreadFields(`content item ${sent.id}`, entry, sent, log);
  return {
    id: contentId(sent.id),
    contentId: sent.content_id === null ? null : contentId(sent.content_id),
    title: sent.title,
    description: sent.description,
    imageUrl: sent.img_url,
    type: sent.content_type,
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
    publishedAt: isInstant(sent.published_at) ? sent.published_at : null,
    season: sent.season,
    published: sent.published,
    language: sent.language,
    url: sent.url,
    pdfUrl: sent.pdf_url,
    transcripts: readTranscripts(sent.transcripts, log),
    matches: readList(sent.matches, 'matches', readMatch, log) ?? [],
    progress: sent.progress,
  };
};

/** Reads a content item. Returns null if it has no id or no title (CAT-49). */
export const readContentItem = (entry: unknown, log: Log): ContentItem | null => readItem(entry, log, true);

// not translated: a text of the log
export const decodeItemPage = decodedOnce(pageOf('content items', readContentItem));

/** Makes a reader of an author, a topic or a category: an id, a name and an optional picture. */
const picturedBy =
  <Id>(brand: (id: string) => Id): ReadEntry<{ id: Id; name: string; imageUrl: string | null }> =>
  (entry, log) => {
    const named = readNamed(entry, log);
    if (named === null || !isSent(entry)) return null;
    return { id: brand(named.id), name: named.name, imageUrl: readOptionalText(entry['img_url']) };
  };

const readNamed = namedBy(String);

export const readAuthor: ReadEntry<Author> = picturedBy(authorId);
export const readNarrator: ReadEntry<Narrator> = picturedBy(narratorId);
export const readSeries: ReadEntry<Series> = picturedBy(seriesId);
export const readTopic: ReadEntry<Topic> = picturedBy(topicId);
export const readCategory: ReadEntry<Category> = picturedBy(categoryId);

export const decodeAuthorPage = decodedOnce(pageOf('authors', readAuthor));
