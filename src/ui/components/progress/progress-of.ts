import type { FinishedState } from '../../../application/progress/finished-state.ts';
import type { PlayerState } from '../../../application/playback/player-state.ts';
import type { ContentItem, Progress } from '../../../domain/catalogue/content.ts';
import { isFinished, listenedPart, timeLeft } from '../../../domain/progress/progress.ts';
import { seconds, type Seconds } from '../../../domain/time.ts';

/** How far the listener has come in a title, as its tile says it. */
export type ProgressIn =
  { readonly kind: 'begun'; readonly part: number; readonly left: Seconds } | { readonly kind: 'finished' };

/** Where the listener is: in the player by the second, else as the title came. */
const progressIn = (item: ContentItem, player: PlayerState): Progress | null => {
  const { track } = player;
  // A podcast or a collection in the player is in none of its parts' places.
  if (track === null || !player.isCurrentAudio(item) || track.contentId !== item.id) return item.progress;
  return { position: seconds(Math.floor(player.position)), chapterIndex: track.chapterIndex };
};

/** How far the listener has come in a title; null where it is not begun, or cannot be told. */
export const progressOf = (
  item: ContentItem,
  player: PlayerState,
  finished: FinishedState,
): ProgressIn | null => {
  const progress = progressIn(item, player);
  if (isFinished(item, progress) || (!player.isCurrentAudio(item) && finished.isMarked(item))) {
    return { kind: 'finished' };
  }
  const part = listenedPart(item, progress);
  const left = timeLeft(item, progress);
  return part === null || left === null ? null : { kind: 'begun', part, left };
};

/** What is left, as one says it: `12 min left`, `2 h 5 min left`. */
export const leftInWords = (left: Seconds): string => {
  const minutes = Math.max(Math.round(left / 60), 1);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min left` : `${hours} h ${minutes % 60} min left`;
};
