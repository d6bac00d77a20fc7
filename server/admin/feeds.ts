import { readFile, stat, writeFile } from 'node:fs/promises';
import { FeedError, type Feeds, type ImportedFeed } from '../feeds/feeds.ts';
import { refreshedLine } from '../feeds/refresh.ts';
import { MemberError, NoMemberError, findMember } from '../members/manage-members.ts';
import { csv } from '../members/statements.ts';
import {
  feedsOf as addressesOf,
  feedPath,
  hasTarget,
  revokeFeedOf,
  setPublicFeed,
} from '../private-feeds/feeds.ts';
import type { PrivateFeedDatabase, PrivateFeedTables } from '../private-feeds/tables.ts';
import { readDownloads } from '../private-feeds/usage.ts';
import { type Call, type Commands, iso, managing, say } from './command.ts';
import { spanOf } from './records.ts';

export const FEED_COMMANDS: Commands = {
  'feed add': {
    help: 'feed add URL                           adds a podcast, and reads it again every hour',
    count: 1,
    async run(call) {
      const { id, title, url, episodes, note } = await feedsOf(call).add(call.subject, call.signal);
      const said = `Added ${id}: ${title}, ${episodes} episodes.${note === null ? '' : ` ${note}`}`;
      return say(call, said, { added: id, title, url, episodes, note });
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

/** The feeds for other apps, and what was downloaded by them (FEED-43, FEED-50). */
export const FEED_ADDRESS_COMMANDS: Commands = {
  'feed-address list': {
    help: "feed-address list EMAIL                a member's feeds for other apps, without their secrets",
    count: 1,
    run: listAddresses,
  },
  'feed-address revoke': {
    help: 'feed-address revoke EMAIL ID',
    count: 2,
    async run(call) {
      await revokeFeedOf(managing(call), call.subject, call.object);
      return say(call, `Revoked ${call.object}.`, { revoked: call.object });
    },
  },
  'feed-address open': {
    help: 'feed-address open TITLE_ID             a public feed of what may be heard of a title without an account',
    count: 1,
    run: (call) => publish(call, true),
  },
  'feed-address close': {
    help: 'feed-address close TITLE_ID            ends the public feed',
    count: 1,
    run: (call) => publish(call, false),
  },
  downloads: {
    help: 'downloads --from DATE --to DATE [--csv]   what other apps have downloaded, by month and title',
    count: 0,
    options: ['from', 'to', 'csv'],
    run: downloads,
  },
};

const tables = ({ context }: Call): PrivateFeedDatabase => context.db.withTables<PrivateFeedTables>();

async function subOf(call: Call): Promise<string> {
  const { db, clock } = call.context;
  const found = await findMember(db, call.subject, clock.now());
  return found?.id ?? Promise.reject(new NoMemberError(`There is no member ${call.subject}.`));
}

async function listAddresses(call: Call): Promise<number> {
  const feeds = await addressesOf(tables(call), await subOf(call));
  const lines = feeds.map(({ id, name, kind, title, last_used_at, last_app, paused_at }) => {
    const used =
      last_used_at === null ? 'never used' : `used ${iso(last_used_at) ?? ''} by ${last_app ?? ''}`;
    return `${id}  ${name}  ${title ?? kind}  ${used}${paused_at === null ? '' : '  paused'}`;
  });
  return say(call, lines.length === 0 ? 'There are no feeds.' : lines.join('\n'), {
    feeds: feeds.map(({ id, name, kind, title, last_app, ...feed }) => ({
      id,
      name,
      kind,
      title,
      last_app,
      created: iso(feed.created_at),
      last_used: iso(feed.last_used_at),
      paused: feed.paused_at !== null,
    })),
  });
}

async function publish(call: Call, isPublic: boolean): Promise<number> {
  const { subject: id, context } = call;
  if (!(await hasTarget(tables(call), 'item', id))) throw new MemberError(`There is no title ${id}.`);
  await setPublicFeed(tables(call), id, isPublic, context.clock.now());
  const path = feedPath(id);
  const said = isPublic ? `Everybody can add ${path} at the address of this provider.` : `${path} has ended.`;
  return say(call, said, { path, is_public: isPublic });
}

async function downloads(call: Call): Promise<number> {
  const lines = await readDownloads(tables(call), spanOf(call.values));
  if (call.values.csv === true) {
    const columns = ['month', 'title_id', 'title', 'downloads'] as const;
    const rows = lines.map((line) => columns.map((column) => line[column]));
    call.out.line(csv(columns, rows).trimEnd());
    return 0;
  }
  const text = lines.map((line) => `${line.month}  ${line.title}  ${line.downloads} downloads`).join('\n');
  return say(call, text === '' ? 'There are no downloads.' : text, { downloads: lines });
}
