/** What a feed holds, if the provider names no title. */
export const FEED_HOLDS = {
  item: 'One title',
  series: 'One series',
  collection: 'One collection',
  saved: 'All that was saved',
  all: 'All that may be heard',
} as const;
