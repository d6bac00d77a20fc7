import type { Feeds } from '../feeds/feeds.ts';
import { refreshedLine } from '../feeds/refresh.ts';
import { MemberError } from '../members/manage-members.ts';
import { type Call, type Commands, iso, say } from './command.ts';

/** The podcasts. */
export const FEED_COMMANDS: Commands = {
  'feed add': {
    help: 'feed add URL                           adds a podcast, and reads it again every hour',
    count: 1,
    async run(call) {
      const { id, title, url, episodes } = await feedsOf(call).add(call.subject, call.signal);
      return say(call, `Added ${id}: ${title}, ${episodes} episodes.`, { added: id, title, url, episodes });
    },
  },
  'feed list': {
    help: 'feed list                              every podcast with its id',
    count: 0,
    run: listFeeds,
  },
  'feed refresh': {
    help: 'feed refresh [ID]                      reads one podcast again now, or all of them',
    count: 1,
    isOptional: true,
    run: refreshFeeds,
  },
  'feed remove': {
    help: 'feed remove ID',
    count: 1,
    async run(call) {
      const title = await feedsOf(call).remove(call.subject);
      return say(call, `Removed ${title}.`, { removed: call.subject, title });
    },
  },
};

function feedsOf({ context }: Call): Feeds {
  if (context.feeds !== null) return context.feeds;
  throw new MemberError(
    'This database holds the demonstration. Add podcasts with another --data-dir or DATABASE_URL.',
  );
}

async function listFeeds(call: Call): Promise<number> {
  const feeds = await feedsOf(call).list();
  const lines = feeds.map(({ id, title, url, episodes, fetchedAt, error, note }) => {
    const state = error ?? note ?? `read ${iso(fetchedAt) ?? 'never'}`;
    return `${id}  ${title}  ${episodes} episodes  ${url}  ${state}`;
  });
  return say(call, lines.length === 0 ? 'There are no podcasts yet.' : lines.join('\n'), {
    feeds: feeds.map((feed) => ({ ...feed, fetchedAt: iso(feed.fetchedAt), nextAt: iso(feed.nextAt) })),
  });
}

async function refreshFeeds(call: Call): Promise<number> {
  const feeds = feedsOf(call);
  const refreshed = await feeds.refresh(call.subject === '' ? null : call.subject, call.signal);
  const lines = refreshed.map(refreshedLine);
  say(call, lines.length === 0 ? 'There are no podcasts yet.' : lines.join('\n'), { refreshed });
  return call.signal.aborted || refreshed.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}
