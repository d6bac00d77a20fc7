import type { Clock } from '../clock.ts';
import type { OwnTables } from '../library/tables.ts';
import type { Database } from '../members/tables.ts';
import { type Work, repeat } from '../repeat.ts';
import type { Feeds, Refreshed } from './feeds.ts';
import { askAgainAfterChange } from './episode-documents.ts';
import { forgetPins } from './pins.ts';
import type { FeedTables } from './tables.ts';

/** How often the provider looks for podcasts that are due. */
const LOOK_MS = 30_000;

interface RefreshContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Reads the podcasts that are due, until it is stopped. */
export function refreshFeeds(feeds: Feeds, { db, clock, log }: RefreshContext): Work {
  const tables = db.withTables<OwnTables & FeedTables>();
  let isAsked = false;
  return repeat(
    LOOK_MS,
    async (signal) => {
      if (!isAsked) await askAgainAfterChange(tables);
      isAsked = true;
      await forgetPins(tables, clock.now());
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
