import { reaction } from 'mobx';
import * as v from 'valibot';
import { MESSAGES } from '../../application/messages.ts';
import type { NoticesState } from '../../application/notices-state.ts';
import type { PlayerState } from '../../application/playback/player-state.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import type { Log } from '../../ports/log.ts';
import { storedPlayer, storedUser } from './stored.ts';

const KEYS = { user: 'store.user', player: 'store.player' } as const;

/** Reads a stored value; a value that cannot be read is discarded without a message (APP-43). */
export function read<Value>(
  store: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const decoded = v.safeParse(schema, JSON.parse(text));
    if (decoded.success) return decoded.output;
  } catch {
    // Text that is not JSON counts as unreadable too.
  }
  store.delete(key);
  return null;
}

/** Puts the player at the track that was last heard of its content, and returns the position in it. */
function positionOf(store: PlayerStore, journal: PlaybackJournal): [PlayerStore, Seconds] {
  const track = store.playlist[store.currentTrackIndex];
  const entry = track === undefined ? null : journal.position(track.contentId);
  const index = store.playlist.findIndex(({ id }) => id === entry?.track);
  if (entry === null || entry.listener !== store.userId || index === -1) return [store, seconds(0)];
  return [{ ...store, currentTrackIndex: index, currentTrackId: entry.track }, entry.position];
}

/**
 * Restores the user and player stores from this browser and stores them from now on (APP-42). The position in the
 * current track comes from the journal, which is written every second (PROG-9). A storage that is full or blocked
 * affects nothing else; the listener is told once (APP-44).
 */
export function persist(
  store: KeyValueStore,
  user: UserState,
  player: PlayerState,
  journal: PlaybackJournal,
  notices: NoticesState,
  log: Log,
): void {
  let isReported = false;
  const keep = (key: string, value: unknown) => {
    const written = store.set(key, JSON.stringify(value));
    if (written.ok || isReported) return;
    // Only once: later writes fail for the same reason.
    isReported = true;
    log.warn('A store could not be kept', { key, kind: written.error.kind });
    notices.post(MESSAGES.notKept);
  };

  const savedUser = read(store, KEYS.user, storedUser);
  if (savedUser !== null) user.restore(savedUser);
  const savedPlayer = read(store, KEYS.player, storedPlayer);
  if (savedPlayer !== null) player.restore(...positionOf(savedPlayer, journal));

  reaction(
    () => user.user,
    (value) => {
      if (user.isSignedIn) keep(KEYS.user, value);
      else store.delete(KEYS.user);
    },
  );
  reaction(
    () => player.store,
    (value) => {
      if (player.isPresent) keep(KEYS.player, value);
      else store.delete(KEYS.player);
    },
  );
}
