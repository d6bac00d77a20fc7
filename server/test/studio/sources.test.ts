import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { ImportLog } from '../../library/import/import-log.ts';
import type { OwnTables } from '../../library/tables.ts';
import { podcast, podcastHost } from '../feeds/feed-host.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { ownLibrary, type OwnLibrary } from '../library/support/own-library.ts';
import { member, type StudioClient } from './studio-client.ts';

const instant = v.nullable(v.pipe(v.string(), v.isoTimestamp()));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const kinds = ['added', 'changed', 'missing', 'returned', 'refused', 'notes'] as const;
const report = {
  id: v.string(),
  folder: v.string(),
  started_at: instant,
  ended_at: instant,
  outcome: v.picklist(['running', 'done', 'failed']),
  message: v.nullable(v.string()),
  progress: v.nullable(v.strictObject({ read: count, total: count })),
  counts: v.strictObject({
    added: count,
    changed: count,
    missing: count,
    returned: count,
    refused: count,
    notes: count,
  }),
};
const imports = v.strictObject({
  folders: v.array(v.strictObject({ path: v.string(), kind: v.picklist(['library', 'uploads']) })),
  imports: v.array(v.strictObject(report)),
});
const whole = v.strictObject({
  ...report,
  left_out: count,
  lines: v.array(
    v.strictObject({
      kind: v.picklist(kinds),
      path: v.string(),
      title: v.nullable(v.string()),
      reason: v.nullable(v.string()),
    }),
  ),
});

let library: OwnLibrary;
let studio: StudioClient;
const listed = async () => v.parse(imports, (await studio.get('/imports')).body);
const own = async () => (await listed()).imports.filter(({ folder }) => folder === library.folder);

beforeAll(async () => {
  library = await ownLibrary({ feedNetworks: ['127.0.0.1'] });
  studio = (await member(library.provider, 'pat@listener.test', 'publisher')).studio;
}, 60_000);

test('each import with news has a report, with a line for each title and file', async () => {
  library.write('Ann/Book/1.mp3', await mp3(tone(1, 210)));
  library.write('Ann/Book/2.mp3', await mp3(tone(1, 220)));
  library.write('bad.mp3', 'no sound');
  await library.import();
  const [newest] = await own();
  expect(newest).toMatchObject({
    outcome: 'done',
    message: null,
    progress: null,
    counts: { added: 1, changed: 0, missing: 0, returned: 0, refused: 1, notes: 0 },
  });
  const { lines } = v.parse(whole, (await studio.get(`/imports/${newest?.id ?? ''}`)).body);
  expect(lines).toEqual([
    { kind: 'refused', path: 'bad.mp3', title: null, reason: 'no sound was found in it' },
    { kind: 'added', path: 'Ann/Book', title: 'Book', reason: null },
  ]);
  expect((await studio.get('/imports/none')).status).toBe(404);

  // Neither a dry run nor an import that finds the same is news.
  library.write('Ann/Book/3.mp3', await mp3(tone(1, 230)));
  await library.import({ dryRun: true });
  rmSync(join(library.folder, 'Ann/Book/3.mp3'));
  await library.import();
  expect(await own()).toHaveLength(1);

  library.write('worse.mp3', 'none');
  await library.import();
  rmSync(join(library.folder, 'Ann'), { recursive: true });
  await library.import();
  expect((await own()).map(({ counts }) => [counts.refused, counts.missing])).toEqual([
    [2, 1],
    [2, 0],
    [1, 0],
  ]);
});

test('an import that fails says why, once', async () => {
  const folder = join(library.folder, 'none');
  for (let count = 0; count < 2; count += 1) {
    await expect(library.import({ folder })).rejects.toThrow('ENOENT');
  }
  const failed = (await listed()).imports.filter((each) => each.folder === folder);
  expect(failed).toMatchObject([{ outcome: 'failed', message: expect.stringContaining('ENOENT') as string }]);
});

test('an import that is stopped before it finds something leaves no report', async () => {
  const before = (await listed()).imports.length;
  await expect(library.import({ signal: AbortSignal.abort() })).rejects.toThrow('abort');
  expect((await listed()).imports).toHaveLength(before);
});

test('a running import comes first with its progress; if its process has died, the next import says so', async () => {
  const db = library.provider.db.withTables<OwnTables>();
  const log = await ImportLog.start(db, '/dead', () => 1000);
  log.progress({ done: 3, total: 9, rate: 1, secondsLeft: null });
  const running = async () => (await listed()).imports[0];
  await expect.poll(running).toMatchObject({ outcome: 'running', progress: { read: 3, total: 9 } });
  await library.import();
  expect((await listed()).imports.find(({ folder }) => folder === '/dead')).toMatchObject({
    outcome: 'failed',
    message: 'It was interrupted. The next import continues.',
  });
});

test('at most 200 reports are kept', async () => {
  const db = library.provider.db.withTables<OwnTables>();
  for (let number = 0; number < 210; number += 1) {
    const log = await ImportLog.start(db, '/many', () => 2_000_000_000_000 + number);
    await log.fail(`Failure ${number}`);
  }
  const rows = await db.selectFrom('library_imports').select('id').execute();
  expect(rows.length).toBeLessThanOrEqual(205);
  expect((await listed()).imports).toHaveLength(50);
  await db.deleteFrom('library_imports').where('folder', '=', '/many').execute();
});

test('an import of all folders can be started', async () => {
  const { folders } = await listed();
  expect(folders).toMatchObject([{ kind: 'uploads' }]);
  library.writeUpload('Up/1.mp3', await mp3(tone(2, 777)));
  expect((await studio.call('POST', '/imports')).status).toBe(202);
  await expect
    .poll(async () => (await studio.get('/titles?query=up')).body, { timeout: 20_000 })
    .toMatchObject({ total: 1 });
  const added = async () =>
    (await listed()).imports.find(({ folder }) => folder === folders[0]?.path)?.counts.added;
  await expect.poll(added).toBe(1);
}, 30_000);

test('podcasts are added, listed, read again and removed', async () => {
  const host = await podcastHost();
  host.set('/feed', podcast('Walks', [{ guid: 'a' }]));
  const url = `${host.origin}/feed`;
  expect(await studio.call('POST', '/feeds', { url: `${host.origin}/none` })).toMatchObject({
    status: 422,
    body: { error: { code: 'no-feed', field: 'url' } },
  });
  expect((await studio.call('POST', '/feeds', {})).status).toBe(422);
  const added = await studio.call('POST', '/feeds', { url });
  expect(added.status).toBe(201);
  const feed = v.strictObject({
    id: v.string(),
    title: v.literal('Walks'),
    url: v.literal(url),
    episodes: v.number(),
    fetched_at: instant,
    next_at: instant,
    error: v.nullable(v.string()),
  });
  const { id } = v.parse(v.strictObject({ feed }), added.body).feed;
  const opml = v.parse(v.strictObject({ opml: v.string() }), (await studio.get('/feeds/opml')).body).opml;
  const read = (text: string) =>
    studio.call('POST', '/feeds/opml', Buffer.from(text), { 'content-type': 'application/octet-stream' });
  expect(await read(opml)).toMatchObject({
    status: 200,
    body: { feeds: [{ title: 'Walks', url }] },
  });
  expect((await read('words')).status).toBe(422);
  expect((await studio.call('POST', '/feeds/opml', { opml })).status).toBe(415);
  expect((await studio.call('POST', '/feeds', { url })).status).toBe(409);
  host.set('/feed', podcast('Walks', [{ guid: 'b', day: 2 }, { guid: 'a' }]));
  const refresh = async () => (await studio.call('POST', `/feeds/${id}/refresh`)).body;
  expect(await refresh()).toEqual({ outcome: 'updated', message: '1 added, 0 changed, 0 gone' });
  host.set('/feed', (_, response) => response.writeHead(500).end());
  expect(await refresh()).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/./u) as string,
  });
  const { body } = await studio.get('/feeds');
  expect(v.parse(v.strictObject({ feeds: v.array(feed) }), body).feeds).toMatchObject([{ id, episodes: 2 }]);
  expect((await studio.call('DELETE', `/feeds/${id}`)).status).toBe(204);
  expect((await studio.call('DELETE', `/feeds/${id}`)).status).toBe(404);
  expect((await studio.call('POST', `/feeds/${id}/refresh`)).status).toBe(404);
  expect((await studio.get('/feeds')).body).toEqual({ feeds: [] });
});
