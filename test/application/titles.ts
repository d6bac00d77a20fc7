import { ContentType, contentId, type ContentItem } from '../../src/domain/catalogue/content.ts';
import { seconds } from '../../src/domain/time.ts';
import { userId, type User } from '../../src/domain/account/user.ts';
import { PLAIN_ITEM } from '../arbitraries/content.ts';

/** Listeners and titles that the tests are about. */

export const SUBSCRIBER: User = {
  id: userId('ada'),
  name: 'Ada Lovelace',
  email: 'ada@listener.test',
  paymentDetails: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly' },
  hasPurchases: false,
};

export const FREE_LISTENER: User = { ...SUBSCRIBER, paymentDetails: null };

export const title = (changes: Partial<ContentItem> & { readonly id: ContentItem['id'] }): ContentItem => ({
  ...PLAIN_ITEM,
  url: `/media/audio/${changes.id}.mp3`,
  type: ContentType.AUDIOBOOK,
  title: changes.id,
  ...changes,
});

export const QUIET_MIND = title({ id: contentId('quiet-mind'), title: 'Quiet Mind' });

const chapter = (index: number) => ({
  title: `Chapter ${index}`,
  url: `/media/audio/long-book-${index}.mp3`,
  index,
  runTime: seconds(300),
  transcripts: [],
});

export const LONG_BOOK = title({
  id: contentId('long-book'),
  title: 'Long Book',
  type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
  url: null,
  chapters: [chapter(1), chapter(2), chapter(3)],
});

export const PODCAST = title({
  id: contentId('podcast'),
  title: 'Podcast',
  type: ContentType.PODCAST,
  url: null,
});

export const episodes = (count: number): readonly ContentItem[] =>
  Array.from({ length: count }, (_, index) =>
    title({
      id: contentId(`episode-${index + 1}`),
      title: `Episode ${index + 1}`,
      type: ContentType.PODCAST_EPISODE,
      index: index + 1,
    }),
  );
