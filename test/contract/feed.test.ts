import { identityOf } from '../../src/adapters/feed/identity.ts';
import { authorId, categoryId, contentId, topicId } from '../../src/domain/catalogue/content.ts';
import { FeedHost } from '../adapters/feed/feed-host.ts';
import { SHOW_URL } from '../adapters/feed/feeds.ts';
import { describeContentApi } from './content-api/content-api.ts';

const episode = (number: number) => contentId(identityOf('episode', SHOW_URL, `walk-${number}`));

// Feeds have no chapters, no collections, no discounts and no other listeners.
describeContentApi(
  'FeedContentApi',
  async () => {
    const host = new FeedHost();
    return Promise.resolve({
      api: host.api(),
      setReachable: (isReachable: boolean) => {
        host.isReachable = isReachable;
      },
      podcast: contentId(identityOf('show', SHOW_URL)),
      episodes: Array.from({ length: 60 }, (_, at) => episode(60 - at)),
      author: authorId(identityOf('author', 'ines odum')),
      category: categoryId(identityOf('category', 'Leisure')),
      topic: topicId(identityOf('topic', 'Walking')),
      term: 'walk',
      notFavorite: episode(7),
    });
  },
  ['chapters', 'collections', 'trending', 'discounts'],
);
