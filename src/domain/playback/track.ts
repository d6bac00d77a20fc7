import type { Brand } from '../brand.ts';
import type { AuthorReference, ContentId, ContentType } from '../catalogue/content.ts';
import type { Seconds, Window } from '../time.ts';

/** The content id, or for a chapter content id, underscore, chapter index. */
export type TrackId = Brand<string, 'TrackId'>;
export const trackId = (value: string): TrackId => value as TrackId;

/**
 * One thing that can sound: a chapter, an episode, a collection's track, or a whole item.
 *
 * `contentId` is the content item that sounds, which reports name: an episode's or
 * collection track's own id; for a chapter the book's, beside `chapterIndex`.
 * Validity is kept as the windows that decide it, so that the answer can change as time passes:
 * `contentWindow` is the window of the content it was opened from, `ownWindow` the track's own.
 */
export type Track = {
  readonly id: TrackId;
  readonly contentId: ContentId;
  readonly chapterIndex: number | null;
  readonly title: string;
  readonly src: string;
  readonly index: number;
  readonly imageUrl: string | null;
  readonly authors: readonly AuthorReference[];
  readonly contentType: ContentType;
  readonly runTime: Seconds | null;
  readonly description: string;
  readonly listenFree: boolean;
  readonly dayNumber: number | null;
  readonly contentWindow: Window;
  readonly ownWindow: Window;
  readonly isPurchased: boolean;
};
