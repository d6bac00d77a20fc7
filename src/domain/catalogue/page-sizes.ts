/** How many items one page of each list has (CAT-6, CAT-18, CAT-19). */
export const PAGE_SIZES = {
  recommended: 15,
  authors: 15,
  trending: 15,
  activeContent: 15,
  favorites: 25,
  purchases: 25,
  podcastEpisodes: 50,
  topics: 50,
  homeTopics: 10,
  collectionTracks: 1000,
  search: 3,
  devices: 60,
} as const;
