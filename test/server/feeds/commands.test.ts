import { expect, test } from 'vitest';
import { runCommand } from '../../../server/admin/commands.ts';
import { Feeds } from '../../../server/feeds/feeds.ts';
import { invitations } from '../../../server/mail/index.ts';
import { Given } from '../../../server/given.ts';
import { ownLibrary } from '../library/support/own-library.ts';
import { podcast, podcastHost } from './feed-host.ts';

const host = await podcastHost();
const { provider } = await ownLibrary();
const { db, pool, clock } = provider;
const feeds = new Feeds(db, clock, ['127.0.0.1']);
const invites = invitations(false, { clock, log: () => undefined, publicOrigin: () => '' });

async function run(args: readonly string[], context: { readonly feeds: Feeds | null } = { feeds }) {
  const lines: string[] = [];
  const code = await runCommand(
    { db, pool, clock, library: null, migrations: {}, invitations: invites, ...context },
    { args, input: '' },
    { line: (line) => lines.push(line), progress: () => undefined },
    new AbortController().signal,
  );
  return { code, text: lines.join('\n') };
}

async function runJson(...args: readonly string[]): Promise<{ code: number; said: Record<string, unknown> }> {
  const { code, text } = await run([...args, '--json']);
  return { code, said: JSON.parse(text) as Record<string, unknown> };
}

test('a podcast is added, listed, refreshed and removed by commands', async () => {
  const address = `${host.origin}/feed`;
  host.set('/feed', podcast('Show', [{ guid: 'a' }]));
  const { code, said } = await runJson('feed', 'add', address);
  expect(code).toBe(0);
  expect(said).toMatchObject({ title: 'Show', url: address, episodes: 1 });
  const id = String(said['added']);
  expect((await run(['feed', 'list'])).text).toContain(`${id}  Show  1 episodes  ${address}`);
  expect((await runJson('feed', 'list')).said).toMatchObject({ feeds: [{ id, title: 'Show', error: null }] });

  host.set('/feed', podcast('Show', [{ guid: 'b', day: 2 }, { guid: 'a' }]));
  expect(await run(['feed', 'refresh', id])).toEqual({ code: 0, text: 'Show: 1 added, 0 changed, 0 gone' });
  expect(await run(['feed', 'refresh'])).toEqual({ code: 0, text: 'Show: nothing new' });
  host.set(
    '/feed',
    podcast('Show', [{ guid: 'b', day: 2 }, { guid: 'a' }, { guid: 'list', sound: 'list.m3u' }]),
  );
  await run(['feed', 'refresh']);
  expect((await run(['feed', 'list'])).text).toContain('players cannot play the file: “list”.');
  host.set('/feed', (_, response) => response.writeHead(500).end());
  expect(await run(['feed', 'refresh'])).toEqual({ code: 1, text: 'Show: The host answers 500.' });
  expect((await run(['feed', 'list'])).text).toContain('The host answers 500.');

  expect(await run(['feed', 'remove', id])).toEqual({ code: 0, text: 'Removed Show.' });
  expect(await run(['feed', 'list'])).toEqual({ code: 0, text: 'There are no podcasts yet.' });
});

test.each([
  [['feed', 'add', 'words']],
  [['feed', 'remove', 'p0']],
  [['feed', 'refresh', 'p0']],
  [['feed', 'add']],
  [['feed', 'refresh', 'p0', 'p1']],
  [['feed', 'rename', 'p0']],
  [['feed']],
])('%j is refused with a reason', async (args) => {
  const { code, text } = await run([...args, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/\w/) as unknown });
});

test('FEED_NETWORKS names addresses and networks', () => {
  expect(new Given({}).networks('FEED_NETWORKS')).toEqual([]);
  expect(new Given({ FEED_NETWORKS: '192.168.0.0/16, 10.1.2.3 fd00::/8' }).networks('FEED_NETWORKS')).toEqual(
    ['192.168.0.0/16', '10.1.2.3', 'fd00::/8'],
  );
  for (const wrong of ['home', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/x']) {
    expect(() => new Given({ FEED_NETWORKS: wrong }).networks('FEED_NETWORKS')).toThrow(wrong);
  }
});
