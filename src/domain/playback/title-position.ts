import type { ContentId, ContentItem } from '../catalogue/content.ts';
import { tileContentId } from '../entitlement/play-decision.ts';
import type { Seconds } from '../time.ts';
import type { Track, TrackId } from './track.ts';

/**
 * The title of a stored position, with what a list shows of it without asking the provider.
 *
 * - `audio`: the title that was opened, and that is opened again (a podcast, or one episode)
 * - `page`: the title whose page shows it
 */
export type StoredTitle = {
  readonly audio: ContentId;
  readonly page: ContentId;
  readonly title: string;
  readonly imageUrl: string | null;
};

/** A position in one track of a title. `trackTitle` is null if the track is the whole title. */
export type TrackPoint = {
  readonly track: TrackId;
  readonly contentId: ContentId;
  readonly trackTitle: string | null;
  readonly position: Seconds;
};

/** What is stored of a title. */
export const storedTitle = (audio: ContentItem): StoredTitle => ({
  audio: audio.id,
  page: tileContentId(audio),
  title: audio.title,
  imageUrl: audio.imageUrl,
});

/** What is stored of a position in a track (BOOK-2). */
export const trackPoint = (audio: ContentItem, track: Track, position: Seconds): TrackPoint => ({
  track: track.id,
  contentId: track.contentId,
  trackTitle: track.contentId === audio.id && track.chapterIndex === null ? null : track.title,
  position,
});

/** True if the page of the title `id` shows this position: the title that was opened, its parent, or what sounded. */
export const isInTitle = (
  { audio, page, contentId }: Pick<StoredTitle & TrackPoint, 'audio' | 'page' | 'contentId'>,
  id: ContentId,
): boolean => audio === id || page === id || contentId === id;
