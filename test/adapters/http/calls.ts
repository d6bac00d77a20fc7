import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import { DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { ContentApi } from '../../../src/ports/content-api.ts';

/** Every call of the product API that the app makes, with its form on the wire. */
export const CALLS: readonly [
  name: string,
  call: (api: ContentApi) => Promise<unknown>,
  wire: string,
  body?: unknown,
][] = [
  ['browse', (api) => api.catalogue.browse(), 'GET /browse'],
  ['for you', (api) => api.catalogue.forYou(), 'GET /for-you'],
  ['recommended', (api) => api.catalogue.recommended(null), 'GET /for-you/recommended?limit=15&next_page=1'],
  ['new releases', (api) => api.catalogue.newReleases(null), 'GET /new-releases?limit=15&next_page=1'],
  ['trending', (api) => api.catalogue.trending('abc'), 'GET /trending?limit=15&next_page=abc'],
  ['discounted', (api) => api.catalogue.discounted(3), 'GET /content/discounted?limit=15&next_page=3'],
  ['quick listens', (api) => api.catalogue.quickListens(null), 'GET /quick-listens?limit=15&next_page=1'],
  [
    'curated collections',
    (api) => api.catalogue.curatedCollections(null),
    'GET /featured-curated-collection?limit=15&next_page=1',
  ],
  ['content', (api) => api.catalogue.content(contentId('a/b')), 'GET /content/a%2Fb'],
  ['content of a category', (api) => api.catalogue.contentOfCategory(categoryId('1')), 'GET /content?cid=1'],
  [
    'content of a category and a topic',
    (api) => api.catalogue.contentOfCategoryAndTopic(categoryId('1'), topicId('2'), null),
    'GET /content?cid=1&tid=2&limit=15&next_page=1',
  ],
  ['groups of a category', (api) => api.catalogue.groupsOfCategory(categoryId('1')), 'GET /segregated?cid=1'],
  ['groups of a topic', (api) => api.catalogue.groupsOfTopic(topicId('2')), 'GET /segregated?tid=2'],
  ['random', (api) => api.catalogue.random(), 'GET /content?random=1'],
  [
    'collection tracks',
    (api) => api.catalogue.collectionTracks(contentId('5')),
    'GET /curated-collection-tracks/?limit=1000&cid=5',
  ],
  [
    'podcast episodes',
    (api) => api.catalogue.podcastEpisodes(contentId('3'), null),
    'GET /podcast-episodes/?pid=3&limit=50&next_page=1',
  ],
  ['categories', (api) => api.catalogue.categories(), 'GET /categories'],
  ['category', (api) => api.catalogue.category(categoryId('1')), 'GET /categories/1'],
  ['topics', (api) => api.catalogue.topics(10), 'GET /topics?limit=10'],
  ['topic', (api) => api.catalogue.topic(topicId('2')), 'GET /topics/2'],
  ['authors', (api) => api.catalogue.authors(null), 'GET /authors/?limit=15&next_page=1'],
  ['author', (api) => api.catalogue.author(authorId('9')), 'GET /authors/9'],
  [
    'search',
    (api) => api.catalogue.search({ term: '123 & more', category: null }, null),
    'GET /search?term=123+%26+more&limit=3',
  ],
  [
    'search within a category, further on',
    (api) => api.catalogue.search({ term: 'true', category: 'Sleep' }, 6),
    'GET /search?term=true&limit=3&skip=6&category=Sleep',
  ],
  ['library', (api) => api.catalogue.library(null), 'GET /library?next_page=1'],
  ['library, further on', (api) => api.catalogue.library('abc'), 'GET /library?next_page=abc'],
  [
    'tokenize',
    (api) => api.playback.tokenize('/m/a.mp3?x=1'),
    'GET /audio/tokenize?url=%2Fm%2Fa.mp3%3Fx%3D1',
  ],
  ['playing data', (api) => api.playback.playbackRecord(contentId('7')), 'GET /user/playing-data/7'],
  [
    'active content',
    (api) => api.playback.activeContent(null),
    'GET /user/content/?active=1&limit=15&next_page=1',
  ],
  [
    'playback report of a chapter',
    (api) =>
      api.playback.reportPlayback([
        {
          id: contentId('7'),
          contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
          speed: DEFAULT_SPEED,
          chapterIndex: 2,
          chapterPosition: milliseconds(1500),
        },
      ]),
    'POST /user/content',
    [{ id: '7', playback_speed: 1, content_type: 2, chapter_index: 2, chapter_position: 1500 }],
  ],
  [
    'playback report of anything else',
    (api) =>
      api.playback.reportPlayback([
        {
          id: contentId('7'),
          contentType: ContentType.PODCAST_EPISODE,
          speed: DEFAULT_SPEED,
          lastPosition: milliseconds(1500),
        },
      ]),
    'POST /user/content',
    [{ id: '7', playback_speed: 1, content_type: 4, last_position: 1500 }],
  ],
  [
    'royalty report',
    (api) => api.playback.reportRoyalty([{ contentId: contentId('7'), duration: milliseconds(4000) }]),
    'POST /audio/reporting',
    [{ content_id: '7', duration: 4000 }],
  ],
  ['user', (api) => api.users.me(), 'GET /user'],
  ['changes of the user', (api) => api.users.update({ name: 'Wren' }), 'PUT /user', { full_name: 'Wren' }],
  ['a changed password', (api) => api.users.passwordChanged(), 'POST /user/change_password', {}],
  [
    'a lost password',
    (api) => api.users.requestPasswordReset('a@b.c'),
    'POST /user/forgot_password',
    { email: 'a@b.c' },
  ],
  [
    'a new account',
    (api) => api.users.createAccount({ email: 'a@b.c', name: 'Wren' }),
    'POST /user/create_account',
    { email: 'a@b.c', full_name: 'Wren' },
  ],
  [
    'a sign-in attempt',
    (api) => api.users.recordLoginAttempt({ email: 'a@b.c', success: false }),
    'POST /user/login_attempts',
    { email: 'a@b.c', success: false },
  ],
  ['purchases', (api) => api.users.purchased(null), 'GET /user/purchased-content?limit=25&next_page=1'],
  [
    'a favourite',
    (api) => api.favorites.saveContent(contentId('7'), true),
    'POST /favorites/content',
    { content_id: '7', is_favorite: true },
  ],
  [
    'favourite podcasts',
    (api) => api.favorites.contents({ podcasts: true }, null),
    'GET /favorites/content?podcast=1&limit=25&next_page=1',
  ],
  [
    'other favourites',
    (api) => api.favorites.contents({ podcasts: false }, 2),
    'GET /favorites/content?podcast=0&limit=25&next_page=2',
  ],
  [
    'a followed author',
    (api) => api.favorites.saveAuthor(authorId('9'), false),
    'POST /favorites/authors',
    { author_id: '9', is_favorite: false },
  ],
  ['followed authors', (api) => api.favorites.authors(null), 'GET /favorites/authors?limit=25&next_page=1'],
];
