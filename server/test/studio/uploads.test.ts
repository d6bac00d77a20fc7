import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  mkdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Provider, startProvider } from '../../provider.ts';
import { session, userOf } from '../pool/client.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { temporaryFolder } from '../support/provider.ts';
import { member, StudioClient } from './studio-client.ts';
import { uploadPath, Uploads } from '../../studio/uploads.ts';
import { StoreUnavailableError } from '../../store/media-store.ts';

const disk = vi.hoisted(() => ({ isFull: false, freeGb: null as number | null }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    statfs: async (path: string) =>
      Object.assign(
        await real.statfs(path),
        disk.isFull ? { bavail: 0 } : {},
        disk.freeGb === null ? {} : { bsize: 1024 ** 2, bavail: disk.freeGb * 1024 },
      ),
  };
});

const EMAIL = 'pat@listener.test';
const dataDir = temporaryFolder();
let provider: Provider;
let studio: StudioClient;

const start = () => startProvider({ dataDir, library: [] });
const uploaded = (path: string) => join(dataDir, 'uploads', path);
const parts = () => readdirSync(join(dataDir, 'upload-parts'));

beforeAll(async () => {
  provider = await start();
  studio = (await member(provider, EMAIL, 'publisher')).studio;
  return () => provider.close();
}, 60_000);

afterEach(() => {
  disk.isFull = false;
  disk.freeGb = null;
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const TUS = { 'tus-resumable': '1.0.0' };

function create(relativePath: string, size: number, headers: Readonly<Record<string, string>> = {}) {
  return studio.call('POST', '/uploads', undefined, {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': `filename ${base64('x.mp3')},relativePath ${base64(relativePath)}`,
    ...headers,
  });
}

const fetchUpload = (method: string, location: string, headers = {}, body?: Buffer) =>
  fetch(provider.origin + location, {
    method,
    headers: { ...TUS, authorization: `Bearer ${studio.token ?? ''}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });

const append = (location: string, offset: number, bytes: Buffer) =>
  fetchUpload(
    'PATCH',
    location,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    bytes,
  );

const offsetOf = async (location: string) =>
  Number((await fetchUpload('HEAD', location)).headers.get('upload-offset'));

const partOf = (location: string): string => location.split('/').at(-1) ?? '';

async function locationOf(relativePath: string, size: number): Promise<string> {
  const response = await create(relativePath, size);
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

async function upload(relativePath: string, bytes: Buffer): Promise<void> {
  const location = await locationOf(relativePath, bytes.length);
  expect((await append(location, 0, bytes)).status).toBe(204);
}

describe('an upload', () => {
  test('in parts becomes a title', async () => {
    const bytes = await mp3(tone(2, 300));
    const location = await locationOf('Ann/Book/01.mp3', bytes.length);
    expect(location).toMatch(/^\/api\/studio\/uploads\/[\da-f]+$/u);
    const half = Math.floor(bytes.length / 2);
    const first = await append(location, 0, bytes.subarray(0, half));
    expect(first.headers.get('upload-offset')).toBe(String(half));
    expect(first.headers.get('upload-expires')).not.toBeNull();
    expect((await append(location, 0, bytes)).status).toBe(409);
    expect((await append(location, half, bytes.subarray(half))).status).toBe(204);
    expect(readFileSync(uploaded('Ann/Book/01.mp3')).equals(bytes)).toBe(true);
    expect(parts()).toEqual([]);
    await expect
      .poll(async () => (await studio.get('/titles?query=book')).body, { timeout: 20_000 })
      .toMatchObject({ titles: [{ title: 'Book', authors: ['Ann'], state: 'published' }] });
  }, 30_000);

  test('that was cut off continues, also after a restart of the provider', async () => {
    const bytes = Buffer.alloc(3_000_000, 7);
    const location = await locationOf('Cut/off.mp3', bytes.length);
    const half = httpRequest(provider.origin + location, {
      method: 'PATCH',
      headers: {
        ...TUS,
        authorization: `Bearer ${studio.token ?? ''}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': bytes.length,
      },
    });
    half.on('error', () => undefined);
    half.write(bytes.subarray(0, 1_000_000));
    await expect
      .poll(() => readFileSync(join(dataDir, 'upload-parts', partOf(location))).length)
      .toBeGreaterThan(0);
    half.destroy();
    await provider.close();
    provider = await start();
    const { access } = await session(userOf(`${provider.origin}/pool`, EMAIL), 'correct horse battery');
    studio = new StudioClient(provider.origin, access);
    const offset = await offsetOf(location);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(1_000_000);
    expect((await append(location, offset, bytes.subarray(offset))).status).toBe(204);
    expect(readFileSync(uploaded('Cut/off.mp3')).equals(bytes)).toBe(true);
  }, 60_000);

  test('that was complete when the process ended is moved at the next start', async () => {
    const bytes = Buffer.alloc(1000, 1);
    // A file stands where a folder is needed, so the upload cannot be moved at first.
    await upload('way.mp3', bytes);
    const location = await locationOf('way.mp3/1.mp3', bytes.length);
    const refused = await append(location, 0, bytes);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { error: { code: 'refused-upload', message: 'A file has the name of this folder.' } },
    ]);
    rmSync(uploaded('way.mp3'));
    await provider.close();
    provider = await start();
    const { access } = await session(userOf(`${provider.origin}/pool`, EMAIL), 'correct horse battery');
    studio = new StudioClient(provider.origin, access);
    expect(readFileSync(uploaded('way.mp3/1.mp3')).equals(bytes)).toBe(true);
  }, 60_000);

  test('never replaces another file; the same file is stored once', async () => {
    const [one, two] = [Buffer.alloc(100, 1), Buffer.alloc(100, 2)];
    await Promise.all([upload('Same/1.mp3', one), upload('Same/1.mp3', two)]);
    await upload('Same/1.mp3', one);
    await upload('Same/1.mp3', two);
    expect(readdirSync(uploaded('Same')).toSorted()).toEqual(['1 (2).mp3', '1.mp3']);
    const stored = ['1.mp3', '1 (2).mp3'].map((name) => readFileSync(uploaded(`Same/${name}`))[0]);
    expect(stored).toEqual(expect.arrayContaining([1, 2]));
    expect(parts()).toEqual([]);
  });

  test('can be given up', async () => {
    const location = await locationOf('Never.mp3', 10);
    expect((await fetchUpload('DELETE', location)).status).toBe(204);
    expect((await fetchUpload('HEAD', location)).status).toBe(404);
    expect(parts()).toEqual([]);
  });

  test('that is no sound is refused by the import, with the reason in its report', async () => {
    await upload('Bad/noise.mp3', Buffer.from('this is no sound at all'));
    const refused = async () => {
      const { body } = await studio.get('/imports');
      return JSON.stringify(body);
    };
    await expect.poll(refused, { timeout: 20_000 }).toMatch(/"refused":[1-9]/u);
  }, 30_000);
});

describe('refused is an upload', () => {
  test.each([
    ['../../etc/passwd.mp3', 10, 422, 'A name must not contain "..".'],
    ['/abs.mp3', 10, 422, 'A name must not be an absolute path.'],
    ['nul\0.mp3', 10, 422, 'A name must not contain control characters.'],
    [`${'x'.repeat(300)}.mp3`, 10, 422, 'A name may have at most 200 bytes.'],
    [`${'. '.repeat(4000)}.mp3`, 10, 422, 'A path may have at most 800 bytes.'],
    [
      'virus.exe',
      10,
      422,
      'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.',
    ],
    ['empty.mp3', 0, 422, 'The file is empty.'],
    ['large.mp3', 4 * 1024 ** 3 + 1, 413, 'A file may have at most 4 GB.'],
  ])('%j of %d bytes', async (path, size, status, message) => {
    expect(await create(path, size)).toMatchObject({ status, body: { error: { message } } });
    expect(parts()).toEqual([]);
  });

  test('a cover that is no picture, whatever its name says', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const location = await locationOf('Drawn/cover.jpg', svg.length);
    const response = await append(location, 0, svg);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { message: 'This file is not a JPEG, PNG, WebP, GIF or AVIF picture.' },
    });
    expect(parts()).toEqual([]);
    expect(existsSync(uploaded('Drawn/cover.jpg'))).toBe(false);
  });

  test('without a length, without a name, or of another protocol', async () => {
    const { 'upload-length': _, ...others } = {
      ...TUS,
      'upload-length': '',
      'upload-metadata': `filename ${base64('a.mp3')}`,
    };
    const deferred = { ...others, 'upload-defer-length': '1' };
    expect(await studio.call('POST', '/uploads', undefined, deferred)).toMatchObject({ status: 422 });
    expect(await create('', 10, { 'upload-metadata': `other ${base64('x')}` })).toMatchObject({
      status: 422,
    });
    expect((await studio.call('POST', '/uploads', undefined, {})).status).toBe(412);
  });

  test('that sends more than its length', async () => {
    const location = await locationOf('More.mp3', 10);
    expect((await append(location, 0, Buffer.alloc(50))).status).toBeOneOf([400, 413]);
    expect(existsSync(uploaded('More.mp3'))).toBe(false);
    await fetchUpload('DELETE', location);
  });

  test('if the disk is too full for it, or fills while it is sent', async () => {
    const message = 'The disk of the provider has too little space for this file.';
    const location = await locationOf('Full.mp3', 10);
    disk.isFull = true;
    expect(await create('Later.mp3', 10)).toMatchObject({ status: 507, body: { error: { message } } });
    const part = join(dataDir, 'upload-parts', partOf(location));
    rmSync(part);
    symlinkSync('/dev/full', part);
    const response = await append(location, 0, Buffer.alloc(10));
    expect([response.status, await response.json()]).toEqual([
      507,
      { error: { code: 'full-disk', message } },
    ]);
    rmSync(part);
    rmSync(`${part}.json`);
  });

  test('of somebody without the role, and of ids that lead elsewhere', async () => {
    const { studio: listener } = await member(provider, 'lis@listener.test', 'listener');
    expect((await listener.call('POST', '/uploads', undefined, TUS)).status).toBe(403);
    for (const id of ['..%2f..%2fx', '%2e%2e', 'none']) {
      expect((await fetchUpload('HEAD', `/api/studio/uploads/${id}`)).status).toBe(404);
    }
  });
});

describe('the path of an uploaded file', () => {
  test.each([
    ['01.mp3', '01.mp3'],
    ['Author/Book/01 - One.m4b', 'Author/Book/01 - One.m4b'],
    [String.raw`Author\Book\01.mp3`, 'Author/Book/01.mp3'],
    ['Book/cover.jpg', 'Book/cover.jpg'],
    ['Book/metadata.json', 'Book/metadata.json'],
    // Two spellings of one accent give one name.
    ['Cafe\u0301.mp3', 'Caf\u00e9.mp3'],
    ['CON.mp3', '_CON.mp3'],
    ['aux/nul.flac', '_aux/_nul.flac'],
    ['Contents.mp3', 'Contents.mp3'],
    ['Who? What: "That".mp3', 'Who_ What_ _That_.mp3'],
    ['Book. /1.mp3', 'Book/1.mp3'],
  ])('%j is stored as %j', (given, path) => {
    expect(uploadPath(given)).toEqual({ path });
  });

  test.each([
    ['../x.mp3', 'A name must not contain "..".'],
    ['a/../../x.mp3', 'A name must not contain "..".'],
    [String.raw`a\..\x.mp3`, 'A name must not contain "..".'],
    ['./x.mp3', 'A name must not contain "..".'],
    ['/etc/x.mp3', 'A name must not be an absolute path.'],
    [String.raw`\\host\x.mp3`, 'A name must not be an absolute path.'],
    [String.raw`C:\x.mp3`, 'A name must not be an absolute path.'],
    ['a\0.mp3', 'A name must not contain control characters.'],
    ['a\n.mp3', 'A name must not contain control characters.'],
    ['a\ud800.mp3', 'A name must not contain control characters.'],
    ['', 'A name must not be empty.'],
    ['a//x.mp3', 'A name must not be empty.'],
    ['... /x.mp3', 'A name must not be empty.'],
    ['.hidden.mp3', 'A name must not begin with a dot.'],
    [`${'x'.repeat(300)}.mp3`, 'A name may have at most 200 bytes.'],
    [`${'ü'.repeat(120)}.mp3`, 'A name may have at most 200 bytes.'],
    [`${`${'x'.repeat(190)}/`.repeat(5)}a.mp3`, 'A path may have at most 800 bytes.'],
    [`${'a/'.repeat(9)}x.mp3`, 'At most 8 folders may be nested.'],
    ['x.exe', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
    ['x.mp3.sh', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
    ['notes.docx', 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.'],
  ])('%j is refused', (given, refusal) => {
    expect(uploadPath(given)).toEqual({ refusal });
  });
});

const DAY_MS = 86_400_000;

/** A file with 5 bytes of its `size`, and what the protocol stores about it. */
function writeUpload(parts: string, id: string, size: number, begun: number): void {
  mkdirSync(parts, { recursive: true });
  writeFileSync(join(parts, id), 'sound');
  const info = {
    id,
    size,
    offset: 0,
    metadata: { path: `${id}.mp3` },
    creation_date: new Date(begun).toISOString(),
  };
  writeFileSync(join(parts, `${id}.json`), JSON.stringify(info));
}

describe('unfinished uploads together (STU-61)', () => {
  const GB = 1024 ** 3;
  const givenUp = async (locations: readonly (string | undefined)[]): Promise<void> => {
    for (const location of locations) {
      if (location !== undefined) expect((await fetchUpload('DELETE', location)).status).toBe(204);
    }
  };
  const createAll = async (count: number) => {
    const all = await Promise.all(
      Array.from({ length: count }, (_, at) => create(`Large/${at}.mp3`, 4 * GB)),
    );
    return {
      statuses: all.map(({ status }) => status).toSorted((one, other) => one - other),
      locations: all.flatMap(({ headers }) => headers.get('location') ?? []),
    };
  };

  test('need no more than the disk has', async () => {
    disk.freeGb = 10;
    const { statuses, locations } = await createAll(5);
    expect(statuses).toEqual([201, 201, 507, 507, 507]);
    await givenUp(locations);
    const again = await createAll(1);
    expect(again.statuses).toEqual([201]);
    await givenUp(again.locations);
  });

  test('of one person have a bound, also if they are begun at once', async () => {
    disk.freeGb = 1000;
    const { statuses, locations } = await createAll(33);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(23);
    const other = (await member(provider, 'other@listener.test', 'publisher')).studio;
    const theirs = await other.call('POST', '/uploads', undefined, {
      ...TUS,
      'upload-length': String(4 * GB),
      'upload-metadata': `filename ${base64('y.mp3')}`,
    });
    expect(theirs.status).toBe(201);
    await givenUp([...locations, theirs.headers.get('location') ?? undefined]);
  });
});

test('a finished upload waits longer than a day for its store, and an unfinished one is deleted', async () => {
  const folder = temporaryFolder();
  const parts = join(folder, 'upload-parts');
  const twoDaysAgo = Date.now() - 2 * DAY_MS;
  writeUpload(parts, 'whole', 5, twoDaysAgo);
  writeUpload(parts, 'half', 10, twoDaysAgo);
  writeUpload(parts, 'young', 10, Date.now());
  let isAway = true;
  const uploads = new Uploads('/uploads', {
    parts,
    log: () => undefined,
    move: async (file, path) => {
      if (isAway) throw new StoreUnavailableError('failed', 'the store is away');
      writeFileSync(join(folder, path), readFileSync(file));
      return Promise.resolve();
    },
  });
  await uploads.tidy();
  expect(readdirSync(parts).toSorted()).toEqual(['whole', 'whole.json', 'young', 'young.json']);
  isAway = false;
  await uploads.tidy();
  expect(existsSync(join(folder, 'whole.mp3'))).toBe(true);
  uploads.close();
});

test('a file that no upload names, such as the half of a PDF, is deleted after a day', async () => {
  const parts = join(temporaryFolder(), 'upload-parts');
  mkdirSync(parts);
  const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
  for (const name of ['old.pdf', 'young.pdf']) writeFileSync(join(parts, name), '%PDF-');
  utimesSync(join(parts, 'old.pdf'), twoDaysAgo, twoDaysAgo);
  const uploads = new Uploads('/uploads', { parts, log: () => undefined, move: () => Promise.resolve() });
  await uploads.tidy();
  uploads.close();
  expect(readdirSync(parts)).toEqual(['young.pdf']);
});
