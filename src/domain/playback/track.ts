import type { Brand } from '../brand.ts';
import type { AuthorReference, ContentId, ContentType, Progress } from '../catalogue/content.ts';
import type { Instant, Seconds, Window } from '../time.ts';
import type { TranscriptSource } from '../transcripts/transcript-source.ts';

/** The content id. For a chapter: content id, underscore, chapter index (PLAY-6). */
export type TrackId = Brand<string, 'TrackId'>;
/** Brands a text as the id of a track. The id of a chapter is the content id, an underscore and the index. */
export const trackId = (value: string): TrackId => value as TrackId;

/**
 * A playable unit: a chapter, an episode, a collection's track, or a whole item.
 *
 * `contentId` is the content that reports name: the id of an episode or of a collection's track, or for a chapter the
 * id of its book, beside `chapterIndex`. The windows are stored instead of the validity, because the validity changes
 * over time. `contentWindow` is the window of the content that was opened, `ownWindow` the track's own.
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
  readonly publishedAt: Instant | null;
  readonly season: number | null;
  /** As the provider sent it with the episode or the item. */
  readonly progress: Progress | null;
  readonly contentWindow: Window;
  readonly ownWindow: Window;
  readonly isPurchased: boolean;
  readonly transcripts: readonly TranscriptSource[];
};
