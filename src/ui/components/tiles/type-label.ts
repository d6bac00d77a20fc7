import { ContentType } from '../../../domain/catalogue/content.ts';

/** What kind of title this is, in a listener's word. */
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
