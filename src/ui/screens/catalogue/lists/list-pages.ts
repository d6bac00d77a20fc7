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

const BROWSE = { link: 'Browse all', to: '/' } as const;

/** Every list of titles that has a page of its own (CAT-16). */
export const LIST_PAGES = {
  newReleases: {
    heading: 'New Releases',
    description: 'What has just come out.',
    isOwn: false,
    empty: { text: 'Nothing new has come out lately.', ...BROWSE },
  },
  recommended: {
    heading: 'Your Next Listen',
    description: 'Picked for you by what you have been listening to.',
    lead: 'Picked for you by what you have been listening to.',
    isOwn: false,
    empty: {
      text: 'Listen to a few titles, and what fits you will gather here.',
      link: 'See what is trending',
      to: '/trending',
    },
  },
  trending: {
    heading: 'Trending Now',
    description: 'What everybody is listening to right now.',
    isOwn: false,
    empty: { text: 'Nothing is trending right now.', link: 'See new releases', to: '/new-releases' },
  },
  discounted: {
    heading: 'Discounted Audios',
    description: 'Titles to keep for less, while the offer lasts.',
    lead: 'Yours to keep, for less, while the offer lasts.',
    isOwn: false,
    empty: { text: 'There are no offers right now.', ...BROWSE },
  },
  curatedCollections: {
    heading: 'Curated Collections',
    description: 'Titles that belong together, chosen by hand.',
    lead: 'Titles that belong together, chosen by hand.',
    isOwn: false,
    empty: { text: 'There are no collections right now.', ...BROWSE },
  },
  quickListens: {
    heading: 'Quick Listens',
    description: 'Whole listens of 30 minutes or less.',
    lead: '30 mins or less',
    isOwn: false,
    empty: { text: 'There are no quick listens right now.', ...BROWSE },
  },
  recentlyListened: {
    heading: 'Recently Listened',
    description: 'What you listened to last, at the place where you left it.',
    isOwn: true,
    empty: {
      text: 'What you listen to stands here, at the place where you left it.',
      link: 'Find your first listen',
      to: '/',
    },
  },
  library: {
    heading: 'Library',
    description: 'Everything that you keep, in one place.',
    isOwn: true,
    empty: {
      text: 'Your library is empty. Save a title, and it is here on every device.',
      ...BROWSE,
    },
  },
  purchased: {
    heading: 'Purchased',
    description: 'The titles that you bought, yours to keep.',
    isOwn: true,
    empty: { text: 'Titles that you buy are yours to keep, and stand here.', ...BROWSE },
  },
  favoriteAudios: {
    heading: 'Favorite Audios',
    description: 'The audios that you saved.',
    isOwn: true,
    empty: {
      text: 'Save an audio that you like, and find it here again.',
      link: 'See new releases',
      to: '/new-releases',
    },
  },
  favoritePodcasts: {
    heading: 'Favorite Podcasts',
    description: 'The podcasts that you follow.',
    isOwn: true,
    empty: {
      text: 'Follow a podcast, and find it here again.',
      link: 'See what is trending',
      to: '/trending',
    },
  },
  favoriteCollections: {
    heading: 'Favorite Curated Collections',
    description: 'The collections that you saved.',
    isOwn: true,
    empty: {
      text: 'Save a collection that you like, and find it here again.',
      link: 'See curated collections',
      to: '/curated-collections',
    },
  },
} as const satisfies Readonly<Record<string, ListPage>>;

export type ListPageName = keyof typeof LIST_PAGES;
