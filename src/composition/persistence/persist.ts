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

/** Reads back what was kept; what cannot be read is discarded without a word (section 8). */
export function read<Value>(
  store: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null {
  const kept = store.get(key);
  if (kept === null) return null;
  try {
    const decoded = v.safeParse(schema, JSON.parse(kept));
    if (decoded.success) return decoded.output;
  } catch {
    // Not even JSON: the same as not readable.
  }
  store.delete(key);
  return null;
}

/** The store at the track that was last heard of its content, and the place in it. */
function placeOf(store: PlayerStore, journal: PlaybackJournal): [PlayerStore, Seconds] {
  const track = store.playlist[store.currentTrackIndex];
  const kept = track === undefined ? null : journal.position(track.contentId);
  const index = store.playlist.findIndex(({ id }) => id === kept?.track);
  if (kept === null || kept.listener !== store.userId || index === -1) return [store, seconds(0)];
  return [{ ...store, currentTrackIndex: index, currentTrackId: kept.track }, kept.position];
}

/**
 * Restores the user and player stores from this browser and keeps them from now on (section 3). The place
 * in the current track comes from the journal, which notes it down every second. A storage that is full or blocked
 * costs nothing else, and the listener is told once.
 */
export function persist(
  store: KeyValueStore,
  user: UserState,
  player: PlayerState,
  journal: PlaybackJournal,
  notices: NoticesState,
  log: Log,
): void {
  let isTold = false;
  const keep = (key: string, value: unknown) => {
    const kept = store.set(key, JSON.stringify(value));
    if (kept.ok || isTold) return;
    // Once: whatever comes after fails for the same reason.
    isTold = true;
    log.warn('A store could not be kept', { key, kind: kept.error.kind });
    notices.post(MESSAGES.notKept);
  };

  const keptUser = read(store, KEYS.user, storedUser);
  if (keptUser !== null) user.restore(keptUser);
  const keptPlayer = read(store, KEYS.player, storedPlayer);
  if (keptPlayer !== null) player.restore(...placeOf(keptPlayer, journal));

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
