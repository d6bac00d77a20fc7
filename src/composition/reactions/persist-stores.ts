import { MESSAGES } from '../../application/messages.ts';
import type { NoticesState } from '../../application/notices-state.ts';
import type { PlayerState } from '../../application/playback/player-state.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { persistValue } from './persist-value.ts';
import { storedPlayer, storedUser } from './stored.ts';

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
 * affects nothing else; a notice says so once (APP-44).
 */
export function persistStores(
  store: KeyValueStore,
  user: UserState,
  player: PlayerState,
  journal: PlaybackJournal,
  notices: NoticesState,
  log: Log,
): void {
  let isReported = false;
  const failed = (key: string) => (kind: string) => {
    // The notice is shown only once, because later writes fail for the same reason.
    if (isReported) return;
    isReported = true;
    log.warn('A state could not be saved', { key, kind });
    notices.post(MESSAGES.notKept);
  };
  persistValue(store, {
    key: 'store.user',
    schema: storedUser,
    restore: (stored) => user.restore(stored),
    current: () => (user.isSignedIn ? user.user : null),
    failed: failed('store.user'),
  });
  persistValue(store, {
    key: 'store.player',
    schema: storedPlayer,
    restore: (stored) => player.restore(...positionOf(stored, journal)),
    current: () => (player.isPresent ? player.store : null),
    failed: failed('store.player'),
  });
}
