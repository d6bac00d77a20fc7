import * as v from 'valibot';
import {
  author,
  contentType,
  finite,
  id,
  item,
  nullable,
  publishedAt,
  span,
  text,
  transcripts,
  window,
} from '../../adapters/browser/stored-item.ts';
import type { PlayerState } from '../../application/player-state.ts';
import type { PlayerStore } from '../../domain/stores.ts';
import { userId } from '../../domain/account/user.ts';
import { asSpeed, DEFAULT_SPEED } from '../../domain/playback/player.ts';
import { trackId, type Track } from '../../domain/playback/track.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/platform.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { persistValue } from './persist-value.ts';

const track: v.GenericSchema<unknown, Track> = v.object({
  id: v.pipe(text, v.nonEmpty(), v.transform(trackId)),
  contentId: id,
  chapterIndex: nullable(finite),
  title: text,
  src: text,
  index: finite,
  imageUrl: nullable(text),
  authors: v.array(author),
  contentType,
  runTime: nullable(span),
  description: text,
  listenFree: v.boolean(),
  dayNumber: nullable(finite),
  publishedAt,
  season: nullable(finite),
  progress: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((): null => null),
    ),
    null,
  ),
  contentWindow: window,
  ownWindow: window,
  isPurchased: v.boolean(),
  transcripts,
});

export const storedPlayer: v.GenericSchema<unknown, PlayerStore> = v.object({
  currentAudio: nullable(item),
  playlist: v.array(track),
  currentTrackIndex: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  currentTrackId: nullable(v.pipe(text, v.transform(trackId))),
  isOnlyTrack: v.boolean(),
  autoplay: v.boolean(),
  userId: v.pipe(text, v.transform(userId)),
  playbackSpeed: v.pipe(
    v.number(),
    v.transform((value) => asSpeed(value) ?? DEFAULT_SPEED),
  ),
  startPlayback: v.boolean(),
});

/** Puts the player at the track that was last heard of its content, and returns the position in it. */
function positionOf(store: PlayerStore, journal: PlaybackJournal): [PlayerStore, Seconds] {
  const track = store.playlist[store.currentTrackIndex];
  const entry = track === undefined ? null : journal.position(track.contentId);
  const index = store.playlist.findIndex(({ id }) => id === entry?.track);
  if (entry === null || entry.listener !== store.userId || index === -1) return [store, seconds(0)];
  return [{ ...store, currentTrackIndex: index, currentTrackId: entry.track }, entry.position];
}

/**
 * Restores the player from this browser, and stores it from now on (APP-42). The position in the current track comes from
 * the journal, which is written every second (PROG-9).
 *
 * @param failed called with the kind of each failure
 */
export function persistPlayer(
  store: KeyValueStore,
  player: PlayerState,
  journal: PlaybackJournal,
  failed: (kind: string) => void,
): void {
  persistValue(store, {
    key: 'store.player',
    schema: storedPlayer,
    restore: (stored) => player.restore(...positionOf(stored, journal)),
    current: () => (player.isPresent ? player.store : null),
    failed,
  });
}
