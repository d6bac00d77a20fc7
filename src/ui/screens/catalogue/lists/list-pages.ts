import { message } from 'audio-streaming-translations/message';

/** The heading and texts of a list page. */
export type ListPage = {
  readonly heading: string;
  /** The description of the page, in one sentence. */
  readonly description: string;
  readonly lead?: string;
  /** Set for the listener's own lists: the page shows the tabs of the library. */
  readonly isOwn: boolean;
  readonly empty: {
    readonly text: string;
    readonly link: string;
    readonly to: '/' | '/trending' | '/new-releases' | '/curated-collections' | '/recommended';
  };
};

const BROWSE = { link: message('Browse all'), to: '/' } as const;

/** Every list of titles that has a page of its own (CAT-16). */
export const LIST_PAGES = {
  newReleases: {
    heading: message('New Releases'),
    description: message('What has just come out.'),
    isOwn: false,
    empty: { text: message('Nothing new has come out lately.'), ...BROWSE },
  },
  recommended: {
    heading: message('Your Next Listen'),
    description: message('Picked for you by what you have been listening to.'),
    lead: message('Picked for you by what you have been listening to.'),
    isOwn: false,
    empty: {
      text: message('Listen to a few titles, and what fits you will gather here.'),
      link: message('See what is trending'),
      to: '/trending',
    },
  },
  trending: {
    heading: message('Trending Now'),
    description: message('What everybody is listening to right now.'),
    isOwn: false,
    empty: {
      text: message('Nothing is trending right now.'),
      link: message('See new releases'),
      to: '/new-releases',
    },
  },
  discounted: {
    heading: message('Discounted Audios'),
    description: message('Titles to keep for less, while the offer lasts.'),
    lead: message('Yours to keep, for less, while the offer lasts.'),
    isOwn: false,
    empty: { text: message('There are no offers right now.'), ...BROWSE },
  },
  curatedCollections: {
    heading: message('Curated Collections'),
    description: message('Titles that belong together, chosen by hand.'),
    lead: message('Titles that belong together, chosen by hand.'),
    isOwn: false,
    empty: { text: message('There are no collections right now.'), ...BROWSE },
  },
  quickListens: {
    heading: message('Quick Listens'),
    description: message('Whole listens of 30 minutes or less.'),
    lead: message('30 mins or less'),
    isOwn: false,
    empty: { text: message('There are no quick listens right now.'), ...BROWSE },
  },
  recentlyListened: {
    heading: message('Recently Listened'),
    description: message('What you listened to last, at the place where you left it.'),
    isOwn: true,
    empty: {
      text: message('What you listen to stands here, at the place where you left it.'),
      link: message('Find your first listen'),
      to: '/',
    },
  },
  library: {
    heading: message('Library'),
    description: message('Everything that you keep, in one place.'),
    isOwn: true,
    empty: {
      text: message('Your library is empty. Save a title, and it is here on every device.'),
      ...BROWSE,
    },
  },
  purchased: {
    heading: message('Purchased'),
    description: message('The titles that you bought, yours to keep.'),
    isOwn: true,
    empty: { text: message('Titles that you buy are yours to keep, and stand here.'), ...BROWSE },
  },
  favoriteAudios: {
    heading: message('Favorite Audios'),
    description: message('The audios that you saved.'),
    isOwn: true,
    empty: {
      text: message('Save an audio that you like, and find it here again.'),
      link: message('See new releases'),
      to: '/new-releases',
    },
  },
  favoritePodcasts: {
    heading: message('Favorite Podcasts'),
    description: message('The podcasts that you follow.'),
    isOwn: true,
    empty: {
      text: message('Follow a podcast, and find it here again.'),
      link: message('See what is trending'),
      to: '/trending',
    },
  },
  favoriteCollections: {
    heading: message('Favorite Curated Collections'),
    description: message('The collections that you saved.'),
    isOwn: true,
    empty: {
      text: message('Save a collection that you like, and find it here again.'),
      link: message('See curated collections'),
      to: '/curated-collections',
    },
  },
} as const satisfies Readonly<Record<string, ListPage>>;

export type ListPageName = keyof typeof LIST_PAGES;
