import type { BackgroundWork, ProviderSource, SourceContext } from '../source.ts';
import { Feeds, type Refreshed } from './feeds.ts';
import { withFeedMedia } from './media/feed-media.ts';

/** How often the provider looks for podcasts that are due. */
const LOOK_MS = 30_000;

/** Adds podcasts to the source of one's own audio. */
export function withFeeds(source: ProviderSource, ownNetworks: readonly string[]): ProviderSource {
  return {
    ...source,
    createMedia: (options) => withFeedMedia(source.createMedia(options), options, ownNetworks),
    start(context) {
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

function refreshRegularly(feeds: Feeds, { log }: SourceContext): BackgroundWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      for (const refreshed of await feeds.refreshDue(signal)) {
        if (refreshed.outcome !== 'unchanged') log(`feeds: ${refreshedLine(refreshed)}`);
      }
    } catch (error) {
      if (!signal.aborted) log(`feeds: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!signal.aborted) {
      timer = setTimeout(() => {
        work = look();
      }, LOOK_MS);
    }
  };
  let work = look();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await work;
    },
  };
}

/** One line for the operator. */
export function refreshedLine(refreshed: Refreshed): string {
  const { title, outcome } = refreshed;
  if (outcome === 'failed') return `${title}: ${refreshed.error}`;
  if (outcome === 'unchanged') return `${title}: nothing new`;
  const { added, changed, gone } = refreshed;
  return `${title}: ${added} added, ${changed} changed, ${gone} gone`;
}
