import type { ContentId, ContentItem, ContentPosition } from '../catalogue/content.ts';
import { isTrackValid } from '../entitlement/play-decision.ts';
import { type Track, type TrackId, formatTracks } from '../playback/track.ts';
import { isBeyond } from '../playback/track-position.ts';
import { type Instant, seconds } from '../time.ts';
import type { Download } from './download.ts';

/**
 * What a listener asks to download.
 *
 * - `whole`: every track of the title
 * - `range`: the tracks from `first` to `last`, both included
 * - `next`: the next `count` tracks after the track `after`; from the start if `after` is null
 */
export type DownloadSelection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'range'; readonly first: TrackId; readonly last: TrackId }
  | { readonly kind: 'next'; readonly count: number; readonly after: TrackId | null };

/** The whole title. */
export const WHOLE: DownloadSelection = { kind: 'whole' };

/**
 * The tracks that a selection downloads, in the order of the title: only tracks that are valid now (DOWN-1). A track that
 * is not in the title selects nothing.
 */
export const selectTracks = (
  tracks: readonly Track[],
  selection: DownloadSelection,
  now: Instant,
): readonly Track[] => {
  const valid = (some: readonly Track[]): readonly Track[] =>
    some.filter((track) => isTrackValid(track, now));
  switch (selection.kind) {
    case 'whole':
      return valid(tracks);
    case 'range': {
      const first = tracks.findIndex(({ id }) => id === selection.first);
      const last = tracks.findIndex(({ id }) => id === selection.last);
      return first === -1 || last === -1 ? [] : valid(tracks.slice(first, last + 1));
    }
    case 'next': {
      const after = selection.after === null ? -1 : tracks.findIndex(({ id }) => id === selection.after);
      if (selection.after !== null && after === -1) return [];
      return valid(tracks.slice(after + 1)).slice(0, Math.max(0, Math.floor(selection.count)));
    }
  }
};

/** The children of a title that its chosen tracks are made of. */
export const childrenFor = (
  children: readonly ContentItem[],
  chosen: readonly Track[],
): readonly ContentItem[] => {
  const ids = new Set(chosen.map(({ contentId }) => contentId));
  return children.filter(({ id }) => ids.has(id));
};

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
