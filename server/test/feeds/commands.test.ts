import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../admin/commands.ts';
import { FeedError, Feeds } from '../../feeds/feeds.ts';
import { readOpml } from '../../feeds/read/opml.ts';
import { invitations } from '../../mail/index.ts';
import { Given } from '../../given.ts';
import { ownLibrary } from '../library/support/own-library.ts';
import { podcast, podcastHost } from './feed-host.ts';

const host = await podcastHost();
const { provider } = await ownLibrary();
const { db, pool, clock } = provider;
const feeds = new Feeds(db, clock, ['127.0.0.1']);
const invites = invitations(false, { clock, publicOrigin: () => '' });

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

const outline = (url: string, text = 'A') => `<outline text="${text}" type="rss" xmlUrl="${url}"/>`;
const opml = (outlines: string) => `<opml version="2.0"><body>${outlines}</body></opml>`;

test('podcasts come from an OPML file, with a line for each, and go into one without passwords (FEED-52)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opml-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'in.opml');
  host.set('/one', podcast('One', [{ guid: 'a' }]));
  host.set('/two?a=1&b=2', podcast('Two &amp; "2"', [{ guid: 'a' }]));
  const secret = host.origin.replace('//', '//ann:pass@word@');
  const one = `${host.origin}/one`;
  const outlines = [
    outline(one) + outline(`${host.origin}/two?a=1&b=2`),
    `<outline text="Group">${outline(one)}${outline('ftp://u:pass@host/feed', 'Old')}</outline>`,
    `<outline text="No address"/>${outline(`${secret}/none`, `${secret}/none`)}`,
  ];
  writeFileSync(file, opml(outlines.join('')));
  const { code, said } = await runJson('feed', 'import', file);
  expect(code).toBe(1);
  expect(JSON.stringify(said)).not.toContain('pass');
  const known = (await runJson('feed', 'import', file)).said['feeds'];
  const rest = [
    'failed Old ftp://host/feed',
    'failed No address ',
    `failed ${host.origin}/none ${host.origin}/none`,
  ];
  const two = `${host.origin}/two?a=1&b=2`;
  expect(summaryOf(said['feeds'])).toEqual(new Set([`added One ${one}`, `added Two & "2" ${two}`, ...rest]));
  expect(summaryOf(known)).toEqual(new Set([`known A ${one}`, `known A ${two}`, ...rest]));

  expect(await run(['feed', 'export', file])).toEqual({ code: 0, text: `Wrote ${file}.` });
  expect(readOpml(readFileSync(file, 'utf8'))).toEqual([
    { title: 'One', url: one },
    { title: 'Two & "2"', url: two },
  ]);
  expect((await run(['feed', 'import', file])).code).toBe(0);
  for (const { id } of await feeds.list()) await feeds.remove(id);
  expect(await run(['feed', 'export'])).toEqual({ code: 1, text: 'There are no podcasts yet.' });
  expect((await run(['feed', 'import', `${file}.none`])).text).toContain('ENOENT');
});

const summaryOf = (imported: unknown) =>
  new Set(
    v
      .parse(v.array(v.object({ outcome: v.string(), title: v.string(), url: v.string() })), imported)
      .map(({ outcome, title, url }) => `${outcome} ${title} ${url}`),
  );

test.each([
  [
    'version 1.0 with other letters',
    '<OPML version="1.0"><BODY><OUTLINE TEXT="A" XMLURL="http://a.org/"/></BODY></OPML>',
  ],
  ['address in `url`', opml('<outline title="A" type="rss" url=" http://a.org/ "/>')],
  [
    'episodes below their podcast',
    opml('<outline text="A" xmlUrl="http://a.org/"><outline text="1" url="http://a.org/1"/></outline>'),
  ],
  ['the same twice', opml(outline('http://a.org/') + outline('HTTP://A.org'))],
  ['deep groups', opml('<outline>'.repeat(50) + outline('http://a.org/') + '</outline>'.repeat(50))],
])('OPML is read: %s', (_what, document) => {
  expect(readOpml(document)).toEqual([
    { title: 'A', url: expect.stringMatching(/^http:..a\.org.?$/iu) as string },
  ]);
});

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${opml(outline('http://a.org/', 'Ä'))}`, 'utf16le')],
  [
    'Latin 1',
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${opml(outline('http://a.org/', 'Ä'))}`,
      'latin1',
    ),
  ],
  [
    'entities that grow',
    Buffer.from(
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(999)}"><!ENTITY c "${'&b;'.repeat(999)}">]>${opml(outline('http://a.org/', 'Ä') + outline('http://b.org/', '&c;'))}`,
    ),
  ],
  [
    'a thousand podcasts',
    Buffer.from(
      opml(
        outline('http://a.org/', 'Ä') +
          Array.from({ length: 999 }, (_, at) => outline(`http://${at}.org/`)).join(''),
      ),
    ),
  ],
])('a document of any encoding and size is read: %s', async (_what, bytes) => {
  const [first] = await feeds.readOpml(bytes);
  expect(first).toEqual({ title: 'Ä', url: 'http://a.org/' });
});

test.each([
  ['no OPML', podcast('Show', [])],
  ['one whose end is missing', opml(outline('http://a.org/')).slice(0, -9)],
  ['one without podcasts', opml('')],
  ['endless groups', opml('<outline>'.repeat(100_000) + '</outline>'.repeat(100_000))],
])('%s is refused', async (_what, document) => {
  await expect(feeds.readOpml(Buffer.from(document))).rejects.toThrow(FeedError);
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
