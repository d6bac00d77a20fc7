import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { type Provider, startProvider } from '../../provider.ts';
import { readStoreAddress, S3Store } from '../../store/s3-store.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { session, userOf } from '../pool/client.ts';
import { member, StudioClient } from '../studio/studio-client.ts';
import { withPostgres } from '../support/postgres.ts';
import { ApiClient, temporaryFolder } from '../support/provider.ts';
import { KEY, S3Server } from './s3-server.ts';

const EMAIL = 'pat@listener.test';
const PASSWORD = 'correct horse battery';
const TUS = { 'tus-resumable': '1.0.0' };

const postgres = withPostgres();
let store: S3Server;
let databaseUrl = '';

beforeAll(async () => {
  store = await S3Server.start();
  return () => store.stop();
});

beforeEach(async () => {
  for (const [name, value] of Object.entries(KEY)) vi.stubEnv(name, value);
  databaseUrl = await postgres().createDatabase();
});

function bucket(prefix: string): S3Store {
  const address = readStoreAddress(store.addressOf(prefix));
  if (address === null) throw new Error('The address cannot be read.');
  return new S3Store(address);
}

/** A provider on the shared database and store, with an empty folder of its own. */
async function start(
  prefix: string,
  bucket?: string,
): Promise<Provider & { dataDir: string; lines: string[] }> {
  const mediaStore = readStoreAddress(store.addressOf(prefix, bucket));
  if (mediaStore === null) throw new Error('The address cannot be read.');
  const dataDir = temporaryFolder();
  const lines: string[] = [];
  const provider = await startProvider({
    dataDir,
    databaseUrl,
    mediaStore,
    library: [],
    log: (line) => lines.push(line),
  });
  return { ...provider, dataDir, lines };
}

async function signIn({ origin }: Provider): Promise<{ studio: StudioClient; api: ApiClient }> {
  const { access } = await session(userOf(`${origin}/pool`, EMAIL), PASSWORD);
  return { studio: new StudioClient(origin, access), api: new ApiClient(origin, access) };
}

/** Uploads a file, and returns the status of its last part. */
async function upload(studio: StudioClient, path: string, bytes: Buffer): Promise<number> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const created = await studio.call('POST', '/uploads', undefined, {
    ...TUS,
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${base64('x.mp3')},relativePath ${base64(path)}`,
  });
  const location = created.headers.get('location') ?? '';
  const sent = await fetch(studio.origin + location, {
    method: 'PATCH',
    headers: {
      ...TUS,
      authorization: `Bearer ${studio.token ?? ''}`,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(bytes),
  });
  return sent.status;
}

const rows = v.object({ titles: v.array(v.object({ id: v.string(), title: v.string() })) });

async function idOf(studio: StudioClient, title: string): Promise<string> {
  const found = async () =>
    v.parse(rows, (await studio.get('/titles')).body).titles.find((each) => each.title === title)?.id;
  await expect.poll(found, { timeout: 30_000 }).toBeDefined();
  return (await found()) ?? '';
}

async function itemOf(api: ApiClient, id: string): Promise<v.InferOutput<typeof wire.item>> {
  return v.parse(wire.item, (await api.get(`/content/${id}`)).body);
}

async function signed(api: ApiClient, url: string | null | undefined): Promise<string> {
  const { body } = await api.get(`/audio/tokenize?url=${encodeURIComponent(url ?? '')}`);
  return api.origin + v.parse(v.object({ tokenized_url: v.string() }), body).tokenized_url;
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();

const CHAPTERS = [
  { title: 'One', start: 0, end: 3 },
  { title: 'Two', start: 3, end: 6 },
];

describe('what one process stored,', () => {
  test('another one serves without a shared disk: sounds by range, chapters, covers and PDFs (CAT-85)', async () => {
    const first = await start('journey');
    const { studio, api } = await member(first, EMAIL, 'publisher', 'annual');
    const plain = await mp3(tone(3, 300), { tag: { title: 'Plain', picture: await picture() } });
    const divided = await mp3(tone(6, 310), { tag: { title: 'Divided', chapters: CHAPTERS } });
    expect(await upload(studio, 'Plain.mp3', plain)).toBe(204);
    expect(await upload(studio, 'Divided.mp3', divided)).toBe(204);
    expect(await upload(studio, 'Plain.mp3', await mp3(tone(2, 330), { tag: { title: 'Other' } }))).toBe(204);
    const [plainId, dividedId] = [await idOf(studio, 'Plain'), await idOf(studio, 'Divided')];
    await idOf(studio, 'Other');
    const pdf = Buffer.from('%PDF-1.7\nnotes');
    const put = await studio.call('PUT', `/titles/${plainId}/pdf`, pdf, {
      'content-type': 'application/pdf',
    });
    expect(put.status).toBe(200);
    const chapterOfFirst = await itemOf(api, dividedId);
    const expected = await bytesOf(
      await fetch(await signed(api, chapterOfFirst.chapter_info[1]?.chapter_url)),
    );
    expect(readdirSync(join(first.dataDir, 'upload-parts'))).toEqual([]);
    await first.close();

    const second = await start('journey');
    const { api: other } = await signIn(second);
    const item = await itemOf(other, plainId);
    const address = await signed(other, item.url);
    const whole = await fetch(address);
    expect((await bytesOf(whole)).equals(plain)).toBe(true);
    const tag = whole.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/u);
    const part = await fetch(address, { headers: { range: 'bytes=100-199', 'if-range': tag } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${plain.length}`);
    expect((await bytesOf(part)).equals(plain.subarray(100, 200))).toBe(true);
    expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(address, { headers: { range: `bytes=${plain.length}-` } })).status).toBe(416);

    const chapters = await itemOf(other, dividedId);
    const chapter = await fetch(await signed(other, chapters.chapter_info[1]?.chapter_url));
    expect((await bytesOf(chapter)).equals(expected)).toBe(true);

    const cover = await fetch(`${second.origin}${item.img_url}&w=300`);
    expect(cover.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(await bytesOf(cover)).metadata()).width).toBe(320);
    expect((await bytesOf(await fetch(await signed(other, item.pdf_url)))).equals(pdf)).toBe(true);

    // The picture and the chapters were stored by the first process, so no file was copied for them.
    expect(readdirSync(second.dataDir)).toEqual([]);
    await second.close();
  }, 120_000);
});

describe('while the store is away,', () => {
  test('listeners get 503 with Retry-After, an upload waits, and no title is lost (CAT-86)', async () => {
    const provider = await start('outage');
    const { studio, api } = await member(provider, EMAIL, 'publisher', 'annual');
    const bytes = await mp3(tone(2, 300), { tag: { title: 'Early' } });
    expect(await upload(studio, 'Early.mp3', bytes)).toBe(204);
    const id = await idOf(studio, 'Early');
    const { url } = await itemOf(api, id);

    await store.stop();
    const refused = await fetch(await signed(api, url));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    const late = await mp3(tone(2, 320), { tag: { title: 'Late' } });
    expect(await upload(studio, 'Late.mp3', late)).toBe(503);
    await studio.call('POST', '/imports');
    await expect
      .poll(() => provider.lines.join('\n'), { timeout: 20_000 })
      .toMatch(/was not imported: s3:\/\/hark-media\/outage cannot be reached/u);
    expect(provider.lines.join('\n')).toContain('media: s3://hark-media/outage cannot be reached');
    expect((await studio.detail(id)).state).toBe('published');
    expect(provider.lines.join('\n')).not.toMatch(/authorization|signature=|S3RVER/iu);

    await store.resume();
    const served = await fetch(await signed(api, url));
    expect((await bytesOf(served)).equals(bytes)).toBe(true);
    // The failed import starts again by itself, and finds what came into the bucket by other means.
    const dropped = await mp3(tone(2, 340), { tag: { title: 'Dropped' } });
    await bucket('outage').put('uploads/Dropped.mp3', Readable.from([dropped]));
    await idOf(studio, 'Dropped');
    // The upload is moved when the process tries again, here at its next start.
    await provider.close();
    const mediaStore = readStoreAddress(store.addressOf('outage'));
    if (mediaStore === null) throw new Error('The address cannot be read.');
    const again = await startProvider({ dataDir: provider.dataDir, databaseUrl, mediaStore, library: [] });
    await idOf((await signIn(again)).studio, 'Late');
    await again.close();
  }, 120_000);

  test('a provider starts, but not with a bucket that does not exist', async () => {
    await expect(start('x', 'other-bucket')).rejects.toMatchObject({
      sentence: 'there is no bucket other-bucket',
    });
    await store.stop();
    const provider = await start('start');
    expect(provider.lines).toContainEqual(expect.stringContaining('cannot be reached'));
    await provider.close();
    await store.resume();
  }, 60_000);
});
