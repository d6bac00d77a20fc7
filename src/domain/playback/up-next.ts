import type { Brand } from '../brand.ts';
import type { ContentId, ContentItem } from '../catalogue/content.ts';
import type { Track, TrackId } from './track.ts';

/** What Up Next stores of a track. */
export type QueuedTrack = Pick<Track, 'id' | 'title' | 'imageUrl' | 'runTime'>;

/**
 * A title that the listener wants to hear next, or one track of it. Entries are sorted by `rank`, which need not be a
 * whole number. So a move changes one entry only, and two tabs can change different entries at the same time.
 */
export type UpNextEntry = {
  readonly item: ContentItem;
  /** Null: the whole title. */
  readonly track: QueuedTrack | null;
  readonly rank: number;
};

/** Identifies an entry: its title, and its track if it is one track. */
export type UpNextKey = Brand<string, 'UpNextKey'>;

/** The key of a title, or of one of its tracks. */
export const upNextKey = (content: ContentId, track: TrackId | null): UpNextKey =>
  JSON.stringify([content, track]) as UpNextKey;

/** The key of an entry. No two entries of a list have the same key. */
export const keyOf = ({ item, track }: UpNextEntry): UpNextKey => upNextKey(item.id, track?.id ?? null);

/** The largest number of entries. */
export const UP_NEXT_LIMIT = 100;

type Entries = readonly UpNextEntry[];

/**
 * Sorts the entries by rank, then by key. Two tabs may give the same rank, and every tab has to show the same order.
 */
export const sortedEntries = (entries: Entries): Entries =>
  entries.toSorted((one, other) => one.rank - other.rank || (keyOf(one) < keyOf(other) ? -1 : 1));

const without = (entries: Entries, key: UpNextKey): Entries =>
  entries.filter((entry) => keyOf(entry) !== key);

const rankBetween = (before: UpNextEntry | undefined, after: UpNextEntry | undefined): number => {
  if (before === undefined) return (after?.rank ?? 1) - 1;
  return after === undefined ? before.rank + 1 : (before.rank + after.rank) / 2;
};

/** Puts an entry at an index. If no number fits between its neighbours, all entries get a new rank. */
const inserted = (others: Entries, entry: UpNextEntry, at: number): Entries => {
  const [before, after] = [others[at - 1], others[at]];
  const rank = rankBetween(before, after);
  const entries = others.toSpliced(at, 0, { ...entry, rank });
  const fits = (before === undefined || before.rank < rank) && (after === undefined || rank < after.rank);
  return fits ? entries : entries.map((each, index) => ({ ...each, rank: index }));
};

/** Makes an entry without the large parts of the title. They are fetched again before the title plays. */
const entryOf = (item: ContentItem, track: QueuedTrack | null): UpNextEntry => ({
  item: { ...item, description: '', chapters: [], tracks: [] },
  track:
    track === null
      ? null
      : { id: track.id, title: track.title, imageUrl: track.imageUrl, runTime: track.runTime },
  rank: 0,
});

const added = (
  entries: Entries,
  item: ContentItem,
  track: QueuedTrack | null,
  at: 'start' | 'end',
): Entries => {
  const entry = entryOf(item, track);
  const others = without(entries, keyOf(entry));
  if (others.length >= UP_NEXT_LIMIT) return entries;
  return inserted(others, entry, at === 'start' ? 0 : others.length);
};

/** Puts a title or a track before all others (PLAY-77). A full list stays the same. */
export const addedNext = (entries: Entries, item: ContentItem, track: QueuedTrack | null): Entries =>
  added(entries, item, track, 'start');

/** Puts a title or a track after all others (PLAY-77). A full list stays the same. */
export const addedLast = (entries: Entries, item: ContentItem, track: QueuedTrack | null): Entries =>
  added(entries, item, track, 'end');

/** Moves an entry to an index, or to the nearest index that exists. */
export const movedEntry = (entries: Entries, key: UpNextKey, to: number): Entries => {
  const at = entries.findIndex((entry) => keyOf(entry) === key);
  const entry = entries[at];
  const target = Math.min(Math.max(Math.trunc(to), 0), entries.length - 1);
  if (entry === undefined || target === at) return entries;
  return inserted(without(entries, key), entry, target);
};

/** Removes an entry. */
export const removedEntry = (entries: Entries, key: UpNextKey): Entries =>
  entries.some((entry) => keyOf(entry) === key) ? without(entries, key) : entries;

/** What a command has changed about one entry. `before` is null if the command added it, `after` if it removed it. */
export type UpNextChange = {
  readonly key: UpNextKey;
  readonly before: UpNextEntry | null;
  readonly after: UpNextEntry | null;
};

const byKey = (entries: Entries): ReadonlyMap<UpNextKey, UpNextEntry> =>
  new Map(entries.map((entry) => [keyOf(entry), entry]));

/** The entries that differ between two lists. An entry that did not change is the same object in both. */
export const changesBetween = (before: Entries, after: Entries): readonly UpNextChange[] => {
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const change = { key, before: old.get(key) ?? null, after: now.get(key) ?? null };
    return change.before === change.after ? [] : [change];
  });
};

/**
 * Takes changes back. An entry that was played, added or removed since then stays as it is now. The player and other
 * tabs change the list too (PLAY-79).
 */
export const undoneChanges = (entries: Entries, changes: readonly UpNextChange[]): Entries => {
  const changed = new Map(changes.map((change) => [change.key, change]));
  const kept = entries.flatMap((entry) => {
    const change = changed.get(keyOf(entry));
    if (change?.after == null) return [entry];
    return change.before === null ? [] : [{ ...entry, rank: change.before.rank }];
  });
  const present = byKey(entries);
  const restored = changes.flatMap(({ key, before, after }) =>
    before !== null && after === null && !present.has(key) ? [before] : [],
  );
  return sortedEntries([...kept, ...restored]);
};
