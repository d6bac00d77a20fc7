import type { ContentId, ContentItem } from '../catalogue/content.ts';
import { tileContentId } from '../entitlement/play-decision.ts';
import { isBeyond } from './track-position.ts';
import { seconds, type Seconds } from '../time.ts';
import type { Track, TrackId } from './track.ts';

/**
 * A position that an address names. `chapter` is the `index` of a track, counting from 1. Null means the first track.
 * `second` is null at the start of the track.
 */
export type LinkedPosition = { readonly chapter: number | null; readonly second: Seconds | null };

/** The query of such an address. */
export type PositionQuery = { readonly chapter?: string | undefined; readonly t?: string | undefined };

const WHOLE = /^\d{1,9}$/;

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && WHOLE.test(text) ? Number(text) : null;

/** Reads `chapter` and `t` of an address. Null if they name no position. Unreadable values count as absent. */
export const readPosition = ({ chapter, t }: PositionQuery): LinkedPosition | null => {
  const number = wholeNumber(chapter);
  const second = wholeNumber(t);
  if (number === null && second === null) return null;
  return { chapter: number, second: second === null ? null : seconds(second) };
};

/** The inverse of `readPosition`. A fraction of a second is left out. */
export const positionQuery = ({ chapter, second }: LinkedPosition): PositionQuery => ({
  ...(chapter !== null && { chapter: String(chapter) }),
  ...(second !== null && { t: String(Math.floor(second)) }),
});

/** The address of a title's page, with or without a position. */
export const shareLink = (origin: string, id: ContentId, position: LinkedPosition | null): string => {
  const query = new Map(Object.entries(position === null ? {} : positionQuery(position)));
  const text = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  return `${origin}/audios/${encodeURIComponent(id)}${text === '' ? '' : `?${text}`}`;
};

/**
 * The position that a link to this second has to name. Null at the start of the title, or if a link to the title
 * cannot name the position.
 */
export const linkedPositionIn = (
  item: Pick<ContentItem, 'id' | 'contentId' | 'index'>,
  tracks: readonly Track[],
  track: Track,
  position: Seconds,
): LinkedPosition | null => {
  const second = position >= 1 ? position : null;
  if (tileContentId(item) !== item.id) {
    // One of several episodes or tracks has the address of its parent.
    return item.index === null ? null : { chapter: item.index, second };
  }
  const chapter = tracks.length > 1 || track.chapterIndex !== null ? track.index : null;
  const isStart = second === null && tracks[0]?.id === track.id;
  return isStart ? null : { chapter, second };
};

/** So close to its end, a track has nothing left to play. */
const END: Seconds = seconds(1);

/**
 * The position in the playlist that an address names. Null if the chapter is not in the playlist. A second at the
 * end of the track means its start; so does one behind it, unless the track is known.
 *
 * @param trackId the track of the position, if it is known: numbers of episodes change when a new one is published (PLAY-48)
 */
export const linkedTrackPosition = (
  tracks: readonly Track[],
  { chapter, second }: LinkedPosition,
  trackId: TrackId | null = null,
): { readonly index: number; readonly position: Seconds } | null => {
  const index =
    trackId !== null
      ? tracks.findIndex((track) => track.id === trackId)
      : chapter === null
        ? 0
        : tracks.findIndex((track) => track.index === chapter);
  const track = tracks[index];
  if (track === undefined) return null;
  if (second === null) return { index, position: seconds(0) };
  const { runTime } = track;
  const isInside = runTime === null || second < runTime - END;
  // A stored position was heard, so the run time may be too short (PROG-75). Anybody can write a link.
  const isHeard = trackId !== null && runTime !== null && isBeyond(second, runTime);
  return { index, position: isInside || isHeard ? second : seconds(0) };
};
