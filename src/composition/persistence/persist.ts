import { reaction } from 'mobx';
import * as v from 'valibot';
import type { PlayerState } from '../../application/state/player-state.ts';
import type { UserState } from '../../application/state/user-state.ts';
import { seconds } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import { storedPlayer, storedPosition, storedUser } from './stored.ts';

const KEYS = { user: 'store.user', player: 'store.player', position: 'store.player.position' } as const;

/** Reads back what was kept; what cannot be read is discarded without a word (section 8). */
function read<Value>(
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

/**
 * Restores the user and player stores from this browser and keeps them from now on (section 3). The
 * position has a key of its own: it changes every second, the playlist behind it hardly ever.
 */
export function persist(store: KeyValueStore, user: UserState, player: PlayerState, log: Log): void {
  const keep = (key: string, value: unknown) => {
    const kept = store.set(key, JSON.stringify(value));
    if (!kept.ok) log.warn('A store could not be kept', { key, kind: kept.error.kind });
  };

  const keptUser = read(store, KEYS.user, storedUser);
  if (keptUser !== null) user.restored(keptUser);
  const keptPlayer = read(store, KEYS.player, storedPlayer);
  const keptPosition = read(store, KEYS.position, storedPosition);
  if (keptPlayer !== null) player.restored(keptPlayer, keptPosition ?? seconds(0));

  reaction(
    () => user.store,
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
  reaction(
    () => (player.isPresent ? Math.floor(player.position) : null),
    (position) => {
      if (position === null) store.delete(KEYS.position);
      else keep(KEYS.position, position);
    },
  );
}
