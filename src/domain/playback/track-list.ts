import { ContentType } from '../catalogue/content.ts';
import type { Chapter, ContentItem } from '../catalogue/content.ts';
import { ALWAYS } from '../time.ts';
import { trackId } from './track.ts';
import type { Track, TrackId } from './track.ts';

/** Where the tracks of an item come from. `episodes` and `collection-tracks` have to be fetched. */
export type TrackSource = 'chapters' | 'own-tracks' | 'collection-tracks' | 'episodes' | 'self';

/** Where the tracks of an item come from, by its content type. */
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
  contentWindow: book.validity,
  ownWindow: ALWAYS,
  isPurchased: book.isPurchased,
});

const itemTrack = (item: ContentItem, place: number): Track => ({
  id: trackId(item.id),
  contentId: item.id,
  chapterIndex: null,
  title: item.title,
  src: item.url ?? '',
  index: item.index ?? place,
  imageUrl: item.imageUrl,
  authors: item.authors,
  contentType: item.type,
  runTime: item.runTime,
  description: item.description,
  listenFree: item.listenFree,
  dayNumber: item.dayNumber,
  contentWindow: item.validity,
  ownWindow: ALWAYS,
  isPurchased: item.isPurchased,
});

// A child takes from its parent what it does not say itself. Whoever purchased the parent owns the child, which is
// then valid in the playlist too (ENT-11).
const childTrack = (parent: ContentItem, child: ContentItem, place: number): Track => ({
  ...itemTrack(child, place),
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
 * position. `index` is the track's own index, or else its number counting from 1.
 */
export const formatTracks = (item: ContentItem, fetched: readonly ContentItem[]): readonly Track[] => {
  const seen = new Set<TrackId>();
  return allTracks(item, fetched).filter((track) => {
    if (track.src === '' || seen.has(track.id)) return false;
    seen.add(track.id);
    return true;
  });
};

/** Merges a newer version of an item. A tile may lack the parts and addresses that were fetched before. */
export const updatedItem = (before: ContentItem, now: ContentItem): ContentItem => ({
  ...now,
  chapters: now.chapters.length > 0 ? now.chapters : before.chapters,
  tracks: now.tracks.length > 0 ? now.tracks : before.tracks,
  url: now.url ?? before.url,
  pdfUrl: now.pdfUrl ?? before.pdfUrl,
});

/** Updates the tracks after their item has changed. */
export const updatedTracks = (tracks: readonly Track[], item: ContentItem): readonly Track[] => {
  const source = trackSource(item);
  const isItself = source === 'chapters' || source === 'self';
  return tracks.map((track) => ({
    ...track,
    contentWindow: item.validity,
    // A child that was purchased itself stays purchased.
    isPurchased: item.isPurchased || (!isItself && track.isPurchased),
  }));
};
