import type {
  Author,
  AuthorId,
  Category,
  CategoryId,
  ContentId,
  ContentItem,
  Narrator,
  NarratorId,
  PlaybackRecord,
  Series,
  SeriesId,
  TitleShelf,
  Topic,
  TopicId,
} from '../domain/catalogue/content.ts';
import type { Arrangement, OfferedArrangement } from '../domain/catalogue/arrangement.ts';
import type { PlaybackReport, RoyaltyReport } from '../domain/progress/reports.ts';
import type { Result } from '../domain/result.ts';
import type { Profile, ProfileChanges } from '../domain/account/user.ts';
import type { Cancellation } from './platform.ts';
import type { ListeningNumbers } from '../domain/listening/listening-numbers.ts';
import type { FeedId, FeedSubject, NewFeed, PrivateFeed } from '../domain/feeds/private-feed.ts';

/** The cached responses of the provider. */
export interface ContentCache {
  /** Removes the response for a title's own page, so that the next call requests it again. */
  forgetContent(id: ContentId): void;
  /** Removes everything. Called when a session ends, because responses belong to one listener (SES-36). */
  clear(): void;
  /** Removes expired responses. Called when the app starts. */
  purgeExpired(): void;
}

/**
 * The listener's private feeds for other apps. A provider may have none: then `list` fails with `not-found`, and nothing
 * of them is shown (FEED-60).
 */
export interface FeedsApi {
  /** Lists the feeds of the listener, without their addresses. */
  list(): Promise<ApiResult<readonly PrivateFeed[]>>;
  /** Makes a feed. Its address is returned only here, and by `renew`. */
  make(subject: FeedSubject, name: string): Promise<ApiResult<NewFeed>>;
  /** Gives the feed a new address. The one before stops working. Fails with `not-found` if there is no such feed. */
  renew(id: FeedId): Promise<ApiResult<NewFeed>>;
  /** Gives the feed another name. Fails with `rejected` if another feed has it, `not-found` if there is no such feed. */
  rename(id: FeedId, name: string): Promise<ApiResult<void>>;
  /** Ends a feed. Also succeeds if there is no such feed. */
  revoke(id: FeedId): Promise<ApiResult<void>>;
}

/** What the provider counted of the listener's listening. A provider may not offer it: then it fails with `not-found`. */
export interface ListeningApi {
  /** Returns the numbers, with days in the time zone of this browser. */
  numbers(): Promise<ApiResult<ListeningNumbers>>;
}

/**
 * Why a call to the provider failed.
 *
 * - `unreachable`: no response (network); `timeout`: no response within the deadline
 * - `no-session`: the call needs a session and there is none; `unauthorized`: 401 although there is one
 * - `forbidden` 403, `not-found` 404, `rate-limited` 429, `rejected` any other 4xx, `server` 5xx
 * - `malformed`: a response that cannot be read
 * - `cancelled`: the caller no longer waits
 *
 * `mayHaveArrived`: the provider may have carried out the call. A gateway has responded for it (502, 504), or a
 * repeated call got no response.
 */
export type ApiFailure = {
  readonly kind:
    | 'unreachable'
    | 'timeout'
    | 'no-session'
    | 'unauthorized'
    | 'forbidden'
    | 'not-found'
    | 'rate-limited'
    | 'rejected'
    | 'server'
    | 'malformed'
    | 'cancelled';
  readonly mayHaveArrived?: true;
};

/** The result of a call. Its promise never rejects. */
export type ApiResult<Value> = Result<Value, ApiFailure>;

/** Where the next page starts, exactly as the provider named it. */
export type PageKey = string | number;

/** `offered`: how the list can be sorted and filtered. Absent if the provider offers neither. */
type Arrangeable = { readonly offered?: OfferedArrangement };

/** One page of a list. Pass `next` to the same call for the following page; it is null on the last page. */
export type Page<Item> = Arrangeable & { readonly items: readonly Item[]; readonly next: PageKey | null };

/** The shelves of the home page. */
export type BrowseShelves = Readonly<Record<TitleShelf, readonly ContentItem[]>> & {
  readonly categories: readonly Category[];
  readonly authors: readonly Author[];
};

/** The content of one topic within a category, or of one category within a topic. */
export type ContentGroup = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly ContentItem[];
};

/** An author, a narrator or a series, with its titles. */
export type WithContent<Heading extends Author | Narrator | Series> = Heading &
  Arrangeable & { readonly items: readonly ContentItem[] };

/**
 * Lists, titles and search. A call that takes `page` returns the first page for null. A call that takes `arrangement`
 * returns what the provider sorts and filters, and as it is if the provider cannot (CAT-233).
 */
export interface Catalogue {
  /** Returns the shelves of the home page. Parts that could not be loaded are empty, and `missing` says why. */
  browse(cancellation?: Cancellation): Promise<ApiResult<BrowseShelves>>;
  /** Returns the titles that home recommends to this listener. */
  forYou(cancellation?: Cancellation): Promise<ApiResult<readonly ContentItem[]>>;
  /** Lists all titles that are recommended to this listener. */
  recommended(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the newest titles, newest first. */
  newReleases(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the most popular titles. */
  trending(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists titles on sale. Whether a sale is on now is decided by the windows of each title. */
  discounted(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists titles of at most 30 minutes. */
  quickListens(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the collections, without their tracks. */
  curatedCollections(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Returns one title with its chapters or tracks. Fails with `not-found` for an unknown id. */
  content(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<ContentItem>>;
  /** Lists the titles of a category. */
  contentOfCategory(
    id: CategoryId,
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the titles that are in this category and have this topic. */
  contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Returns titles of a category, in one group for each topic. */
  groupsOfCategory(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<readonly ContentGroup[]>>;
  /** Returns titles of a topic, in one group for each category. */
  groupsOfTopic(id: TopicId, cancellation?: Cancellation): Promise<ApiResult<readonly ContentGroup[]>>;
  /** Returns a random title. Its response is never cached. */
  random(cancellation?: Cancellation): Promise<ApiResult<ContentItem>>;
  /** Returns the tracks of a collection in their order. The one page has at most 1,000. */
  collectionTracks(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the episodes of a podcast, in the order in which the provider sends them. */
  podcastEpisodes(
    id: ContentId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Returns all categories. */
  categories(cancellation?: Cancellation): Promise<ApiResult<readonly Category[]>>;
  /** Returns one category. Fails with `not-found` for an unknown id. */
  category(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<Category>>;
  /** Returns at most `limit` topics. */
  topics(limit: number, cancellation?: Cancellation): Promise<ApiResult<readonly Topic[]>>;
  /** Returns one topic. Fails with `not-found` for an unknown id. */
  topic(id: TopicId, cancellation?: Cancellation): Promise<ApiResult<Topic>>;
  /** Lists all authors. */
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
  /** Returns one author with the author's titles. Fails with `not-found` for an unknown id. */
  author(
    id: AuthorId,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<WithContent<Author>>>;
  /** Lists all narrators. A provider without them has an empty list, or fails with `not-found`. */
  narrators(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Narrator>>>;
  /** Returns one narrator with the titles that the narrator reads, like `author`. */
  narrator(
    id: NarratorId,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<WithContent<Narrator>>>;
  /** Lists all series. A provider without them has an empty list, or fails with `not-found`. */
  allSeries(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Series>>>;
  /** Returns one series with its titles, in any order. Like `author`. */
  series(id: SeriesId, cancellation?: Cancellation): Promise<ApiResult<WithContent<Series>>>;
  /** Searches for titles. `category` is the name of a category, or null for all. */
  search(
    query: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Lists the titles in the listener's library. */
  library(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
}

/** Follows a call that must not be sent twice, or not for another listener. */
export type Departure = {
  /** Called directly before each attempt is handed to the network. `false` stops the call. */
  leaves(): boolean;
  /** Called when a response says that the call was not carried out. Another attempt may follow. */
  returned?(): void;
};

/** Media addresses, playback records and playback reports. */
export interface PlaybackApi {
  /** Turns the media address of a title (audio or PDF) into one that can be fetched for a limited time. */
  tokenize(url: string, cancellation?: Cancellation): Promise<ApiResult<string>>;
  /**
   * Returns what the provider has stored of the listener's playback of this title, or null. Each call sends its own
   * request: an earlier one may not know a report that has arrived since (PROG-71).
   */
  playbackRecord(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<PlaybackRecord | null>>;
  /** Lists the titles that the listener has begun and not finished, most recent first. */
  activeContent(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  /** Reports positions. A repeated report changes nothing (PROG-31). */
  reportPlayback(reports: readonly PlaybackReport[], departure?: Departure): Promise<ApiResult<void>>;
  /** Reports listening for royalties. Not repeated when no response arrives (PROG-32). */
  reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure): Promise<ApiResult<void>>;
}

/** The listener's own record at the provider. */
export interface UserApi {
  /** Returns the listener's name, address and membership. `unauthorized`, `forbidden` and `not-found` mean that there is no such listener. */
  me(cancellation?: Cancellation): Promise<ApiResult<Profile>>;
  /** Changes what the provider keeps about the listener. A field that is absent stays as it is. */
  update(changes: ProfileChanges): Promise<ApiResult<void>>;
  /** Reports that the password was changed at the sign-in service. Sends no password (ACC-21). */
  passwordChanged(): Promise<ApiResult<void>>;
  /** Asks the provider to send a code for a new password. Needs no session, and also succeeds for an unknown address. */
  requestPasswordReset(email: string): Promise<ApiResult<void>>;
  /** Also succeeds if the provider already knows the account. */
  createAccount(account: { readonly email: string; readonly name: string }): Promise<ApiResult<void>>;
  /** Reports that a sign-in with this address has succeeded or failed. Needs no session. */
  recordLoginAttempt(attempt: {
    readonly email: string;
    readonly success: boolean;
  }): Promise<ApiResult<void>>;
  /** Lists the titles that the listener has bought. */
  purchased(
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /**
   * Everything that the provider stores about the listener, by names that each provider chooses. Only for listeners who
   * can export (SES-93).
   */
  exportData(): Promise<ApiResult<Readonly<Record<string, unknown>>>>;
  /**
   * A code of one use, for a minute, that tells a billing page of the provider who opens it. Only if the provider names its
   * billing pages (SES-95).
   */
  billingCode(): Promise<ApiResult<string>>;
}

/** Favourite titles and followed authors. */
export interface FavoritesApi {
  /** Makes a title a favorite, or no longer. Repeating the call changes nothing. */
  saveContent(id: ContentId, isFavorite: boolean): Promise<ApiResult<void>>;
  /** Lists favourite podcasts with their episodes, or all other favourite titles. */
  contents(
    which: { readonly podcasts: boolean },
    page: PageKey | null,
    arrangement?: Arrangement,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  /** Follows an author, or no longer. Repeating the call changes nothing. */
  saveAuthor(id: AuthorId, isFavorite: boolean): Promise<ApiResult<void>>;
  /** Lists the authors that the listener follows. */
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
}

/** All calls to a content provider. */
export interface ContentApi {
  /** Lists, titles and search. */
  readonly catalogue: Catalogue;
  /** Media addresses, playback records and playback reports. */
  readonly playback: PlaybackApi;
  /** The listener's own record at the provider. */
  readonly users: UserApi;
  /** Favorite titles and followed authors. */
  readonly favorites: FavoritesApi;
}
