import { repeat } from '../repeat.ts';
import type { BackgroundWork, MediaOptions, ProviderSource, SourceContext } from '../source.ts';
import { Feeds, type Refreshed } from './feeds.ts';
import type { OwnTables } from '../library/tables.ts';
import { withFeedMedia } from './media/feed-media.ts';
import { forgetPins } from './media/pins.ts';
import type { FeedTables } from './tables.ts';

/** How often the provider looks for podcasts that are due. */
const LOOK_MS = 30_000;

/** Adds podcasts to the source of one's own audio. */
export function withFeeds<Source extends ProviderSource>(
  source: Source,
  ownNetworks: readonly string[],
): Source {
  return {
    ...source,
    createMedia: (options: MediaOptions) => withFeedMedia(source.createMedia(options), options, ownNetworks),
    start(context: SourceContext) {
      const own = source.start?.(context);
      const feeds = refreshRegularly(new Feeds(context.db, context.clock, ownNetworks), context);
      return {
        async stop() {
          await feeds.stop();
          await own?.stop();
        },
      };
    },
  };
}

function refreshRegularly(feeds: Feeds, { db, clock, log }: SourceContext): BackgroundWork {
  return repeat(
    LOOK_MS,
    async (signal) => {
      await forgetPins(db.withTables<OwnTables & FeedTables>(), clock.now());
      for (const refreshed of await feeds.refreshDue(signal)) {
        if (refreshed.outcome !== 'unchanged') log(`feeds: ${refreshedLine(refreshed)}`);
      }
    },
    (message) => log(`feeds: ${message}`),
  );
}

/** One line for the operator. */
export function refreshedLine(refreshed: Refreshed): string {
  return `${refreshed.title}: ${refreshedText(refreshed)}`;
}

/** What a refresh found, or why it failed. */
export function refreshedText(refreshed: Refreshed): string {
  if (refreshed.outcome === 'failed') return refreshed.error;
  if (refreshed.outcome === 'unchanged') return 'nothing new';
  const { added, changed, gone } = refreshed;
  return `${added} added, ${changed} changed, ${gone} gone`;
}
