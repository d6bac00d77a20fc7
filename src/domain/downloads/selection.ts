import type { ContentItem } from '../catalogue/content.ts';
import { isTrackValid } from '../entitlement/validity.ts';
import type { Track, TrackId } from '../playback/track.ts';
import type { Instant } from '../time.ts';

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
