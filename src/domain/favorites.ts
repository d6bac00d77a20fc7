import { ContentType, type ContentItem } from './catalogue/content.ts';

/** The lists of favourite titles. */
export type FavoriteKind = 'audios' | 'podcasts' | 'collections';

/** Types 1 and 2 are audios, 3 and 4 podcasts, 5 and 6 collections. The default type counts as an audio (FAV-1). */
export const favoriteKind = (item: Pick<ContentItem, 'type'>): FavoriteKind => {
  switch (item.type) {
    case ContentType.DEFAULT:
    case ContentType.AUDIOBOOK:
    case ContentType.AUDIOBOOK_WITH_CHAPTERS:
      return 'audios';
    case ContentType.PODCAST:
    case ContentType.PODCAST_EPISODE:
      return 'podcasts';
    case ContentType.CURATED_COLLECTION:
    case ContentType.COLLECTION_TRACK:
      return 'collections';
  }
};

/** The favourites of one kind, in the order of the provider (FAV-2). */
export const ofKind = <Item extends Pick<ContentItem, 'type'>>(
  items: readonly Item[],
  kind: FavoriteKind,
): readonly Item[] => items.filter((item) => favoriteKind(item) === kind);

/** The analytics event for a saved favourite. */
export const favoriteEventName = (
  item: Pick<ContentItem, 'type'>,
): 'Moved to Library' | 'Follow Button Clicked' =>
  // not translated: names of analytics
  item.type === ContentType.PODCAST ? 'Follow Button Clicked' : 'Moved to Library';
