import { renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { id3, mp3, tone, vorbis, wav } from './support/make-audio.ts';
import { temporaryFolder } from '../support/provider.ts';
import { runCommand } from '../../admin/commands.ts';
import { Library } from '../../library/library.ts';
import { invitations } from '../../mail/index.ts';
import { withLease } from '../../library/import/import-log.ts';
import type { OwnTables } from '../../library/tables.ts';
import { mp4 } from './support/make-mp4.ts';
import { addressOf, ownLibrary, type OwnLibrary } from './support/own-library.ts';

const sounds = new Map<number, Buffer>();
/** Makes a sound. Each frequency gives a different sound. */
async function sound(frequency: number): Promise<Buffer> {
  const made = sounds.get(frequency) ?? (await mp3(tone(3, frequency)));
  sounds.set(frequency, made);
  return made;
}

const browse = v.object({ new_releases: v.array(wire.item) });

async function titlesOf({ client }: OwnLibrary) {
  return v.parse(browse, (await client.get('/browse')).body).new_releases;
}

async function itemOf({ client }: OwnLibrary, id: string) {
  return v.parse(wire.item, (await client.get(`/content/${id}`)).body);
}

describe('a folder of sound', () => {
  let library: OwnLibrary;
  beforeAll(async () => {
    library = await ownLibrary();
    for (const number of [1, 2, 10]) {
      library.write(
        `Ann Author/The Saga/Vol 2 - 1994 - The Beach {Rita Reader}/${number}.mp3`,
        await sound(200 + number),
      );
    }
    library.write(
      'Bob Bee - A Tone.mp3',
      await mp3(tone(4, 500), { tag: { title: 'A Tone', artist: 'Bob Bee', genre: 'Sleep' } }),
    );
    library.write('Two Discs/CD1/1.mp3', await sound(301));
    library.write('Two Discs/CD1/2.mp3', await sound(302));
    library.write('Two Discs/CD2/1.mp3', await sound(303));
    library.write('one.wav', wav(tone(2, 400)));
    library.write('one.ogg', await vorbis(tone(2, 410)));
    library.write('empty.mp3', '');
    library.write('Two Discs/other.wma', 'x');
    // What systems keep for themselves is no title.
    for (const folder of [
      '#recycle',
      '@eaDir',
      '$RECYCLE.BIN',
      '.Trash-1000',
      'lost+found',
      'System Volume Information',
    ]) {
      library.write(`${folder}/Deleted/1.mp3`, await sound(210));
      library.write(`Ann Author/${folder}/1.mp3`, await sound(211));
    }
    library.write('Two Discs/CD1/._1.mp3', 'no sound');
    library.write('broken.m4b', 'not a sound at all');
    symlinkSync('/etc', join(library.folder, 'link'));
  }, 60_000);

  test('becomes titles; what cannot be used is named and stops nothing (CAT-144)', async () => {
    const report = await library.import();
    expect(report.added).toHaveLength(5);
    expect(report.refused).toEqual(
      expect.arrayContaining([
        { path: 'empty.mp3', reason: 'it is empty' },
        {
          path: 'Two Discs/other.wma',
          reason: 'browsers cannot play Windows Media; convert it to AAC, MP3, Opus or FLAC',
        },
        { path: 'broken.m4b', reason: 'no sound was found in it' },
        { path: 'link', reason: 'it is a symbolic link, and links are not followed' },
      ]),
    );
    const titles = await titlesOf(library);
    const beach = titles.find(({ title }) => title === 'The Beach');
    expect(beach).toMatchObject({ content_type: 2, author_info: [{ name: 'Ann Author' }], run_time: 9 });
    expect(beach?.chapter_info.map(({ chapter_title }) => chapter_title)).toEqual(['1', '2', '10']);
    expect(beach).toMatchObject({
      series: [{ name: 'The Saga', sequence: '2' }],
      narrators: [{ name: 'Rita Reader' }],
    });
    expect(titles.find(({ title }) => title === 'Two Discs')?.chapter_info).toHaveLength(3);
    expect(titles.find(({ title }) => title === 'A Tone')).toMatchObject({
      content_type: 0,
      chapter_info: [],
      category_info: [{ name: 'Sleep' }],
    });
  });

  test('gives nothing new when nothing changed', async () => {
    const report = await library.import();
    expect([report.added, report.changed, report.missing, report.returned]).toEqual([[], [], [], []]);
    // Only the refused files are read again.
    expect(report.read).toBe(2);
  });

  test('is served by range', async () => {
    const titles = await titlesOf(library);
    const url = titles.find(({ title }) => title === 'The Beach')?.chapter_info[1]?.chapter_url ?? '';
    const address = await addressOf(library, url);
    const whole = await sound(202);
    const get = (range: string, headers = {}) => fetch(address, { headers: { range, ...headers } });
    const all = await fetch(address);
    expect(all.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await all.arrayBuffer()).equals(whole)).toBe(true);
    const tag = all.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=100-', 100, whole.length],
      ['bytes=-10', whole.length - 10, whole.length],
      ['bytes=5-99999999', 5, whole.length],
    ] as const) {
      const part = await get(range);
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(from, to))).toBe(true);
    }
    expect((await get('bytes=99999999-')).status).toBe(416);
    expect((await get('bytes=0-0', { 'if-range': tag })).status).toBe(206);
    expect((await get('bytes=0-0', { 'if-range': '"other"' })).status).toBe(200);
    expect((await fetch(address.replace(/signature=./u, 'signature=_'))).status).toBe(403);
  });
});

describe('a title', () => {
  let library: OwnLibrary;
  let id = '';
  beforeAll(async () => {
    library = await ownLibrary();
    library.write('Old Name/1.mp3', await sound(601));
    library.write('Old Name/2.mp3', await sound(602));
    library.write('Old Name/3.mp3', await sound(603));
    id = (await library.import()).added[0]?.id ?? '';
    await library.client.post('/user/content', [
      { id, playback_speed: 1, content_type: 2, chapter_index: 2, chapter_position: 1500 },
    ]);
    await library.client.post('/favorites/content', { content_id: id, is_favorite: true });
  }, 60_000);

  const position = async () => (await library.client.get(`/user/playing-data/${id}`)).body;

  test('stays the same when it is renamed and moved', async () => {
    renameSync(join(library.folder, 'Old Name'), join(library.folder, 'New Name'));
    const report = await library.import();
    expect(report).toMatchObject({ added: [], missing: [], changed: [{ id, title: 'New Name' }] });
    expect(await position()).toMatchObject({ chapter_index: 2, chapter_position: 1500 });
  });

  test('keeps positions when a file gets a new name and another order', async () => {
    renameSync(join(library.folder, 'New Name/1.mp3'), join(library.folder, 'New Name/9.mp3'));
    expect((await library.import()).changed).toHaveLength(1);
    expect(await position()).toMatchObject({ chapter_index: 1, chapter_position: 1500 });
  });

  test('stays the same with other tags', async () => {
    library.write(
      'New Name/2.mp3',
      Buffer.concat([id3({ title: 'The Second', album: 'Tagged' }), await sound(602)]),
    );
    expect((await library.import()).changed).toMatchObject([{ id, title: 'Tagged' }]);
    expect((await itemOf(library, id)).chapter_info[0]?.chapter_title).toBe('The Second');
  });

  test('is hidden when its files are gone, and comes back whole', async () => {
    const away = join(temporaryFolder(), 'away');
    renameSync(join(library.folder, 'New Name'), away);
    expect((await library.import({ acceptMissing: true })).missing).toMatchObject([{ id }]);
    expect(await titlesOf(library)).toEqual([]);
    expect((await library.client.get(`/content/${id}`)).status).toBe(404);
    renameSync(away, join(library.folder, 'Third Name'));
    const report = await library.import();
    expect(report).toMatchObject({ added: [], returned: [{ id }] });
    expect(await itemOf(library, id)).toMatchObject({ is_favorite: true });
    expect(await position()).toMatchObject({ chapter_index: 1, chapter_position: 1500 });
  });

  test('is not doubled by a copy', async () => {
    for (const number of [1, 2, 3]) library.write(`Copy/${number}.mp3`, await sound(600 + number));
    const report = await library.import();
    expect(report.added).toEqual([]);
    expect(report.refused[0]).toMatchObject({ path: 'Copy' });
    expect(report.refused[0]?.reason).toContain('the same sound as');
    rmSync(join(library.folder, 'Copy'), { recursive: true });
    expect(await library.import()).toMatchObject({ missing: [], changed: [] });
  });

  test('stays the same when a later release reads its files again (CAT-163)', async () => {
    const { db } = library.provider;
    // An earlier release read another title, and hashed the sound in another way.
    const readByEarlierRelease = async (): Promise<void> => {
      await sql`
        update library_files set audio_id = 'old' || audio_id, facts = jsonb_set(facts::jsonb
          || jsonb_build_object('version', 'old', 'audioId', 'old' || audio_id), '{tags,title}', '"?"')::json`.execute(
        db,
      );
      await sql`
        update library_titles set sections = replace(sections::text, '"audio":"', '"audio":"old')::json,
          item = replace(item::text, 'The Second', '?')::json`.execute(db);
      await sql`update library_groups set signature = 'of an earlier release'`.execute(db);
    };
    await readByEarlierRelease();
    expect(await library.import({ dryRun: true })).toMatchObject({ read: 3 });
    const report = await library.import();
    expect(report).toMatchObject({ read: 3, added: [], changed: [{ id }], missing: [], returned: [] });
    expect((await itemOf(library, id)).chapter_info[0]?.chapter_title).toBe('The Second');
    expect(await position()).toMatchObject({ chapter_index: 1, chapter_position: 1500 });
    expect(await library.import()).toMatchObject({ read: 0, changed: [] });

    // A file that cannot be read again stays what it was.
    await readByEarlierRelease();
    const file = join(library.folder, 'Third Name/9.mp3');
    const { size, atime, mtime } = statSync(file);
    writeFileSync(file, Buffer.alloc(size));
    utimesSync(file, atime, mtime);
    const reason = 'no sound was found in it; what was read before is used';
    const refused = [{ path: 'Third Name/9.mp3', reason }];
    expect(await library.import()).toMatchObject({ read: 3, added: [], missing: [], refused });
    expect(await library.import()).toMatchObject({ read: 1, changed: [], refused });
    writeFileSync(file, await sound(601));
    utimesSync(file, atime, mtime);
    expect(await library.import()).toMatchObject({ read: 1, added: [], missing: [], refused: [] });
    expect(await position()).toMatchObject({ chapter_index: 1, chapter_position: 1500 });
  });
});

describe('a folder that is suddenly empty (CAT-160)', () => {
  let library: OwnLibrary;
  let ids: readonly string[] = [];
  const locations = ['Ann/One', 'Ann/Two', 'Ben/Three', 'Ben/Four', 'Cleo/Five'];
  const fill = (): void => {
    for (const [at, location] of locations.entries())
      library.write(`${location}/1.wav`, wav(tone(0.2, 700 + at)));
  };
  const shown = () => library.provider.db.selectFrom('items').select('id').execute();
  const remove = (path: string) => rmSync(join(library.folder, path), { recursive: true });
  /** Imports so many hours after the start. */
  const importAfter = (hours: number, options = {}) => {
    library.provider.clock.setOffset(hours * 3600_000);
    return library.import(options);
  };
  beforeAll(async () => {
    library = await ownLibrary();
    fill();
    ids = (await library.import()).added.map(({ id }) => id);
  }, 60_000);

  test('loses nothing, and its sound is refused for a while', async () => {
    const address = await addressOf(library, `/media/audio/${ids[0] ?? ''}.wav`);
    for (const author of ['Ann', 'Ben', 'Cleo']) remove(author);
    expect((await importAfter(0, { dryRun: true })).lost).toHaveLength(5);
    const first = await importAfter(0);
    expect(first).toMatchObject({ missing: [], lost: [{}, {}, {}, {}, {}] });
    expect(first.warning).toMatch(/^The files of 5 of 5 titles are gone\..*--accept-missing/u);
    const { outcome, message } = await library.provider.db
      .withTables<OwnTables>()
      .selectFrom('library_imports')
      .select(['outcome', 'message'])
      .where('folder', '=', library.folder)
      .orderBy('started_at', 'desc')
      .executeTakeFirstOrThrow();
    expect([outcome, message]).toEqual(['done', first.warning]);
    const response = await fetch(address);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await importAfter(1.9)).toMatchObject({
      missing: [],
      lost: [{}, {}, {}, {}, {}],
      warning: first.warning,
    });
    expect(await shown()).toHaveLength(5);
  });

  test('has everything again when the files are back', async () => {
    fill();
    expect(await importAfter(1.9)).toMatchObject({ added: [], changed: [], lost: [], warning: null });
  });

  test('is believed after two hours', async () => {
    for (const author of ['Ann', 'Ben', 'Cleo']) remove(author);
    expect((await importAfter(5)).lost).toHaveLength(5);
    expect(await importAfter(7)).toMatchObject({ missing: [{}, {}, {}, {}, {}], lost: [], warning: null });
    expect(await shown()).toEqual([]);
    fill();
    expect((await importAfter(7)).returned).toHaveLength(5);
  });

  test('is believed at once if the operator says so', async () => {
    const { db, pool, clock } = library.provider;
    const own = new Library(db, clock);
    const invites = invitations(false, { clock, publicOrigin: () => '' });
    const command = async (...options: readonly string[]) => {
      const lines: string[] = [];
      const code = await runCommand(
        { db, pool, clock, library: own, feeds: null, migrations: {}, invitations: invites },
        { args: ['import', library.folder, ...options], input: '' },
        { line: (line) => lines.push(line), progress: () => undefined },
        new AbortController().signal,
      );
      return { code, text: lines.join('\n') };
    };
    remove('Ann');
    remove('Ben');
    const first = await command();
    expect(first.code).toBe(1);
    expect(first.text).toContain('warning: The files of 4 of 5 titles are gone.');
    expect(await shown()).toHaveLength(5);
    expect(await command('--accept-missing')).toMatchObject({ code: 0 });
    expect(await shown()).toHaveLength(1);
    await own.close();
  });
});

test('imports of one database run one after the other, and a dead process holds none up', async () => {
  const library = await ownLibrary();
  const db = library.provider.db.withTables<OwnTables>();
  let running = 0;
  let most = 0;
  let waited = 0;
  let ended = 0;
  const run = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    // The first one ends when the two others wait.
    while (most === 1 && ended === 0 && waited < 2) await setTimeout(5);
    ended += 1;
    running -= 1;
  };
  const start = () => withLease(db, () => (waited += 1), undefined, run);
  await Promise.all([start(), start(), start()]);
  expect(most).toBe(1);
  expect(waited).toBeGreaterThanOrEqual(2);
  // The lease of a process that has died ended a second ago.
  await db
    .insertInto('provider_settings')
    .values({ name: 'library-import', value: `dead ${String(Date.now() - 1000)}` })
    .execute();
  waited = 0;
  await start();
  expect(waited).toBe(0);
}, 60_000);

test('chapters inside a file keep their titles, and are found by a search', async () => {
  const library = await ownLibrary();
  library.write(
    'Book/1.m4b',
    mp4({
      seconds: 9,
      codec: 'aac',
      dialect: 'track',
      chapters: [
        { title: 'The Lighthouse', start: 0 },
        { title: '', start: 3 },
        { title: 'Ein Ausflug nach Łódź', start: 6 },
      ],
    }),
  );
  const { id } = (await library.import()).added[0] ?? { id: '' };
  const { chapter_info } = await itemOf(library, id);
  expect(
    chapter_info.map(({ chapter_title, chapter_run_time }) => [chapter_title, chapter_run_time]),
  ).toEqual([
    ['The Lighthouse', 3],
    ['Chapter 2', 3],
    ['Ein Ausflug nach Łódź', 3],
  ]);
  const found = v.object({ results: v.array(wire.item) });
  for (const term of ['lighthouse', 'lodz', 'ausflug nach']) {
    const { body } = await library.client.get(`/search?term=${encodeURIComponent(term)}`);
    expect(v.parse(found, body).results.map((item) => item.id)).toEqual([id]);
  }
}, 60_000);

test('two imports at once give the same as one', async () => {
  const library = await ownLibrary();
  for (const number of [1, 2, 3]) library.write(`Book/${number}.mp3`, await sound(600 + number));
  const reports = await Promise.all([library.import(), library.import()]);
  expect(reports.flatMap(({ added }) => added)).toHaveLength(1);
  expect(await titlesOf(library)).toHaveLength(1);
}, 60_000);
