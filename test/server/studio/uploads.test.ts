import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Provider, startProvider } from '../../../server/provider.ts';
import { session, userOf } from '../pool/client.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { temporaryFolder } from '../support/provider.ts';
import { member, StudioClient } from './studio-client.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    statfs: async (path: string) => Object.assign(await real.statfs(path), disk.isFull ? { bavail: 0 } : {}),
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
  const answer = await create(relativePath, size);
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
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

  test('that was complete when the process ended is placed at the next start', async () => {
    const bytes = Buffer.alloc(1000, 1);
    // A file stands where a folder is needed, so the upload cannot be placed at first.
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
    const answer = await append(location, 0, svg);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
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
    const answer = await append(location, 0, Buffer.alloc(10));
    expect([answer.status, await answer.json()]).toEqual([507, { error: { code: 'full-disk', message } }]);
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
