import type { MemoryContentSeed } from '../../../src/adapters/memory/memory-content.ts';
import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  narratorId,
  seriesId,
  topicId,
  type ContentItem,
} from '../../../src/domain/catalogue/content.ts';
import { seconds } from '../../../src/domain/time.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

const AUTHOR = { id: authorId('author'), name: 'Ines Odum', imageUrl: null };
const NARRATOR = { id: narratorId('narrator'), name: 'Rolf Berg', imageUrl: null };
const TIDES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };
const TOPIC = { id: topicId('sleep'), name: 'Sleep', imageUrl: null };
const CATEGORY = { id: categoryId('rest'), name: 'Rest', imageUrl: null };

const OTHER_AUTHOR = { id: authorId('other-author'), name: 'Bram Sato', imageUrl: null };
const OTHER_TOPIC = { id: topicId('focus'), name: 'Focus', imageUrl: null };
const OTHER_CATEGORY = { id: categoryId('wander'), name: 'Wander', imageUrl: null };
const EMPTY_CATEGORY = { id: categoryId('empty'), name: 'Nothing yet', imageUrl: null };
const EMPTY_TOPIC = { id: topicId('empty'), name: 'Nothing yet', imageUrl: null };

const item = (id: string, changes: Partial<ContentItem> = {}): ContentItem => ({
  ...PLAIN_ITEM,
  id: contentId(id),
  title: `Evening ${id}`,
  url: `/media/${id}.mp3`,
  authors: [AUTHOR],
  categories: [CATEGORY.name],
  topics: [TOPIC.name],
  ...changes,
});

const many = (count: number, make: (at: number) => ContentItem): readonly ContentItem[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

const chapters = many(3, (at) => item(String(at))).map(({ id }, at) => ({
  title: `Chapter ${at + 1}`,
  url: `/media/${id}.mp3`,
  index: at + 1,
  runTime: seconds(60),
  transcripts: [{ url: `/media/${id}.vtt`, type: 'text/vtt' as const, language: 'en', label: '' }],
}));

/** A small catalogue with titles of every kind, and with more than the suites ask for. */
export const MEMORY_CATALOGUE: MemoryContentSeed = {
  items: [
    ...many(20, (at) => item(`short-${at}`, { runTime: seconds(600) })),
    item('tide', {
      narrators: [{ id: NARRATOR.id, name: NARRATOR.name }],
      series: [{ id: TIDES.id, name: TIDES.name, sequence: '2' }],
      published: '1998-05',
      language: 'en',
    }),
    item('book', { type: ContentType.AUDIOBOOK_WITH_CHAPTERS, chapters, isPurchased: true }),
    item('podcast', { type: ContentType.PODCAST }),
    item('collection', { type: ContentType.CURATED_COLLECTION }),
    item('walk', {
      title: 'A long walk',
      authors: [OTHER_AUTHOR],
      categories: [OTHER_CATEGORY.name],
      topics: [OTHER_TOPIC.name],
      runTime: seconds(3600),
    }),
    item('morning', { authors: [OTHER_AUTHOR, AUTHOR], topics: [OTHER_TOPIC.name] }),
    item('offer', { discount: { ...PLAIN_ITEM.discount, price: 4.99 } }),
  ],
  episodes: new Map([
    [contentId('podcast'), many(60, (at) => item(`episode-${at}`, { type: ContentType.PODCAST_EPISODE }))],
  ]),
  collectionTracks: new Map([
    [contentId('collection'), many(4, (at) => item(`track-${at}`, { type: ContentType.COLLECTION_TRACK }))],
  ]),
  authors: [OTHER_AUTHOR, AUTHOR],
  narrators: [NARRATOR],
  series: [TIDES],
  arranges: true,
  topics: [OTHER_TOPIC, TOPIC, EMPTY_TOPIC],
  categories: [OTHER_CATEGORY, CATEGORY, EMPTY_CATEGORY],
  user: {
    id: userId('listener'),
    name: 'Mateo Okonkwo',
    email: 'mateo@listener.test',
    paymentDetails: null,
  },
};

/** The parts of it that a suite has to know. */
export const KNOWN_CONTENT = {
  podcast: contentId('podcast'),
  episodes: Array.from({ length: 60 }, (_, at) => contentId(`episode-${at + 1}`)),
  collection: contentId('collection'),
  chaptered: contentId('book'),
  author: authorId('author'),
  series: TIDES.id,
  narrator: NARRATOR.id,
  category: categoryId('rest'),
  topic: topicId('sleep'),
  term: 'evening',
  notFavorite: contentId('short-3'),
} as const;
