import type { Container } from 'inversify';
import type { PlayerState } from '../src/application/playback/player-state.ts';
import { TOKENS } from '../src/composition/tokens.ts';
import { PLAYER_STORE_DEFAULTS, type PlayerStore } from '../src/domain/account/stores.ts';
import { isTrackValid } from '../src/domain/entitlement/play-decision.ts';
import { formatTracks } from '../src/domain/playback/track-list.ts';
import { pageId, type SavedPosition } from '../src/domain/progress/position.ts';
import type { Services } from '../src/ui/app/services.ts';
import { findTitle, LISTENER } from './catalogue.ts';
import type { Snapshot } from './frame-api.ts';
import type { HarnessState } from './state.ts';

// An address of the harness may name what plays. Before the application starts, it is written to the storage and the
// journal. The application then restores it as after a reload.

/** Where the application stores its player. */
const KEY = 'store.player';

/**
 * Stores the player of a state, before the application starts. A storage that outlives the page may hold another one,
 * which is replaced.
 */
export function storePlayer(container: Container, state: HarnessState): void {
  const store = container.get(TOKENS.store);
  const stored = storedPlayer(state);
  if (stored === null) {
    store.delete(KEY);
    return;
  }
  store.set(KEY, JSON.stringify(stored.player));
  container.get(TOKENS.journal).savePosition(stored.position);
}

/** Continues as the state says: plays, stays paused, or hides the player. What may not play tells why, as always. */
export function continuePlayer(
  { togglePlayback, playerControls }: Services,
  player: PlayerState,
  state: HarnessState,
): void {
  if (!player.isPresent) return;
  if (state.player?.status === 'playing') void togglePlayback.toggle();
  if (state.player?.status === 'closed') playerControls.close();
}

/** What is in the player, as an address says it. */
export function contentOf(player: PlayerState): Snapshot['player'] {
  const { audio, track, position, speed } = player;
  if (audio === null || track === null) return null;
  const isPending = player.pendingId === audio.id;
  const wantsToPlay = player.isPlaying || isPending || player.needsTap || player.phase === 'error';
  const status = player.isHidden ? 'closed' : wantsToPlay ? 'playing' : 'paused';
  return { status, title: audio.id, track: track.id, name: track.title, position, speed };
}

type StoredPlayer = { readonly player: PlayerStore; readonly position: SavedPosition };

/** Null if the player is empty, if nobody is signed in, or if the catalogue has no such title or track. */
function storedPlayer(state: HarnessState): StoredPlayer | null {
  const { player, at, listener } = state;
  const found = player === null ? null : findTitle(state, player.title);
  if (player === null || found === null || listener === 'visitor') return null;
  // The current track stays, although its window may have closed while it played.
  const playlist = formatTracks(found.item, found.episodes).filter(
    (track) => track.id === player.track || isTrackValid(track, at),
  );
  const index = playlist.findIndex(({ id }) => id === player.track);
  const track = playlist[index];
  if (track === undefined) return null;
  return {
    player: {
      ...PLAYER_STORE_DEFAULTS,
      currentAudio: found.item,
      playlist,
      currentTrackIndex: index,
      currentTrackId: track.id,
      userId: LISTENER,
      playbackSpeed: player.speed,
    },
    position: {
      listener: LISTENER,
      page: pageId('shared'),
      audio: found.item.id,
      contentId: track.contentId,
      track: track.id,
      chapterIndex: track.chapterIndex,
      position: player.position,
      at,
      chosenAt: at,
      base: 'unknown',
      unconfirmed: [],
    },
  };
}
