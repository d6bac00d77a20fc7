import { ContentType } from '../../domain/catalogue/content.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { seconds } from '../../domain/time.ts';
import type { Result } from '../../domain/result.ts';
import type { Auth } from '../../ports/auth.ts';
import type { ApiResult, ApiFailure } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { FeedLibrary } from './feed-library.ts';
import type { FeedSource } from './feed-source.ts';
import { ListenerNotes } from './listener-notes.ts';

/** The feeds together with what this browser knows of its listener. */
export class FeedIndex {
  constructor(
    private readonly source: FeedSource,
    private readonly auth: Pick<Auth, 'session'>,
    private readonly store: KeyValueStore,
  ) {}

  async library(): Promise<Result<FeedLibrary, ApiFailure>> {
    return this.source.current();
  }

  async notes(): Promise<Result<ListenerNotes, ApiFailure>> {
    return ListenerNotes.open(this.auth, this.store);
  }

  /** What the feeds hold, through `pick`, as the listener sees it: with favourites marked, and places. */
  async seen<Value>(
    pick: (library: FeedLibrary, see: See) => Result<Value, ApiFailure>,
  ): Promise<ApiResult<Value>> {
    const library = await this.library();
    if (!library.ok) return library;
    const notes = await this.notes();
    return pick(library.value, notes.ok ? seeingWith(notes.value) : (item) => item);
  }

  /** The same for what belongs to the listener, who has to be signed in. */
  async own<Value>(
    pick: (library: FeedLibrary, notes: ListenerNotes, see: See) => Result<Value, ApiFailure>,
  ): Promise<ApiResult<Value>> {
    const notes = await this.notes();
    if (!notes.ok) return notes;
    const library = await this.library();
    if (!library.ok) return library;
    return pick(library.value, notes.value, seeingWith(notes.value));
  }
}

/** An item as a listener sees it. */
export type See = (item: ContentItem) => ContentItem;

const seeingWith = (notes: ListenerNotes): See => {
  const favorites = new Set<string>(notes.read('favorites'));
  const places = new Map<string, number>(
    (notes.read('places') ?? [])
      .filter(({ type }) => type === ContentType.PODCAST_EPISODE)
      .map(({ id, position }) => [id, position]),
  );
  return (item) => {
    const position = places.get(item.id);
    return {
      ...item,
      isFavorite: favorites.has(item.id),
      progress: position === undefined ? null : { position: seconds(position), chapterIndex: null },
    };
  };
};

/** What a list of ids stands for, newest first; what no feed holds any more is left out. */
export const newestFirst = (ids: readonly string[], library: FeedLibrary): readonly ContentItem[] => {
  const byId = new Map<string, ContentItem>(library.everything.map((item) => [item.id, item]));
  return ids.toReversed().flatMap((id) => byId.get(id) ?? []);
};
