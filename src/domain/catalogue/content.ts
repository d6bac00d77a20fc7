import type { Brand } from '../brand.ts';
import { type Instant, type Seconds, seconds, type Window } from '../time.ts';
import type { TranscriptMatch, TranscriptSource } from './transcript-source.ts';

/** The id of a content item at the provider. */
export type ContentId = Brand<string, 'ContentId'>;
/** The id of an author at the provider. */
export type AuthorId = Brand<string, 'AuthorId'>;
/** The id of a narrator at the provider. */
export type NarratorId = Brand<string, 'NarratorId'>;
/** The id of a series at the provider. */
export type SeriesId = Brand<string, 'SeriesId'>;
/** The id of a topic at the provider. */
export type TopicId = Brand<string, 'TopicId'>;
/** The id of a category at the provider. */
export type CategoryId = Brand<string, 'CategoryId'>;

/** Brands a text as the id of a content item. Call it where the text is decoded. */
export const contentId = (value: string): ContentId => value as ContentId;
/** Brands a text as the id of an author. Call it where the text is decoded. */
export const authorId = (value: string): AuthorId => value as AuthorId;
/** Brands a text as the id of a narrator. Call it where the text is decoded. */
export const narratorId = (value: string): NarratorId => value as NarratorId;
/** Brands a text as the id of a series. Call it where the text is decoded. */
export const seriesId = (value: string): SeriesId => value as SeriesId;
/** Brands a text as the id of a topic. Call it where the text is decoded. */
export const topicId = (value: string): TopicId => value as TopicId;
/** Brands a text as the id of a category. Call it where the text is decoded. */
export const categoryId = (value: string): CategoryId => value as CategoryId;

/** The provider's codes for the type of a content item. An unknown code counts as `DEFAULT` (CAT-51, PLAY-1). */
export const ContentType = {
  DEFAULT: 0,
  AUDIOBOOK: 1,
  AUDIOBOOK_WITH_CHAPTERS: 2,
  PODCAST: 3,
  PODCAST_EPISODE: 4,
  CURATED_COLLECTION: 5,
  COLLECTION_TRACK: 6,
} as const;
/** One of the codes of `ContentType`. */
export type ContentType = (typeof ContentType)[keyof typeof ContentType];

/** A chapter of a chaptered audiobook. `index` counts from 1, as the provider does. */
export type Chapter = {
  readonly title: string;
  readonly url: string;
  readonly index: number;
  readonly runTime: Seconds | null;
  readonly transcripts: readonly TranscriptSource[];
};

type Pictured<Id> = { readonly id: Id; readonly name: string; readonly imageUrl: string | null };

/** Author, topic, category. Image addresses are as sent: relative to the API or absolute. */
export type Author = Pictured<AuthorId>;
/** Somebody who reads titles aloud. */
export type Narrator = Pictured<NarratorId>;
/** A series of titles. */
export type Series = Pictured<SeriesId>;
/** A topic of the catalogue, such as "Stress". */
export type Topic = Pictured<TopicId>;
/** A category of the catalogue, such as "Sleep". */
export type Category = Pictured<CategoryId>;

/** An author as an item names one. */
export type AuthorReference = { readonly id: AuthorId; readonly name: string };
/** A narrator as an item names one. */
export type NarratorReference = { readonly id: NarratorId; readonly name: string };
/** A series as an item names it. `sequence` is the number of the item, as sent: "2", "0.5", "1-3", "2a". */
export type SeriesReference = {
  readonly id: SeriesId;
  readonly name: string;
  readonly sequence: string | null;
};

/** One of several editions of a title, for example by another narrator. */
export type Edition = {
  readonly id: ContentId;
  readonly title: string;
  readonly runTime: Seconds | null;
  readonly narrators: readonly NarratorReference[];
};

/** An offer on one item: its price in dollars, and the window in which it is valid. */
export type Discount = { readonly price: number; readonly window: Window };

/** A position in one content. `chapterIndex` is null if the content has no chapters. */
export type ContentPosition = { readonly chapterIndex: number | null; readonly position: Seconds };

/**
 * A content item: an audiobook, a meditation, a podcast, an episode, a collection or one of its tracks.
 *
 * - `contentId`: on child items, the content that the tile leads to
 * - `tracks`: a collection's own tracks; empty if they have to be fetched
 * - `url`, `pdfUrl`, `imageUrl`: addresses as sent, relative to the API or absolute
 * - `validity`: the window of `valid_from` and `valid_till`
 * - `publishedAt`: when an episode was published, if the provider says it
 * - `season`: the season of an episode, if the provider says it
 * - `published`: the year, month or day of publication: "1998", "1998-05" or "1998-05-31"
 * - `language`: a tag of BCP 47
 * - `editions`: all editions of the title, also this one; empty if there is no other, and in lists (CAT-207)
 * - `matches`: the sentences for which a search found the item
 */
export type ContentItem = {
  readonly id: ContentId;
  readonly contentId: ContentId | null;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly type: ContentType;
  readonly runTime: Seconds | null;
  readonly chapters: readonly Chapter[];
  readonly tracks: readonly ContentItem[];
  readonly authors: readonly AuthorReference[];
  readonly narrators: readonly NarratorReference[];
  readonly series: readonly SeriesReference[];
  readonly editions: readonly Edition[];
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  readonly validity: Window;
  readonly listenFree: boolean;
  readonly listenFreeWindow: Window;
  readonly hasListenFreeContent: boolean;
  readonly isPurchased: boolean;
  readonly isFavorite: boolean;
  readonly discount: Discount;
  readonly index: number | null;
  readonly dayNumber: number | null;
  readonly publishedAt: Instant | null;
  readonly season: number | null;
  readonly published: string | null;
  readonly language: string | null;
  readonly url: string | null;
  readonly pdfUrl: string | null;
  readonly transcripts: readonly TranscriptSource[];
  readonly matches: readonly TranscriptMatch[];
  /** The listener's position, if the provider sends it with the item. */
  readonly progress: ContentPosition | null;
};

/** The provider's record of a listener's position in an item. */
export type PlaybackRecord = {
  /** False if the title is finished, or no longer in progress. */
  readonly isActive: boolean;
  readonly type: ContentType;
  readonly chapterIndex: number | null;
  readonly position: Seconds;
  /** The position in the whole title, if it was sent beside a position in a chapter. */
  readonly lastPosition?: Seconds;
  readonly speed: number | null;
  /** When the position was last reported to the provider. Null if the provider does not say. */
  readonly updatedAt: Instant | null;
};

/** The longest run time of a quick listen. */
export const QUICK_LISTEN_LIMIT: Seconds = seconds(30 * 60);

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

/** The shelves of titles on home, each with the value that `valueOf` gives for its name. */
export const titleShelves = <Value>(valueOf: (shelf: string) => Value) => ({
  newReleases: valueOf('newReleases'),
  discounts: valueOf('discounts'),
  trending: valueOf('trending'),
  curatedCollections: valueOf('curatedCollections'),
  quickListens: valueOf('quickListens'),
});

/** The name of a shelf of titles on home. */
export type TitleShelf = keyof ReturnType<typeof titleShelves>;
