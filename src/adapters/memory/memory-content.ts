import type {
  Author,
  AuthorId,
  Category,
  ContentId,
  ContentItem,
  Narrator,
  PlaybackRecord,
  Series,
  Topic,
} from '../../domain/catalogue/content.ts';
import type { Arrangement } from '../../domain/catalogue/arrangement.ts';
import { NOBODY, type Profile } from '../../domain/account/user.ts';
import type {
  Page,
  PageKey,
  ApiResult,
  ApiFailure,
  Catalogue,
  Departure,
  FavoritesApi,
  PlaybackApi,
  UserApi,
} from '../../ports/content-api.ts';
import { failed } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';

/** The initial content of a memory provider. Shelves and lists are derived from it. */
export type MemoryContentSeed = {
  readonly items: readonly ContentItem[];
  readonly episodes?: ReadonlyMap<ContentId, readonly ContentItem[]>;
  readonly collectionTracks?: ReadonlyMap<ContentId, readonly ContentItem[]>;
  readonly authors?: readonly Author[];
  readonly topics?: readonly Topic[];
  readonly categories?: readonly Category[];
  readonly user?: Profile;
  readonly narrators?: readonly Narrator[];
  readonly series?: readonly Series[];
  /** True if the provider sorts and filters lists. */
  readonly arranges?: boolean;
};

/** The content of a memory provider: the catalogue, and one listener's favourites, playback records and profile. */
export class MemoryContent {
  /** All authors. */
  readonly authors: readonly Author[];
  /** All narrators. */
  readonly narrators: readonly Narrator[];
  /** All series. */
  readonly series: readonly Series[];
  /** All topics. */
  readonly topics: readonly Topic[];
  /** All categories. */
  readonly categories: readonly Category[];
  /** The ids of the favorite titles. */
  readonly favorites: Set<ContentId>;
  /** The ids of the authors that the listener follows. */
  readonly favoriteAuthors = new Set<AuthorId>();
  /** The most recently reported record is last. */
  readonly records = new Map<ContentId, PlaybackRecord>();
  /** The listener's profile, as `me` returns it. */
  user: Profile;
  private readonly arranges: boolean;
  private readonly stored: readonly ContentItem[];
  private readonly childrenOf: ReadonlyMap<ContentId, readonly ContentItem[]>;

  constructor(seed: MemoryContentSeed) {
    this.stored = seed.items;
    this.childrenOf = new Map([...(seed.episodes ?? []), ...(seed.collectionTracks ?? [])]);
    this.authors = seed.authors ?? [];
    this.narrators = seed.narrators ?? [];
    this.series = seed.series ?? [];
    this.arranges = seed.arranges ?? false;
    this.topics = seed.topics ?? [];
    this.categories = seed.categories ?? [];
    this.user = seed.user ?? NOBODY;
    this.favorites = new Set(this.everything().flatMap((item) => (item.isFavorite ? [item.id] : [])));
  }

  /** Returns the titles of the catalogue without episodes and tracks, as the listener sees them. */
  items(keep: (item: ContentItem) => boolean = () => true): readonly ContentItem[] {
    return this.stored.map((item) => this.seen(item)).filter(keep);
  }

  /** Finds any item, also an episode or a collection's track. */
  find(id: ContentId): ContentItem | null {
    const found = this.everything().find((item) => item.id === id);
    return found === undefined ? null : this.seen(found);
  }

  /** The episodes of a podcast or the tracks of a collection; empty for any other title. */
  children(id: ContentId): readonly ContentItem[] | null {
    return this.childrenOf.get(id)?.map((item) => this.seen(item)) ?? null;
  }

  /** Sorts and filters titles, and says what is offered. Without `arranges` it returns them as they are. */
  arranged(
    items: readonly ContentItem[],
    { sort, filters }: Arrangement,
  ): Pick<Page<ContentItem>, 'items' | 'offered'> {
    if (!this.arranges) return { items };
    const values = Object.entries(FILTERS).map(
      ([name, valuesOf]) => [name, [...new Set(items.flatMap(valuesOf))].toSorted()] as const,
    );
    const offered = {
      sorts: Object.keys(SORTS),
      filters: Object.fromEntries(values.filter(([, all]) => all.length > 0)),
    };
    const kept = items.filter((item) =>
      Object.entries(filters).every(([name, chosen]) => {
        const own = FILTERS[name]?.(item);
        return own === undefined || own.some((value) => chosen.includes(value));
      }),
    );
    const compare = SORTS[sort?.replace('-', '') ?? ''];
    const sorted = compare === undefined ? kept : kept.toSorted(compare);
    const ordered = sort?.startsWith('-') ? sorted.toReversed() : sorted;
    return { items: sort?.endsWith('length') ? unknownLengthsLast(ordered) : ordered, offered };
  }

  /** One page of titles that are sorted and filtered. */
  arrangedPage(
    all: readonly ContentItem[],
    size: number,
    page: PageKey | null,
    arrangement: Arrangement,
  ): Page<ContentItem> {
    const { items, ...offered } = this.arranged(all, arrangement);
    return { ...pageOf(items, size, page), ...offered };
  }

  private everything(): readonly ContentItem[] {
    return [...this.stored, ...[...this.childrenOf.values()].flat()];
  }

  private seen(item: ContentItem): ContentItem {
    return {
      ...item,
      isFavorite: this.favorites.has(item.id),
      tracks: item.tracks.map((track) => this.seen(track)),
    };
  }
}

const SORTS: Readonly<Record<string, (one: ContentItem, other: ContentItem) => number>> = {
  title: (one, other) => one.title.localeCompare(other.title),
  length: (one, other) => (one.runTime ?? 0) - (other.runTime ?? 0),
};

/** In both directions (CAT-243). */
const unknownLengthsLast = (items: readonly ContentItem[]): readonly ContentItem[] => [
  ...items.filter(({ runTime }) => runTime !== null),
  ...items.filter(({ runTime }) => runTime === null),
];

const namesOf = (named: readonly { readonly name: string }[]): readonly string[] =>
  named.map(({ name }) => name);

const FILTERS: Readonly<Record<string, (item: ContentItem) => readonly string[]>> = {
  language: ({ language }) => (language === null ? [] : [language]),
  narrator: ({ narrators }) => namesOf(narrators),
  series: ({ series }) => namesOf(series),
};

/** One page of a full list. Pages are numbered from 1. */
export const pageOf = <Item>(all: readonly Item[], size: number, page: PageKey | null): Page<Item> => {
  const number = Math.max(Number(page ?? 1), 1);
  const end = number * size;
  return { items: all.slice(end - size, end), next: end < all.length ? number + 1 : null };
};

/** A call of the content API by its part and its name. */
export type MemoryCall =
  | `catalogue.${keyof Catalogue}`
  | `playback.${keyof PlaybackApi}`
  | `users.${keyof UserApi}`
  | `favorites.${keyof FavoritesApi}`;

const UNREACHABLE: ApiFailure = { kind: 'unreachable' };

/** Records every call, and delays or fails it on demand. */
export class MemoryFaults {
  /** Every call that was made, in order. */
  calls: readonly MemoryCall[] = [];
  /** True if no call reaches the provider. */
  isUnreachable = false;
  /** Every call that reaches the provider fails with this failure. Null if calls succeed. */
  failure: ApiFailure | null = null;
  /** The duration of each call. */
  delay = milliseconds(0);
  /** How long a report waits for its session before it is sent. */
  sessionDelay = milliseconds(0);
  private readonly failures = new Map<MemoryCall, ApiFailure[]>();

  constructor(private readonly clock: Clock) {}

  /** Lets the next calls of this name fail, `times` times. They count before `failure`. */
  failNext(call: MemoryCall, failure: ApiFailure['kind'] | ApiFailure, times = 1): void {
    const queued = this.failures.get(call) ?? [];
    const next = typeof failure === 'string' ? { kind: failure } : failure;
    this.failures.set(call, [...queued, ...Array.from({ length: times }, () => next)]);
  }

  /** Responds to a call with `work`, unless it is to fail or the caller no longer waits. */
  async respond<Value>(
    call: MemoryCall,
    cancellation: Cancellation | undefined,
    work: () => ApiResult<Value>,
    departure?: Departure,
  ): Promise<ApiResult<Value>> {
    if (departure !== undefined) await this.clock.after(this.sessionDelay);
    if (departure?.leaves() === false) return failed({ kind: 'cancelled' });
    this.calls = [...this.calls, call];
    const failure = this.isUnreachable
      ? UNREACHABLE
      : (this.failures.get(call)?.shift() ?? this.failure ?? undefined);
    if (this.delay > 0) await this.clock.after(this.delay);
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    return failure === undefined ? work() : failed(failure);
  }
}
