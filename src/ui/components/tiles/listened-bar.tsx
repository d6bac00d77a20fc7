import { observer } from 'mobx-react-lite';
import type { PlayerState } from '../../../application/player-state.ts';
import type { FinishedState } from '../../../application/progress/finished-state.ts';
import type { ContentItem, ContentPosition } from '../../../domain/catalogue/content.ts';
import { isFinished, listenedPart, timeLeft } from '../../../domain/progress/progress.ts';
import type { Seconds } from '../../../domain/time.ts';
import type { Services } from '../../services.ts';
import { useOutcome } from '../use-outcome.ts';
import styles from './tile-controls.module.css';
import { t } from 'audio-streaming-translations/translate';

type ListenedBarProps = { readonly item: ContentItem };

/** Null if the title was not started or is finished. */
export const percentOf = (item: ContentItem, { finished, player }: Services): number | null => {
  const progress = progressOf(item, player, finished);
  return progress?.kind === 'started' ? Math.round(progress.part * 100) : null;
};

/** Shows the progress in a title at the bottom of its cover; nothing if it was not started or is finished. */
export const ListenedBar = observer(function ListenedBar({ item }: ListenedBarProps) {
  return <PercentBar percent={useOutcome(percentOf, item)} />;
});

export function PercentBar({ percent }: { readonly percent: number | null }) {
  if (percent === null) return null;
  return (
    <div className={styles['bar']} role="img" aria-label={t('{percent}% listened', { percent })}>
      <div className={styles['heard']} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}

/** The progress in a title, as its tile shows it. */
export type ProgressIn =
  { readonly kind: 'started'; readonly part: number; readonly left: Seconds } | { readonly kind: 'finished' };

/** The listener's progress: from the player if the title is there, else as the item gives it. */
const progressIn = (item: ContentItem, player: PlayerState): ContentPosition | null => {
  const { track } = player;
  // The position in an episode or a track of a collection is not a position in the podcast or collection itself.
  if (track === null || !player.isCurrentAudio(item) || track.contentId !== item.id) return item.progress;
  return { position: player.wholePosition, chapterIndex: track.chapterIndex };
};

/** The progress in a title; null if it was not started, or is unknown (PROG-49). */
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
  return part === null || left === null ? null : { kind: 'started', part, left };
};

/** The remaining time as text: `12 min left`, `2 h 5 min left`. */
export const leftInWords = (left: Seconds): string => {
  const minutes = Math.max(Math.round(left / 60), 1);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? t('{minutes} min left', { minutes })
    : t('{hours} h {minutes} min left', { hours, minutes: minutes % 60 });
};
