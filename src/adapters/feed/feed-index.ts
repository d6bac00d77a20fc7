import { ContentType } from '../../domain/catalogue/content.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { seconds } from '../../domain/time.ts';
import type { Result } from '../../domain/result.ts';
import type { Auth } from '../../ports/auth.ts';
import type { ApiResult, ApiFailure } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { FeedLibrary } from './feed-library.ts';
import type { FeedSource } from './feed-source.ts';
import { ListenerData } from './stored-listener-data.ts';

/** The catalogue of the feeds, together with the data of the listener in this browser. */
export class FeedIndex {
  constructor(
    private readonly source: FeedSource,
    private readonly auth: Pick<Auth, 'session'>,
    private readonly store: KeyValueStore,
  ) {}

  async listenerData(): Promise<Result<ListenerData, ApiFailure>> {
    return ListenerData.open(this.auth, this.store);
  }

  /**
   * Calls `pick` with the catalogue. `see` adds the listener's favourites and positions to an item. `missing` says why a
   * feed has no content.
   */
  async seen<Value>(
    pick: (library: FeedLibrary, see: See, missing: ApiFailure | null) => Result<Value, ApiFailure>,
  ): Promise<ApiResult<Value>> {
    const content = await this.source.current();
    if (!content.ok) return content;
    const data = await this.listenerData();
    const { library, missing } = content.value;
    return pick(library, data.ok ? seeingWith(data.value) : (item) => item, missing);
  }

  /** Like `seen`, for calls that need a signed-in listener. */
  async own<Value>(
    pick: (library: FeedLibrary, data: ListenerData, see: See) => Result<Value, ApiFailure>,
  ): Promise<ApiResult<Value>> {
    const data = await this.listenerData();
    if (!data.ok) return data;
    const content = await this.source.current();
    if (!content.ok) return content;
    return pick(content.value.library, data.value, seeingWith(data.value));
  }
}

/** Adds the listener's favourites and positions to an item. */
export type See = (item: ContentItem) => ContentItem;

const seeingWith = (data: ListenerData): See => {
  const favorites = new Set<string>(data.read('favorites'));
  const positions = new Map<string, number>(
    (data.read('places') ?? [])
      .filter(({ type }) => type === ContentType.PODCAST_EPISODE)
      .map(({ id, position }) => [id, position]),
  );
  return (item) => {
    const position = positions.get(item.id);
    return {
      ...item,
      isFavorite: favorites.has(item.id),
      progress: position === undefined ? null : { position: seconds(position), chapterIndex: null },
    };
  };
};

/** Returns the items with these ids, the last id first. Leaves out ids that are in no feed. */
export const newestFirst = (ids: readonly string[], library: FeedLibrary): readonly ContentItem[] => {
  const byId = new Map<string, ContentItem>(library.everything.map((item) => [item.id, item]));
  return ids.toReversed().flatMap((id) => byId.get(id) ?? []);
};
