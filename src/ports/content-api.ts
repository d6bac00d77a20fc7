import type {
  Author,
  AuthorId,
  Category,
  CategoryId,
  ContentId,
  ContentItem,
  PlaybackRecord,
  Topic,
  TopicId,
} from '../domain/catalogue/content.ts';
import type { PlaybackReport, RoyaltyReport } from '../domain/progress/reports.ts';
import type { Result } from '../domain/result.ts';
import type { Profile, UserId } from '../domain/account/user.ts';
import type { Cancellation } from './cancellation.ts';

/**
 * Why a call to the provider failed.
 *
 * - `unreachable`: no response (network); `timeout`: no response within the deadline
 * - `no-session`: the call needs a session and there is none; `unauthorized`: 401 although there is one
 * - `forbidden` 403, `not-found` 404, `rate-limited` 429, `rejected` any other 4xx, `server` 5xx
 * - `malformed`: a response that cannot be read
 * - `cancelled`: the caller no longer waits
 *
 * `mayHaveArrived`: the provider may have carried out the call. A gateway answered in its place (502, 504), or a
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

/** One page of a list. Pass `next` to the same call for the following page; it is null on the last page. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: PageKey | null };

/** Why a part of the catalogue could not be loaded. Absent if all of it is there. */
export type MissingPart = { readonly missing?: ApiFailure };

/** The shelves of the home page. */
export type BrowseShelves = {
  readonly newReleases: readonly ContentItem[];
  readonly discounts: readonly ContentItem[];
  readonly trending: readonly ContentItem[];
  readonly curatedCollections: readonly ContentItem[];
  readonly categories: readonly Category[];
  readonly authors: readonly Author[];
  readonly quickListens: readonly ContentItem[];
};

/** The content of one topic within a category, or of one category within a topic. */
export type ContentGroup = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly ContentItem[];
};

/** An author with the titles that the author wrote or narrates. */
export type AuthorWithContent = Author & { readonly items: readonly ContentItem[] };

/** Lists, titles and search. A call that takes `page` returns the first page for null. */
export interface Catalogue {
  browse(cancellation?: Cancellation): Promise<ApiResult<BrowseShelves & MissingPart>>;
  forYou(cancellation?: Cancellation): Promise<ApiResult<readonly ContentItem[]>>;
  recommended(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  newReleases(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  trending(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  discounted(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  quickListens(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  curatedCollections(
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  content(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<ContentItem>>;
  contentOfCategory(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  contentOfCategoryAndTopic(
    category: CategoryId,
    topic: TopicId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  groupsOfCategory(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<readonly ContentGroup[]>>;
  groupsOfTopic(id: TopicId, cancellation?: Cancellation): Promise<ApiResult<readonly ContentGroup[]>>;
  /** Returns a random title. Its response is never cached. */
  random(cancellation?: Cancellation): Promise<ApiResult<ContentItem>>;
  collectionTracks(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  podcastEpisodes(
    id: ContentId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  categories(cancellation?: Cancellation): Promise<ApiResult<readonly Category[]>>;
  category(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<Category>>;
  /** Returns at most `limit` topics. */
  topics(limit: number, cancellation?: Cancellation): Promise<ApiResult<readonly Topic[]>>;
  topic(id: TopicId, cancellation?: Cancellation): Promise<ApiResult<Topic>>;
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
  author(id: AuthorId, cancellation?: Cancellation): Promise<ApiResult<AuthorWithContent>>;
  /** Searches for titles. `category` is the name of a category, or null for all. */
  search(
    query: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  library(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
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
  /** Returns what the provider has stored of the listener's playback of this title, or null. */
  playbackRecord(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<PlaybackRecord | null>>;
  activeContent(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  /** Reports positions. A repeated report changes nothing (PROG-31). */
  reportPlayback(reports: readonly PlaybackReport[], departure?: Departure): Promise<ApiResult<void>>;
  /** Reports listening for royalties. Not repeated when no response arrives (PROG-32). */
  reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure): Promise<ApiResult<void>>;
}

/** The listener's own record at the provider. */
export interface UserApi {
  me(cancellation?: Cancellation): Promise<ApiResult<Profile>>;
  update(changes: { readonly name?: string; readonly email?: string }): Promise<ApiResult<void>>;
  /** Reports that the password was changed at the sign-in service. Sends no password (ACC-21). */
  passwordChanged(): Promise<ApiResult<void>>;
  requestPasswordReset(email: string): Promise<ApiResult<void>>;
  /** Also succeeds if the provider already knows the account. */
  createAccount(account: { readonly email: string; readonly name: string }): Promise<ApiResult<void>>;
  recordLoginAttempt(attempt: {
    readonly email: string;
    readonly success: boolean;
  }): Promise<ApiResult<void>>;
  purchased(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  /**
   * Everything that the provider stores about the listener, as the JSON text of a file. Only for listeners who can
   * export (SES-93).
   */
  exportData(): Promise<ApiResult<string>>;
  /**
   * A code of one use, for a minute, that tells a billing page of the provider who opens it. Only if the provider names its
   * billing pages (SES-95).
   */
  billingCode(): Promise<ApiResult<string>>;
}

/** Favourite titles and followed authors. */
export interface FavoritesApi {
  saveContent(id: ContentId, isFavorite: boolean): Promise<ApiResult<void>>;
  /** Lists favourite podcasts with their episodes, or all other favourite titles. */
  contents(
    which: { readonly podcasts: boolean },
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  saveAuthor(id: AuthorId, isFavorite: boolean): Promise<ApiResult<void>>;
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
}

/** All calls to a content provider. */
export interface ContentApi {
  readonly catalogue: Catalogue;
  readonly playback: PlaybackApi;
  readonly users: UserApi;
  readonly favorites: FavoritesApi;
  /** Deletes what an adapter itself has stored in this browser about a listener whose account was deleted. */
  forget(listener: UserId): void;
}
