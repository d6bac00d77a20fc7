import type { ContentId } from '../catalogue/content.ts';
import type { ContentPosition } from '../progress/position.ts';
import { isBeyond } from '../progress/progress.ts';
import { formatTracks } from '../playback/track-list.ts';
import type { TrackId } from '../playback/track.ts';
import { type Instant, seconds } from '../time.ts';
import type { Download } from './download.ts';

/** If less than this is left, an episode or a title counts as heard. It then also counts as finished (PROG-50). */
const END = seconds(5);

type HeardPosition = ContentPosition & { readonly at: Instant };

/**
 * The downloaded tracks that were heard to the end (DOWN-10). An episode is heard at its own end. All chapters of a
 * title are heard at the end of the last one. A track without a run time is never heard.
 *
 * A track that was heard before its download stays, because the listener wants to hear it again.
 *
 * @param positionOf the listener's position in a content and when it was saved, null if there is none
 */
export const heardTracks = (
  { item, children, tracks }: Download,
  positionOf: (content: ContentId) => HeardPosition | null,
): readonly TrackId[] => {
  const all = formatTracks(item, children);
  const isHeard = (content: ContentId): boolean => {
    const last = all.findLast((track) => track.contentId === content);
    const position = positionOf(content);
    const runTime = last?.runTime ?? null;
    if (runTime === null || position === null) return false;
    const isInLast = position.chapterIndex === last?.chapterIndex;
    return isInLast && position.position > runTime - END && !isBeyond(position.position, runTime);
  };
  const heardAt = new Map(
    all
      .filter(({ contentId }) => isHeard(contentId))
      .map(({ id, contentId }) => [id, positionOf(contentId)?.at]),
  );
  return tracks
    .filter(({ id, state }) => {
      const at = heardAt.get(id);
      return state.kind === 'downloaded' && at !== undefined && at >= state.at;
    })
    .map(({ id }) => id);
};
