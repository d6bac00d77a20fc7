import type { ContentId } from '../catalogue/content.ts';
import { seconds } from '../time.ts';
import type { Seconds } from '../time.ts';
import type { Track } from './track.ts';

/**
 * A place in a title as an address names it. `chapter` is a track's `index`: a chapter's number, or the
 * number of an episode or a collection's track, counting from 1; null is the first. `second` is null at its start.
 */
export type LinkedPosition = { readonly chapter: number | null; readonly second: Seconds | null };

/** The query of such an address. */
export type PositionQuery = { readonly chapter?: string | undefined; readonly t?: string | undefined };

const WHOLE = /^\d{1,9}$/;

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && WHOLE.test(text) ? Number(text) : null;

/** What `chapter` and `t` of an address say; null when they name no place: what cannot be read counts as absent. */
export const readPosition = ({ chapter, t }: PositionQuery): LinkedPosition | null => {
  const number = wholeNumber(chapter);
  const second = wholeNumber(t);
  if (number === null && second === null) return null;
  return { chapter: number, second: second === null ? null : seconds(second) };
};

/** The inverse of `readPlace`; a fraction of a second is left out. */
export const positionQuery = ({ chapter, second }: LinkedPosition): PositionQuery => ({
  ...(chapter !== null && { chapter: String(chapter) }),
  ...(second !== null && { t: String(Math.floor(second)) }),
});

/** The address of a title's page, with a place in it or without. */
export const shareLink = (origin: string, id: ContentId, place: LinkedPosition | null): string => {
  const query = new Map(Object.entries(place === null ? {} : positionQuery(place)));
  const text = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  return `${origin}/audios/${encodeURIComponent(id)}${text === '' ? '' : `?${text}`}`;
};

// So close to its end nothing of a track is left to hear.
const END: Seconds = seconds(1);

/**
 * Where a linked place is in a playlist; null when its chapter isn't there. A second beyond the track's end is
 * its start.
 */
export const linkedTrackPosition = (
  tracks: readonly Track[],
  { chapter, second }: LinkedPosition,
): { readonly index: number; readonly position: Seconds } | null => {
  const index = chapter === null ? 0 : tracks.findIndex((track) => track.index === chapter);
  const track = tracks[index];
  if (track === undefined) return null;
  const isInside = second !== null && (track.runTime === null || second < track.runTime - END);
  return { index, position: isInside ? second : seconds(0) };
};
