import { message } from 'audio-streaming-translations/message';

/** What a feed holds, if the provider names no title. */
export const FEED_HOLDS = {
  item: message('One title'),
  series: message('One series'),
  collection: message('One collection'),
  saved: message('All that was saved'),
  all: message('All that may be heard'),
} as const;
