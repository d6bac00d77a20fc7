import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';

/** What a feed holds, if the provider names no title. */
export const FEED_HOLDS = {
  item: message('One title'),
  series: message('One series'),
  collection: message('One collection'),
  saved: message('All that was saved'),
  all: message('All that may be heard'),
} as const;

// not translated: what the provider calls an app that it does not know
const UNKNOWN_APP = 'Unknown app';

/** The name of the app that used a feed. */
export const appName = (app: string): string => (app === UNKNOWN_APP ? t('Unknown app') : app);
