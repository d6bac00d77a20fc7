import type { MemoryContentSeed } from '../src/adapters/memory/memory-content.ts';
import { type Profile, userId } from '../src/domain/account/user.ts';
import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  topicId,
  type ContentItem,
} from '../src/domain/catalogue/content.ts';
import { instant, seconds, type Bound, type Window } from '../src/domain/time.ts';
import { PLAIN_ITEM } from '../test/arbitraries/content.ts';
import { EVENING, type HarnessState, type WindowName } from './state.ts';

// A small catalogue with a title for each rule of entitlement. Its windows are near `EVENING`.

const AUTHORS = [
  { id: authorId('ines-odum'), name: 'Ines Odum', imageUrl: null },
  { id: authorId('bram-sato'), name: 'Bram Sato', imageUrl: null },
];
const TOPICS = [
  { id: topicId('sleep'), name: 'Sleep', imageUrl: null },
  { id: topicId('focus'), name: 'Focus', imageUrl: null },
];
const CATEGORIES = [{ id: categoryId('rest'), name: 'Rest', imageUrl: null }];

const MINUTE = 60_000;
const inMinutes = (minutes: number): Bound => instant(EVENING + minutes * MINUTE);

function title(name: string, changes: Partial<ContentItem> = {}): ContentItem {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return {
    ...PLAIN_ITEM,
    id: contentId(id),
    title: name,
    description: `A title of the harness: ${name.toLowerCase()}.`,
    url: `/media/${id}.mp3`,
    runTime: seconds(1800),
    authors: AUTHORS.slice(0, 1),
    categories: ['Rest'],
    topics: ['Sleep'],
    ...changes,
  };
}

const chapters = [1, 2, 3].map((index) => ({
  title: `Chapter ${String(index)}`,
  url: `/media/long-book-${String(index)}.mp3`,
  index,
  runTime: seconds(600),
  transcripts: [],
}));

const episodes = Array.from({ length: 6 }, (_, at) =>
  title(`Episode ${String(at + 1)}`, { type: ContentType.PODCAST_EPISODE, index: at + 1 }),
);

export const TITLES: readonly ContentItem[] = [
  title('Members Only'),
  title('Free to All', { listenFree: true, hasListenFreeContent: true }),
  title('Leaves Soon', { validity: { from: 'absent', till: inMinutes(10) } }),
  title('Comes Soon', { validity: { from: inMinutes(10), till: 'absent' } }),
  title('Free This Hour', { listenFreeWindow: { from: inMinutes(-30), till: inMinutes(30) } }),
  title('On Sale', { discount: { price: 4.99, window: { from: inMinutes(-60), till: inMinutes(60) } } }),
  title('Unreadable Window', { validity: { from: 'unreadable', till: 'absent' } }),
  title('Quick Listen', { runTime: seconds(300), topics: ['Focus'], authors: AUTHORS.slice(1) }),
  title('Long Book', { type: ContentType.AUDIOBOOK_WITH_CHAPTERS, url: null, chapters }),
  title('Evening Podcast', { type: ContentType.PODCAST, url: null }),
];

const PLANS: Readonly<Record<HarnessState['listener'], Profile['paymentDetails']>> = {
  visitor: null,
  free: null,
  monthly: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'monthly' },
  annual: { isExpired: false, isCanceled: false, isTrialing: false, duration: 'yearly' },
  trial: { isExpired: false, isCanceled: false, isTrialing: true, duration: 'monthly' },
  canceled: { isExpired: false, isCanceled: true, isTrialing: false, duration: 'monthly' },
  expired: { isExpired: true, isCanceled: false, isTrialing: false, duration: 'monthly' },
};

/** Whoever is signed in. */
export const LISTENER = userId('ada');

export const profileOf = ({ listener }: HarnessState, email: string): Profile => ({
  id: LISTENER,
  name: 'Ada Lovelace',
  email,
  paymentDetails: PLANS[listener],
});

/** The titles as a state has them, with its windows and purchases. */
export const titlesOf = ({ purchases, windows }: HarnessState): readonly ContentItem[] =>
  TITLES.map((item) => {
    const changed = (name: WindowName): Window | undefined =>
      windows.find((other) => other.title === item.id && other.name === name)?.window;
    return {
      ...item,
      isPurchased: purchases.includes(item.id),
      validity: changed('validity') ?? item.validity,
      listenFreeWindow: changed('listenFree') ?? item.listenFreeWindow,
      discount: { ...item.discount, window: changed('discount') ?? item.discount.window },
    };
  });

export function findTitle(
  state: HarnessState,
  id: string,
): { readonly item: ContentItem; readonly episodes: readonly ContentItem[] } | null {
  const item = [...titlesOf(state), ...episodes].find((each) => each.id === id);
  if (item === undefined) return null;
  return { item, episodes: SUBJECTS.episodes?.get(item.id) ?? [] };
}

export const SUBJECTS: Omit<MemoryContentSeed, 'items'> = {
  authors: AUTHORS,
  topics: TOPICS,
  categories: CATEGORIES,
  episodes: new Map([[contentId('evening-podcast'), episodes]]),
};
