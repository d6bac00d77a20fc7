import { readFile, stat, writeFile } from 'node:fs/promises';
import { FeedError, type Feeds, type ImportedFeed } from '../feeds/feeds.ts';
import { refreshedLine } from '../feeds/refresh.ts';
import { MemberError } from '../members/manage-members.ts';
import { type Call, type Commands, iso, say } from './command.ts';

export const FEED_COMMANDS: Commands = {
  'feed add': {
    help: 'feed add URL                           adds a podcast, and reads it again every hour',
    count: 1,
    async run(call) {
      const { id, title, url, episodes } = await feedsOf(call).add(call.subject, call.signal);
      return say(call, `Added ${id}: ${title}, ${episodes} episodes.`, { added: id, title, url, episodes });
    },
  },
  'feed import': {
    help: 'feed import FILE.opml                  adds the podcasts of another program',
    count: 1,
    run: importFeeds,
  },
  'feed export': {
    help: 'feed export [FILE.opml]                all podcasts for another program, without passwords',
    count: 1,
    isOptional: true,
    async run(call) {
      const opml = await feedsOf(call).opml();
      if (call.subject === '') return say(call, opml, { opml });
      await writeFile(call.subject, opml).catch(refuseFile);
      return say(call, `Wrote ${call.subject}.`, { file: call.subject });
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

const LARGEST_OPML = 16_000_000;

const refuseFile = (error: unknown): never => {
  throw new FeedError(error instanceof Error ? error.message : String(error));
};

async function importFeeds(call: Call): Promise<number> {
  const { subject, signal, out } = call;
  const { size } = await stat(subject).catch(refuseFile);
  if (size > LARGEST_OPML) throw new FeedError('The file is larger than 16 MB.');
  const listed = await feedsOf(call).readOpml(await readFile(subject).catch(refuseFile));
  const imported: ImportedFeed[] = [];
  const tell = (feed: ImportedFeed): void => {
    imported.push(feed);
    out.progress(`${imported.length} of ${listed.length} podcasts: ${feed.title}`);
  };
  await feedsOf(call).addListed(listed, tell, signal);
  const lines = imported.map(({ outcome, title, url, reason }) =>
    [outcome, title, url, reason].filter((part) => part !== null && part !== '').join('  '),
  );
  say(call, lines.join('\n'), { feeds: imported });
  const isDone = imported.length === listed.length && imported.every(({ outcome }) => outcome !== 'failed');
  return isDone ? 0 : 1;
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
