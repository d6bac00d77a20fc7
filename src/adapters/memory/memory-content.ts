import type {
  Author,
  AuthorId,
  Category,
  ContentId,
  ContentItem,
  PlaybackRecord,
  Topic,
} from '../../domain/catalogue/content.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { Profile } from '../../domain/account/user.ts';
import type { Page, PageKey } from '../../ports/content-api.ts';

/** The initial content of a memory provider. Shelves and lists are derived from it. */
export type MemoryContentSeed = {
  readonly items: readonly ContentItem[];
  readonly episodes?: ReadonlyMap<ContentId, readonly ContentItem[]>;
  readonly collectionTracks?: ReadonlyMap<ContentId, readonly ContentItem[]>;
  readonly authors?: readonly Author[];
  readonly topics?: readonly Topic[];
  readonly categories?: readonly Category[];
  readonly user?: Profile;
};

/** The content of a memory provider: the catalogue, and one listener's favourites, playback records and profile. */
export class MemoryContent {
  /** All authors. */
  readonly authors: readonly Author[];
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
  private readonly stored: readonly ContentItem[];
  private readonly childrenOf: ReadonlyMap<ContentId, readonly ContentItem[]>;

  constructor(seed: MemoryContentSeed) {
    this.stored = seed.items;
    this.childrenOf = new Map([...(seed.episodes ?? []), ...(seed.collectionTracks ?? [])]);
    this.authors = seed.authors ?? [];
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

/** One page of a full list. Pages are numbered from 1. */
export const pageOf = <Item>(all: readonly Item[], size: number, page: PageKey | null): Page<Item> => {
  const number = Math.max(Number(page ?? 1), 1);
  const end = number * size;
  return { items: all.slice(end - size, end), next: end < all.length ? number + 1 : null };
};
