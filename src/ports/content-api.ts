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
 * Why the provider's answer did not come.
 *
 * - `unreachable`: no answer at all (network); `timeout`: silence for longer than the deadline
 * - `no-session`: the call needs a session and there is none; `unauthorized`: 401 in spite of one
 * - `forbidden` 403, `not-found` 404, `rate-limited` 429, `rejected` any other 4xx, `server` 5xx
 * - `malformed`: an answer that cannot be read
 * - `cancelled`: the caller no longer waits
 *
 * `mayHaveArrived`: a gateway answered in the provider's place (502, 504). The provider may have carried out the call.
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

/** What a call comes to, sooner or later: it never rejects. */
export type ApiResult<Value> = Result<Value, ApiFailure>;

/** Where a next page starts, exactly as the provider named it. */
export type PageKey = string | number;

/** One page of a list; `next` is null at its end (contract 3.7). */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: PageKey | null };

/** The shelves of the home page (section 3, browse response). */
export type BrowseShelves = {
  readonly newReleases: readonly ContentItem[];
  readonly discounts: readonly ContentItem[];
  readonly trending: readonly ContentItem[];
  readonly curatedCollections: readonly ContentItem[];
  readonly categories: readonly Category[];
  readonly authors: readonly Author[];
  readonly quickListens: readonly ContentItem[];
};

/** Content under one topic of a category, or one category of a topic (contract 4, `/segregated`). */
export type ContentGroup = {
  readonly id: string;
  readonly name: string;
  readonly items: readonly ContentItem[];
};

/** An author, and what they wrote or speak. */
export type AuthorWithContent = Author & { readonly items: readonly ContentItem[] };

/** Discovery (section 7, listing calls). Pages start without a key. */
export interface Catalogue {
  browse(cancellation?: Cancellation): Promise<ApiResult<BrowseShelves>>;
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
  /** One item by chance; never served from a cache. */
  random(cancellation?: Cancellation): Promise<ApiResult<ContentItem>>;
  collectionTracks(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  podcastEpisodes(
    id: ContentId,
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  categories(cancellation?: Cancellation): Promise<ApiResult<readonly Category[]>>;
  category(id: CategoryId, cancellation?: Cancellation): Promise<ApiResult<Category>>;
  /** At most `limit` topics: 10 on the home page, 50 on the topic list (section 9). */
  topics(limit: number, cancellation?: Cancellation): Promise<ApiResult<readonly Topic[]>>;
  topic(id: TopicId, cancellation?: Cancellation): Promise<ApiResult<Topic>>;
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
  author(id: AuthorId, cancellation?: Cancellation): Promise<ApiResult<AuthorWithContent>>;
  /** Pages by how many results to skip; `category` is a category's name. */
  search(
    query: { readonly term: string; readonly category: string | null },
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  library(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
}

/** Follows a call that must not be made twice, or not for another listener. */
export type Departure = {
  /** Called in the instant before the call is handed to the network, at every attempt. `false` holds the call back. */
  leaves(): boolean;
  /** An answer said that the call was not carried out. Another attempt may follow. */
  returned?(): void;
};

/** Sound and what is told of it (section 7, audio and playback calls). */
export interface PlaybackApi {
  /** A media address (audio or PDF, as an item holds it) made playable for a while. */
  tokenize(url: string, cancellation?: Cancellation): Promise<ApiResult<string>>;
  /** What the provider remembers of the listener in this item; null when it remembers nothing. */
  playbackRecord(id: ContentId, cancellation?: Cancellation): Promise<ApiResult<PlaybackRecord | null>>;
  activeContent(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
  /** Repeating a report changes nothing (contract 3.9). */
  reportPlayback(reports: readonly PlaybackReport[], departure?: Departure): Promise<ApiResult<void>>;
  /** Sent at most once: an answer that never came is not asked for again (contract 3.9). */
  reportRoyalty(reports: readonly RoyaltyReport[], departure?: Departure): Promise<ApiResult<void>>;
}

/** The listener's own record (section 7, user calls). */
export interface UserApi {
  me(cancellation?: Cancellation): Promise<ApiResult<Profile>>;
  update(changes: { readonly name?: string; readonly email?: string }): Promise<ApiResult<void>>;
  /** Tells the provider that the password was changed at the sign-in service. No password goes along. */
  passwordChanged(): Promise<ApiResult<void>>;
  requestPasswordReset(email: string): Promise<ApiResult<void>>;
  /** Also succeeds where the provider knows the account already. */
  createAccount(account: { readonly email: string; readonly name: string }): Promise<ApiResult<void>>;
  recordLoginAttempt(attempt: {
    readonly email: string;
    readonly success: boolean;
  }): Promise<ApiResult<void>>;
  purchased(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<ContentItem>>>;
}

/** Favourites (section 7). */
export interface FavoritesApi {
  saveContent(id: ContentId, isFavorite: boolean): Promise<ApiResult<void>>;
  /** Favourite content: podcasts and their episodes, or everything else. */
  contents(
    which: { readonly podcasts: boolean },
    page: PageKey | null,
    cancellation?: Cancellation,
  ): Promise<ApiResult<Page<ContentItem>>>;
  saveAuthor(id: AuthorId, isFavorite: boolean): Promise<ApiResult<void>>;
  authors(page: PageKey | null, cancellation?: Cancellation): Promise<ApiResult<Page<Author>>>;
}

/** Everything that is asked of a content provider. */
export interface ContentApi {
  readonly catalogue: Catalogue;
  readonly playback: PlaybackApi;
  readonly users: UserApi;
  readonly favorites: FavoritesApi;
  /** Forgets what this browser, in the place of a provider, keeps of a listener whose account was deleted. */
  forget(listener: UserId): void;
}
