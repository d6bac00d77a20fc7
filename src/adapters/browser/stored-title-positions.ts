import { Subject } from 'rxjs';
import * as v from 'valibot';
import { userId, type UserId } from '../../domain/account/user.ts';
import { type Bookmark, bookmarkId, type BookmarkId, LONGEST_NOTE } from '../../domain/bookmarks/bookmark.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import {
  HISTORY_LIMIT,
  type HistoryEntry,
  historyEntryId,
  type HistoryEntryId,
  newestEntries,
  STOP_REASONS,
} from '../../domain/history.ts';
import { trackId } from '../../domain/playback/track.ts';
import { ok, type Result } from '../../domain/result.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { BookmarkFailure, BookmarkStore, HistoryStore } from '../../ports/stored-positions.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/platform.ts';

// Stored entries may be of a newer build, or forged. They are decoded like any other input.

// Half a surrogate pair cannot be part of an address. A link with it would break the view that shows the link.
const linkable = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.check((value) => value.isWellFormed()),
);
const content = v.pipe(linkable, v.transform(contentId));
const finite = v.pipe(v.number(), v.finite());
const time = v.pipe(finite, v.transform(instant));
const position = v.pipe(finite, v.minValue(0), v.transform(seconds));

const title = {
  audio: content,
  page: content,
  title: v.string(),
  imageUrl: v.nullable(v.string()),
};

const point = {
  track: v.pipe(linkable, v.transform(trackId)),
  contentId: content,
  trackTitle: v.nullable(v.string()),
  position,
};

const listener = v.pipe(v.string(), v.nonEmpty(), v.transform(userId));

/** A stored value with its listener. */
type Owned<Value> = { readonly listener: UserId; readonly value: Value };

const owned = <Value>(value: v.GenericSchema<unknown, Value>) => v.object({ listener, value });

const storedBookmark: v.GenericSchema<unknown, Owned<Bookmark>> = owned(
  v.object({
    ...title,
    ...point,
    id: v.pipe(linkable, v.transform(bookmarkId)),
    link: v.nullable(v.object({ chapter: v.nullable(finite), second: v.nullable(position) })),
    // `maxLength` counts UTF-16 units. One character may have two of them.
    note: v.pipe(v.string(), v.maxLength(2 * LONGEST_NOTE)),
    createdAt: time,
  }),
);

const historyPoint = v.object({ ...point, at: time });

const storedHistoryEntry: v.GenericSchema<unknown, Owned<HistoryEntry>> = owned(
  v.object({
    ...title,
    id: v.pipe(linkable, v.transform(historyEntryId)),
    start: historyPoint,
    end: historyPoint,
    stop: v.picklist(STOP_REASONS),
    isFromElsewhere: v.boolean(),
  }),
);

/** Decodes the text of a key. Null if there is none, or if it cannot be read. */
function readStored<Value>(
  store: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const decoded = v.safeParse(schema, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    // Invalid JSON counts as unreadable.
    return null;
  }
}

/** The beginning of the keys of one listener. The id is encoded, so that no id is the beginning of another one. */
const prefixOf = (kind: 'bookmark' | 'history', id: UserId): string =>
  `${kind}.${encodeURIComponent(id.toWellFormed())}/`;

/** The bookmarks in this browser's storage, one key for each (BOOK-7). */
export class StoredBookmarks implements BookmarkStore {
  readonly changedElsewhere = new Subject<null>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || key.startsWith('bookmark.')) this.changedElsewhere.next(null);
    });
  }

  async list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    const prefix = prefixOf('bookmark', listener);
    const bookmarks = this.store.keys().flatMap((key) => {
      const stored = key.startsWith(prefix) ? readStored(this.store, key, storedBookmark) : null;
      return stored?.listener === listener ? [stored.value] : [];
    });
    return Promise.resolve(ok(bookmarks));
  }

  async save(listener: UserId, value: Bookmark): Promise<Result<void, BookmarkFailure>> {
    const key = prefixOf('bookmark', listener) + value.id;
    return Promise.resolve(this.store.set(key, JSON.stringify({ listener, value })));
  }

  async delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>> {
    this.store.delete(prefixOf('bookmark', listener) + id);
    return Promise.resolve(ok(undefined));
  }

  deleteAllOf(listener: UserId): void {
    const prefix = prefixOf('bookmark', listener);
    for (const key of this.store.keys()) if (key.startsWith(prefix)) this.store.delete(key);
  }
}

/** The history in this browser's storage, one key for each entry (HIST-2). */
export class StoredHistory implements HistoryStore {
  readonly changed = new Subject<null>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || key.startsWith('history.')) this.changed.next(null);
    });
  }

  entries(listener: UserId): readonly HistoryEntry[] {
    return newestEntries(
      this.keysOf(listener).flatMap((key) => {
        const entry = this.read(listener, key);
        return entry === null ? [] : [entry];
      }),
    );
  }

  entry(listener: UserId, id: HistoryEntryId): HistoryEntry | null {
    return this.read(listener, prefixOf('history', listener) + id);
  }

  save(listener: UserId, value: HistoryEntry): Result<void, StoreFailure> {
    const key = prefixOf('history', listener) + value.id;
    const isNew = this.store.get(key) === null;
    const written = this.store.set(key, JSON.stringify({ listener, value }));
    if (isNew && written.ok) this.deleteOldest(listener);
    this.changed.next(null);
    return written;
  }

  deleteAllOf(listener: UserId): void {
    for (const key of this.keysOf(listener)) this.store.delete(key);
    this.changed.next(null);
  }

  /** Reads the entries only if there are too many of them. */
  private deleteOldest(listener: UserId): void {
    const keys = this.keysOf(listener);
    if (keys.length <= HISTORY_LIMIT) return;
    const prefix = prefixOf('history', listener);
    const remaining = new Set(this.entries(listener).map(({ id }) => prefix + id));
    for (const key of keys) if (!remaining.has(key)) this.store.delete(key);
  }

  private keysOf(listener: UserId): readonly string[] {
    const prefix = prefixOf('history', listener);
    return this.store.keys().filter((key) => key.startsWith(prefix));
  }

  private read(listener: UserId, key: string): HistoryEntry | null {
    const stored = readStored(this.store, key, storedHistoryEntry);
    return stored?.listener === listener ? stored.value : null;
  }
}
