import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FileBytes } from '../../library/read/bytes.ts';
import { temporaryFolder } from '../support/provider.ts';
import { id3, mp3, tone, wav } from './support/make-audio.ts';
import { addressOf, ownLibrary, type OwnLibrary } from './support/own-library.ts';
import { unprivileged } from '../support/folders.ts';

const isWindows = process.platform === 'win32';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

let library: OwnLibrary;
beforeAll(async () => {
  library = await ownLibrary();
}, 60_000);

afterEach(() => {
  rmSync(library.folder, { recursive: true });
  mkdirSync(library.folder);
});

/** The number of rows in each table that an import writes. */
async function rows(): Promise<readonly unknown[]> {
  const { rows: counts } = await sql`select
    (select count(*)::int from library_files) as files,
    (select count(*)::int from library_files where gone_at is not null) as gone,
    (select count(*)::int from library_groups) as groups,
    (select count(*)::int from library_titles) as titles,
    (select count(*)::int from library_titles where missing_since is not null) as hidden,
    (select count(*)::int from library_sounds) as sounds,
    (select count(*)::int from items) as items,
    (select count(*)::int from authors) as authors`.execute(library.provider.db);
  return counts;
}

test('a dry run writes nothing, whatever it finds', async () => {
  library.write('Ann/Stays/1.wav', wav(tone(1, 201)));
  library.write('Ann/Goes/1.wav', wav(tone(1, 202)));
  library.write('Ann/Returns/1.wav', wav(tone(1, 203)));
  await library.import();
  rmSync(join(library.folder, 'Ann/Returns'), { recursive: true });
  await library.import();
  library.write('Ann/Returns/1.wav', wav(tone(1, 203)));
  rmSync(join(library.folder, 'Ann/Goes'), { recursive: true });
  library.write('Ben/New/1.wav', wav(tone(1, 204)));
  library.write('Ben/broken.mp3', 'no sound');
  const before = await rows();
  const report = await library.import({ dryRun: true });
  expect(report).toMatchObject({
    added: [{ title: 'New' }],
    missing: [{ title: 'Goes' }],
    returned: [{ title: 'Returns' }],
    refused: [{ path: 'Ben/broken.mp3' }],
  });
  expect(await rows()).toEqual(before);
}, 60_000);

test.skipIf(isWindows)(
  'a folder and a file without permission are named, and lose nothing (CAT-161)',
  async () => {
    chmodSync(library.folder, 0o755);
    library.write('Locked/1.wav', wav(tone(1, 211)));
    library.write('Book/1.wav', wav(tone(1, 212)));
    library.write('Listed/1.wav', wav(tone(1, 214)));
    for (const disc of [1, 2]) library.write(`Half/CD${disc}/1.wav`, wav(tone(1, 214 + disc)));
    const { added } = await library.import();
    expect(added).toHaveLength(4);
    library.write('Book/2.wav', wav(tone(1, 213)));
    chmodSync(join(library.folder, 'Book/2.wav'), 0);
    chmodSync(join(library.folder, 'Locked'), 0);
    // Its names can be read, and nothing else.
    chmodSync(join(library.folder, 'Listed'), 0o444);
    chmodSync(join(library.folder, 'Half/CD2'), 0);
    const report = await unprivileged(() => library.import());
    const reason = 'the folder cannot be read (permission denied)';
    expect(report.refused.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'Book/2.wav', reason: 'it may not be read (permission denied)' },
      { path: 'Half/CD2', reason },
      { path: 'Listed', reason },
      { path: 'Locked', reason },
    ]);
    expect(report).toMatchObject({ added: [], changed: [], missing: [], complete: true });
    for (const path of ['Locked', 'Listed', 'Half/CD2']) chmodSync(join(library.folder, path), 0o755);
    chmodSync(join(library.folder, 'Book/2.wav'), 0o644);
    expect(await library.import()).toMatchObject({
      refused: [],
      missing: [],
      added: [],
      changed: [{ title: 'Book' }],
    });
  },
  60_000,
);

// Other systems refuse such names.
test.runIf(process.platform === 'linux')(
  'a name that is not UTF-8 is named, and stops nothing',
  async () => {
    library.write('Good/1.wav', wav(tone(1, 221)));
    const named = (...bytes: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from(`${library.folder}/`), Buffer.from(bytes)]);
    writeFileSync(Buffer.concat([named(0xfc), Buffer.from('.wav')]), wav(tone(1, 222)));
    mkdirSync(named(0x42, 0xff));
    const report = await library.import();
    expect(report.added).toMatchObject([{ title: 'Good' }]);
    expect(report.refused.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'B\ufffd', reason: 'its name is not valid UTF-8; rename it' },
      { path: '\ufffd.wav', reason: 'its name is not valid UTF-8; rename it' },
    ]);
  },
  60_000,
);

describe('a file that grows while it is read', () => {
  test('is read up to the size that it had', () => {
    const path = join(temporaryFolder(), 'grows');
    writeFileSync(path, 'one');
    const file = new FileBytes(path);
    appendFileSync(path, ' and two');
    expect([...file.pieces({ from: 0, to: file.size })].join('')).toBe('one');
    expect(file.at(0, 100).toString()).toBe('one');
    file.close();
  });

  test('is named, and read again by the next import', async () => {
    const whole = await mp3(tone(3, 231));
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    library.write('Book/1.mp3', half);
    const first = await library.import({
      // Called between the listing of the folder and the reading of its files.
      onDirectories: () => library.write('Book/1.mp3', whole.subarray(0, half.length + 5000)),
    });
    expect(first).toMatchObject({
      added: [],
      refused: [
        { path: 'Book/1.mp3', reason: 'it changed while it was read; the next import reads it again' },
      ],
    });
    library.write('Book/1.mp3', whole);
    expect(await library.import()).toMatchObject({ read: 1, added: [{ title: 'Book' }], refused: [] });
    expect((await library.import()).read).toBe(0);
  }, 60_000);
});

/** A PNG in shades of grey, of one bit for each pixel. */
function hugePicture(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length);
    head.write(type, 4, 'latin1');
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])));
    return Buffer.concat([head, body, check]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.writeUInt8(1, 8);
  const rowsOfPixels = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rowsOfPixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const red = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();

async function coverOf(id: string): Promise<Response> {
  const { rows: found } = await sql<{ address: string }>`
    select document ->> 'img_url' as address from items where id = ${id}`.execute(library.provider.db);
  return fetch(library.provider.origin + (found[0]?.address ?? ''));
}

test('a cover that cannot be shown is named, and the next one is used (CAT-110)', async () => {
  library.write(
    'Broken/1.mp3',
    Buffer.concat([id3({ picture: Buffer.from('no picture') }), await mp3(tone(1, 241))]),
  );
  library.write('Broken/cover.png', (await red()).subarray(0, 200));
  library.write('Broken/folder.png', await red());
  library.write('Huge/1.wav', wav(tone(1, 242)));
  library.write('Huge/cover.png', hugePicture(8100, 8100));
  // Only the contents say what a picture is.
  library.write('Drawn/1.mp3', Buffer.concat([id3({ picture: SVG }), await mp3(tone(1, 243))]));
  library.write('Drawn/cover.jpg', SVG);
  library.write(
    'Drawn/folder.png',
    await sharp(await red())
      .tiff()
      .toBuffer(),
  );
  library.write('Vast/1.wav', wav(tone(1, 244)));
  library.write('Vast/cover.jpg', await red());
  // The file takes no space, but it would not fit into memory.
  truncateSync(join(library.folder, 'Vast/cover.jpg'), 3 * 1024 ** 3);
  const report = await library.import();
  expect(report.added).toHaveLength(4);
  expect(report.refused).toEqual([]);
  const noPicture = 'its picture is not a JPEG, PNG, WebP, GIF or AVIF, and is not used';
  expect(report.notes.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'Broken/1.mp3', note: noPicture },
    { path: 'Broken/cover.png', note: 'its picture cannot be read, and is not used' },
    { path: 'Drawn/1.mp3', note: noPicture },
    { path: 'Drawn/cover.jpg', note: noPicture },
    { path: 'Drawn/folder.png', note: noPicture },
    { path: 'Huge/cover.png', note: 'its picture has more than 64 megapixels, and is not used' },
    { path: 'Vast/cover.jpg', note: 'its picture is missing or too large, and is not used' },
  ]);
  const types = await Promise.all(
    report.added.map(
      async ({ id, title }) => [title, (await coverOf(id)).headers.get('content-type')] as const,
    ),
  );
  const drawn = 'image/svg+xml; charset=utf-8';
  expect(Object.fromEntries(types)).toEqual({ Broken: 'image/webp', Huge: drawn, Drawn: drawn, Vast: drawn });
}, 60_000);

test('a description that cannot be used is named, and the sound is imported', async () => {
  library.write('Book/1.wav', wav(tone(1, 245)));
  library.write('Book/metadata.json', '{"title": ');
  library.write('Book/metadata.opf', '<package');
  library.write('Book/desc.txt', Buffer.alloc(5 * 1024 * 1024, 'x'));
  const report = await library.import();
  expect(report.added).toMatchObject([{ title: 'Book' }]);
  expect(report.notes.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'Book/desc.txt', note: 'it is too large for a description, and is not read' },
    { path: 'Book/metadata.json', note: 'it is damaged, and is not used' },
    { path: 'Book/metadata.opf', note: 'it is damaged, and is not used' },
  ]);
}, 60_000);

test('a link that replaces a file after its import is not followed', async () => {
  const secret = join(temporaryFolder(), 'secret.wav');
  writeFileSync(secret, wav(tone(1, 251)));
  library.write('Book/1.wav', wav(tone(1, 252)));
  library.write('Book/cover.png', await red());
  const { id } = (await library.import()).added[0] ?? { id: '' };
  const address = await addressOf(library, `/media/audio/${id}.wav`);
  expect((await fetch(address)).status).toBe(200);
  const picture = join(temporaryFolder(), 'secret.png');
  writeFileSync(picture, await red());
  for (const [path, target] of [
    ['Book/1.wav', secret],
    ['Book/cover.png', picture],
  ] as const) {
    rmSync(join(library.folder, path));
    symlinkSync(target, join(library.folder, path));
  }
  expect((await fetch(address)).status).toBe(404);
  expect((await coverOf(id)).headers.get('content-type')).toContain('svg');
}, 60_000);

test('an address that has expired is refused, unless it is in use', async () => {
  library.write('Book/1.wav', wav(tone(1, 261)));
  const { id } = (await library.import()).added[0] ?? { id: '' };
  const { clock } = library.provider;
  const address = await addressOf(library, `/media/audio/${id}.wav`);
  const statusAfter = async (seconds: number): Promise<number> => {
    clock.setOffset(seconds * 1000);
    return (await fetch(address)).status;
  };
  try {
    expect(await statusAfter(601)).toBe(403);
    expect(await statusAfter(590)).toBe(200);
    expect(await statusAfter(700)).toBe(200);
    expect(await statusAfter(700 + 601)).toBe(403);
  } finally {
    clock.setOffset(0);
  }
}, 60_000);

test.each<[string, number, (sub: string, id: string) => Promise<unknown>]>([
  [
    'hears a title whose window has closed',
    262,
    (_, id) => library.provider.db.updateTable('items').set({ valid_till: 1 }).where('id', '=', id).execute(),
  ],
  [
    'has no plan any more',
    263,
    (sub) =>
      library.provider.db.updateTable('listeners').set({ plan: null }).where('sub', '=', sub).execute(),
  ],
  // The last row, because it ends the session of the tests.
  ['is disabled', 264, (sub) => library.provider.pool.setEnabled(sub, false, () => Promise.resolve())],
])(
  'a listener who %s loses the sound when the address expires (ENT-78)',
  async (_, frequency, end) => {
    library.write('Book/1.wav', wav(tone(1, frequency)));
    const { id } = (await library.import()).added[0] ?? { id: '' };
    const { clock, db } = library.provider;
    const address = await addressOf(library, `/media/audio/${id}.wav`);
    const statusAfter = async (minutes: number): Promise<number> => {
      clock.setOffset(minutes * 60_000);
      return (await fetch(address)).status;
    };
    try {
      for (let minutes = 0; minutes <= 30; minutes += 5) expect(await statusAfter(minutes)).toBe(200);
      await end(new URL(address).searchParams.get('listener') ?? '', id);
      expect(await statusAfter(31)).toBe(403);
    } finally {
      clock.setOffset(0);
      await db.updateTable('listeners').set({ plan: 'yearly' }).execute();
    }
  },
  60_000,
);
