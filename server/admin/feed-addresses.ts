import { findMember, MemberError, NoMemberError } from '../members/manage-members.ts';
import { csv } from '../members/statements.ts';
import { feedPath, feedsOf, hasTarget, revokeFeedOf, setPublicFeed } from '../private-feeds/feeds.ts';
import type { PrivateFeedDatabase, PrivateFeedTables } from '../private-feeds/tables.ts';
import { readDownloads } from '../private-feeds/usage.ts';
import { type Call, type Commands, iso, managing, say } from './command.ts';
import { spanOf } from './records.ts';

/** The feeds for other apps, and what was downloaded by them (FEED-43, FEED-50). */
export const FEED_ADDRESS_COMMANDS: Commands = {
  'feed-address list': {
    help: "feed-address list EMAIL                a member's feeds for other apps, without their secrets",
    count: 1,
    run: list,
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
    run: downloads,
  },
};

const tables = ({ context }: Call): PrivateFeedDatabase => context.db.withTables<PrivateFeedTables>();

async function subOf(call: Call): Promise<string> {
  const { db, clock } = call.context;
  const found = await findMember(db, call.subject, clock.now());
  return found?.id ?? Promise.reject(new NoMemberError(`There is no member ${call.subject}.`));
}

async function list(call: Call): Promise<number> {
  const feeds = await feedsOf(tables(call), await subOf(call));
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
