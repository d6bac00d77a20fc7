import * as v from 'valibot';

import { userId, type UserId } from '../../domain/account/user.ts';
import { bookmarkId, LONGEST_NOTE, type Bookmark } from '../../domain/bookmarks/bookmark.ts';
import { contentId } from '../../domain/catalogue/content.ts';
import { historyEntryId, STOP_REASONS, type HistoryEntry } from '../../domain/history.ts';
import { trackId } from '../../domain/playback/track.ts';
import { instant, seconds } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';

// Stored entries may be from another version, or forged. They are decoded like any other input.

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
export type Owned<Value> = { readonly listener: UserId; readonly value: Value };

const owned = <Value>(value: v.GenericSchema<unknown, Value>) => v.object({ listener, value });

export const storedBookmark: v.GenericSchema<unknown, Owned<Bookmark>> = owned(
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

export const storedHistoryEntry: v.GenericSchema<unknown, Owned<HistoryEntry>> = owned(
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
export function readStored<Value>(
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
export const prefixOf = (kind: 'bookmark' | 'history', id: UserId): string =>
  `${kind}.${encodeURIComponent(id.toWellFormed())}/`;
