import { ContentType } from '../../../domain/catalogue/content.ts';

/** The type of a title, as a word for the listener. */
export const typeLabel = (type: ContentType): string => {
  switch (type) {
    case ContentType.AUDIOBOOK:
    case ContentType.AUDIOBOOK_WITH_CHAPTERS:
      return 'Audiobook';
    case ContentType.PODCAST:
      return 'Podcast';
    case ContentType.PODCAST_EPISODE:
      return 'Episode';
    case ContentType.CURATED_COLLECTION:
      return 'Collection';
    case ContentType.COLLECTION_TRACK:
      return 'Track';
    default:
      return 'Audio';
  }
};
