import { compareShallow, reaction } from 'mobx';
import * as v from 'valibot';
import { type NoticesState, MESSAGES } from '../../application/notices-state.ts';
import type { UpNextState } from '../../application/playback/up-next-state.ts';
import type { UserState } from '../../application/session/user-state.ts';
import { NOBODY, type UserId } from '../../domain/account/user.ts';
import { trackId } from '../../domain/playback/track.ts';
import {
  changesBetween,
  keyOf,
  sortedEntries,
  type UpNextEntry,
  type UpNextKey,
} from '../../domain/playback/up-next.ts';
import { seconds } from '../../domain/time.ts';
import type { Log, KeyValueStore } from '../../ports/platform.ts';
import { item } from '../../adapters/browser/stored-item.ts';

const PREFIX = 'up-next.';

/** Larger ranks are refused, because very large numbers are not exact. No listener reaches them. */
const LARGEST_RANK = 1e12;

const storedEntry: v.GenericSchema<unknown, UpNextEntry> = v.object({
  item,
  track: v.nullable(
    v.object({
      id: v.pipe(v.string(), v.nonEmpty(), v.transform(trackId)),
      title: v.string(),
      imageUrl: v.nullable(v.string()),
      runTime: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(seconds))),
    }),
  ),
  rank: v.pipe(
    v.number(),
    v.check((rank) => Math.abs(rank) <= LARGEST_RANK),
  ),
});

/** The first part of the storage keys of a listener. The key of the entry follows. */
const prefixOf = (listener: UserId): string => PREFIX + JSON.stringify(listener);

/** Reads an entry. Deletes it if it cannot be read, or if it is stored under the key of another entry. */
function readEntry(store: KeyValueStore, prefix: string, key: string): UpNextEntry | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const decoded = v.safeParse(storedEntry, JSON.parse(text));
    if (decoded.success && prefix + keyOf(decoded.output) === key) return decoded.output;
  } catch {
    // Text that is not JSON counts as unreadable too.
  }
  store.delete(key);
  return null;
}

const keysFrom = (store: KeyValueStore, prefix: string): readonly string[] =>
  store.keys().filter((key) => key.startsWith(prefix));

function readEntries(store: KeyValueStore, listener: UserId): readonly UpNextEntry[] {
  const prefix = prefixOf(listener);
  const entries = keysFrom(store, prefix).flatMap((key) => {
    const entry = readEntry(store, prefix, key);
    return entry === null ? [] : [entry];
  });
  return sortedEntries(entries);
}

/** Deletes the entries of other listeners in this browser (PLAY-86). */
function deleteOthers(store: KeyValueStore, listener: UserId): void {
  const own = prefixOf(listener);
  for (const key of keysFrom(store, PREFIX)) if (!key.startsWith(own)) store.delete(key);
}

/**
 * Restores the listener's Up Next from this browser, and stores it from now on (PLAY-84). Each entry has a key of its
 * own, so that two tabs that change the list at the same time lose nothing (PLAY-85).
 */
export function persistUpNext(
  store: KeyValueStore,
  upNext: UpNextState,
  user: UserState,
  notices: NoticesState,
  log: Log,
): void {
  /** What the storage holds, as far as this tab knows. */
  let stored: ReadonlyMap<UpNextKey, UpNextEntry> = new Map();
  const setStored = (entries: readonly UpNextEntry[]): void => {
    stored = new Map(entries.map((entry) => [keyOf(entry), entry]));
  };

  const save = (prefix: string, entries: readonly UpNextEntry[]): void => {
    const now = new Map(stored);
    let failure: string | null = null;
    for (const { key, after } of changesBetween([...stored.values()], entries)) {
      if (after === null) store.delete(prefix + key);
      const written = after === null ? null : store.set(prefix + key, JSON.stringify(after));
      if (written?.ok === false) {
        failure = written.error.kind;
        // The next change tries this write again.
        continue;
      }
      if (after === null) now.delete(key);
      else now.set(key, after);
    }
    stored = now;
    if (failure === null) return;
    log.warn('Up Next could not be saved', { kind: failure });
    notices.post(MESSAGES.notKept);
  };

  reaction(
    () => user.user.id,
    (listener) => {
      if (listener !== NOBODY.id) deleteOthers(store, listener);
      const entries = listener === NOBODY.id ? [] : readEntries(store, listener);
      setStored(entries);
      upNext.open(listener, entries);
    },
    { fireImmediately: true },
  );
  reaction(
    () => ({ listener: upNext.listener, entries: upNext.entries }),
    ({ listener, entries }) => {
      // At the end of the session the entries leave the memory. They stay stored for the same listener.
      if (listener !== NOBODY.id) save(prefixOf(listener), entries);
    },
    { equals: compareShallow },
  );
  store.changedElsewhere.subscribe((changed) => {
    const { listener } = upNext;
    if (listener === NOBODY.id) return;
    const prefix = prefixOf(listener);
    if (changed === null) {
      setStored([]);
      upNext.changedElsewhere([]);
      return;
    }
    if (!changed.startsWith(prefix)) return;
    const entry = readEntry(store, prefix, changed);
    const others = (entries: Iterable<UpNextEntry>): readonly UpNextEntry[] =>
      [...entries].filter((each) => prefix + keyOf(each) !== changed);
    const added = entry === null ? [] : [entry];
    setStored([...others(stored.values()), ...added]);
    upNext.changedElsewhere(sortedEntries([...others(upNext.entries), ...added]));
  });
}
