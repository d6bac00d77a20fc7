import type { Brand } from '../brand.ts';
import {
  type AuthorReference,
  type ContentId,
  ContentType,
  type ContentPosition,
  type Chapter,
  type ContentItem,
} from '../catalogue/content.ts';
import { type Instant, type Seconds, type Window, ALWAYS, seconds } from '../time.ts';
import type { TranscriptSource } from '../catalogue/transcript-source.ts';
import { isTrackValid } from '../entitlement/play-decision.ts';

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
  readonly progress: ContentPosition | null;
  readonly contentWindow: Window;
  readonly ownWindow: Window;
  readonly isPurchased: boolean;
  readonly transcripts: readonly TranscriptSource[];
};

/** After more than this time, `previous` restarts the track. */
const RESTART_THRESHOLD: Seconds = seconds(3);

/** Where the tracks of an item come from. `episodes` and `collection-tracks` have to be fetched (PLAY-2, PLAY-4). */
export type TrackSource = 'chapters' | 'own-tracks' | 'collection-tracks' | 'episodes' | 'self';

/** Where the tracks of an item come from, by its content type (PLAY-3, PLAY-9). */
export const trackSource = (item: Pick<ContentItem, 'type' | 'tracks'>): TrackSource => {
  switch (item.type) {
    case ContentType.PODCAST:
      return 'episodes';
    case ContentType.AUDIOBOOK_WITH_CHAPTERS:
      return 'chapters';
    case ContentType.CURATED_COLLECTION:
      return item.tracks.length > 0 ? 'own-tracks' : 'collection-tracks';
    default:
      return 'self';
  }
};

const chapterTrack = (book: ContentItem, chapter: Chapter): Track => ({
  id: trackId(`${book.id}_${chapter.index}`),
  contentId: book.id,
  chapterIndex: chapter.index,
  title: chapter.title,
  src: chapter.url,
  index: chapter.index,
  imageUrl: book.imageUrl,
  authors: book.authors,
  contentType: book.type,
  runTime: chapter.runTime,
  description: book.description,
  listenFree: book.listenFree,
  dayNumber: book.dayNumber,
  publishedAt: book.publishedAt,
  season: null,
  progress: null,
  contentWindow: book.validity,
  ownWindow: ALWAYS,
  isPurchased: book.isPurchased,
  transcripts: chapter.transcripts,
});

const itemTrack = (item: ContentItem, number: number): Track => ({
  id: trackId(item.id),
  contentId: item.id,
  chapterIndex: null,
  title: item.title,
  src: item.url ?? '',
  index: item.index ?? number,
  imageUrl: item.imageUrl,
  authors: item.authors,
  contentType: item.type,
  runTime: item.runTime,
  description: item.description,
  listenFree: item.listenFree,
  dayNumber: item.dayNumber,
  publishedAt: item.publishedAt,
  season: item.season,
  progress: item.progress,
  contentWindow: item.validity,
  ownWindow: ALWAYS,
  isPurchased: item.isPurchased,
  transcripts: item.transcripts,
});

// A missing field of a child has the value of its parent. A listener who purchased the parent also owns the child, so the
// child is valid in the playlist (ENT-11).
const childTrack = (parent: ContentItem, child: ContentItem, number: number): Track => ({
  ...itemTrack(child, number),
  imageUrl: child.imageUrl ?? parent.imageUrl,
  authors: child.authors.length > 0 ? child.authors : parent.authors,
  contentWindow: parent.validity,
  ownWindow: child.validity,
  isPurchased: parent.isPurchased || child.isPurchased,
});

const allTracks = (item: ContentItem, fetched: readonly ContentItem[]): readonly Track[] => {
  switch (trackSource(item)) {
    case 'chapters':
      return item.chapters.map((chapter) => chapterTrack(item, chapter));
    case 'own-tracks':
      return item.tracks.map((child, at) => childTrack(item, child, at + 1));
    case 'episodes':
    case 'collection-tracks':
      return fetched.map((child, at) => childTrack(item, child, at + 1));
    default:
      return [itemTrack(item, 1)];
  }
};

/**
 * The playable tracks of an item, in the order sent. `fetched` are the episodes or tracks that `trackSource` asks
 * for. Other sources ignore it. A track without an address is left out. A repeated id stays only at its first
 * position. `index` is the track's own index, or else its number counting from 1 (PLAY-7, PLAY-8).
 */
export const formatTracks = (item: ContentItem, fetched: readonly ContentItem[]): readonly Track[] => {
  const seen = new Set<TrackId>();
  return allTracks(item, fetched).filter((track) => {
    if (track.src === '' || seen.has(track.id)) return false;
    seen.add(track.id);
    return true;
  });
};

/** The valid tracks, in their order (PLAY-12). */
export const buildPlaylist = (tracks: readonly Track[], now: Instant): readonly Track[] =>
  tracks.filter((track) => isTrackValid(track, now));

const isValidAt = (tracks: readonly Track[], index: number, now: Instant): boolean => {
  const track = tracks[index];
  return track !== undefined && isTrackValid(track, now);
};

/** Says of a track whether Autoplay leaves it out (PLAY-127). */
export type IsSkipped = (track: Track) => boolean;

const NOTHING: IsSkipped = () => false;

/** The index of the first valid track after `index` (−1: from the start). Null if there is none (PLAY-14). */
export const nextValidIndex = (
  tracks: readonly Track[],
  index: number,
  now: Instant,
  isSkipped: IsSkipped = NOTHING,
): number | null => {
  for (let next = Math.max(index + 1, 0); next < tracks.length; next += 1) {
    const track = tracks[next];
    if (track !== undefined && isTrackValid(track, now) && !isSkipped(track)) return next;
  }
  return null;
};

/** The index of the last valid track before `index`. Null if there is none. */
export const previousValidIndex = (tracks: readonly Track[], index: number, now: Instant): number | null => {
  for (let previous = Math.min(index, tracks.length) - 1; previous >= 0; previous -= 1) {
    if (isValidAt(tracks, previous, now)) return previous;
  }
  return null;
};

/** True after more than 3 seconds: `previous` restarts the track. At exactly 3 seconds it does not (PLAY-15). */
export const restartsOnPrevious = (position: Seconds): boolean => position > RESTART_THRESHOLD;

/** Merges a newer version of an item. A tile may lack the parts and addresses that were fetched before (PLAY-11). */
export const updatedItem = (before: ContentItem, now: ContentItem): ContentItem => ({
  ...now,
  chapters: now.chapters.length > 0 ? now.chapters : before.chapters,
  tracks: now.tracks.length > 0 ? now.tracks : before.tracks,
  url: now.url ?? before.url,
  pdfUrl: now.pdfUrl ?? before.pdfUrl,
  transcripts: now.transcripts.length > 0 ? now.transcripts : before.transcripts,
});

/** Updates the tracks after their item has changed. */
export const updatedTracks = (tracks: readonly Track[], item: ContentItem): readonly Track[] => {
  const source = trackSource(item);
  const isItself = source === 'chapters' || source === 'self';
  const transcripts = new Map(
    isItself ? formatTracks(item, []).map((track) => [track.id, track.transcripts]) : [],
  );
  return tracks.map((track) => ({
    ...track,
    transcripts: transcripts.get(track.id) ?? track.transcripts,
    contentWindow: item.validity,
    // A child that was purchased itself stays purchased.
    isPurchased: item.isPurchased || (!isItself && track.isPurchased),
  }));
};
