import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Recording } from '../../../../server/demo/sounds/recording.ts';
import { Studio } from '../../../../server/demo/sounds/studio.ts';
import { readFrames } from './mp3-frames.ts';
import { bytesOf, serveMedia, type ServedMedia } from '../served-media.ts';

const TRACK = '/media/audio/tone-s70.mp3';
const ONE_BYTE = new Uint8Array(1);

let media: ServedMedia;
let whole: Buffer;
let tag: string;

beforeAll(async () => {
  media = await serveMedia();
  const response = await media.get(TRACK);
  whole = await bytesOf(response);
  tag = response.headers.get('etag') ?? '';
});

afterAll(async () => {
  await media.close();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a track', () => {
  test('has all headers in a HEAD response, without a body and without being made', async () => {
    const response = await media.get('/media/audio/tone-s5400.mp3', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(5400 * 6000));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect((await bytesOf(response)).length).toBe(0);
  });

  test('may be embedded anywhere and cached only by its listener while its address is valid, with a fixed content type', async () => {
    const { headers } = await media.get(TRACK, { headers: { range: 'bytes=0-9' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, max-age=300');
  });

  test.each(['[', 'a b', '%'])('is served with any host: %s', async (host) => {
    expect(await media.statusUnder(host, TRACK)).toBe(200);
  });

  test('returns exactly the requested part for any range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(whole.length - 1),
        fc.constantFrom('both', 'open', 'suffix'),
        async (a, b, form) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)];
          const range = { both: `bytes=${from}-${to}`, open: `bytes=${from}-`, suffix: `bytes=-${from + 1}` }[
            form
          ];
          const slice = {
            both: whole.subarray(from, to + 1),
            open: whole.subarray(from),
            suffix: whole.subarray(whole.length - from - 1),
          }[form];
          const response = await media.get(TRACK, { headers: { range } });
          const body = await bytesOf(response);
          expect(response.status).toBe(206);
          expect(body.equals(slice), range).toBe(true);
          const first = form === 'both' ? from : whole.length - slice.length;
          expect(response.headers.get('content-range')).toBe(
            `bytes ${first}-${first + slice.length - 1}/${whole.length}`,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('refuses a range after its end, and names its size', async () => {
    const response = await media.get(TRACK, { headers: { range: `bytes=${whole.length}-` } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  });

  test.each([
    ['several ranges at once', { range: 'bytes=0-1,5-6' }, 200],
    ['a range for another version', { range: 'bytes=0-1', 'if-range': '"another"' }, 200],
    ['a range by date', { range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 200],
  ])('returns the whole track for %s', async (_name, headers, status) => {
    const response = await media.get(TRACK, { headers });
    expect(response.status).toBe(status);
    expect((await bytesOf(response)).equals(whole)).toBe(true);
  });

  test('continues with the missing part if the tag is the same, and sends no cached bytes', async () => {
    const part = await media.get(TRACK, { headers: { range: 'bytes=10-19', 'if-range': tag } });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).equals(whole.subarray(10, 20))).toBe(true);
    const held = await media.get(TRACK, { headers: { 'if-none-match': `"x", ${tag}` } });
    expect(held.status).toBe(304);
  });
});

describe('access to a track', () => {
  test.each([
    ['an address that has expired', '?token=old', /expired/],
    ['an address that is forged', '?token=made-up', /not valid/],
    ['an address without a token', '?', /not valid/],
  ])('%s is refused', async (_name, query, text) => {
    const response = await media.get(TRACK + query);
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(text);
  });

  test.each(['nothing.mp3', 'tone-s70.wav', '..%2Fsecret.mp3', 'TONE-S70.mp3', 'tone-s70-0.mp3'])(
    '%s is unknown',
    async (file) => {
      expect((await media.get(`/media/audio/${file}`)).status).toBe(404);
    },
  );
});

describe('a track that is being made', { timeout: 60_000 }, () => {
  test('sends its first bytes long before its last', async () => {
    const response = await media.get('/media/audio/tone-s3600.mp3');
    const reader = response.body?.getReader();
    const piece = await reader?.read();
    await reader?.cancel();
    expect(piece?.value?.length).toBeGreaterThan(0);
    // An hour has 150 phrases. Only those that were read may have been made.
    expect((await readdir(media.audioDir)).length).toBeLessThan(40);
  });

  test('is dropped when its only listener has left, and made from the start for the next one', async () => {
    const address = '/media/audio/tone-s24.mp3';
    const making: Recording[] = [];
    // The first recording never ends by itself. A reader of it would wait for ever.
    const make = vi.spyOn(Studio.prototype, 'make').mockImplementationOnce((_phrase, recording) => {
      making.push(recording);
      recording.append(ONE_BYTE);
    });
    const cancel = vi.spyOn(Studio.prototype, 'cancel');
    const leaver = await media.get(address);
    await leaver.body?.cancel();
    await expect
      .poll(
        () => {
          // The departure of a reader is noticed with the next bytes.
          for (const recording of making) recording.append(ONE_BYTE);
          return cancel.mock.calls.some(([recording]) => recording === making[0]);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const bytes = await bytesOf(await media.get(address));
    expect(readFrames(bytes)).toHaveLength(1000);
    expect(make.mock.calls.filter(([{ id }]) => id === 'tone-s24')).toHaveLength(2);
  });
});

// Each start has its own thread, which is slow on a busy machine.
describe('after a restart', { timeout: 60_000 }, () => {
  test('an incomplete cache is completed, with the same bytes', async () => {
    const cacheDir = await mkdtemp(path.join(tmpdir(), 'media-'));
    const address = '/media/audio/tone-s30.mp3';
    const before = await serveMedia({ cacheDir });
    const bytes = await bytesOf(await before.get(address));
    await before.close();
    const [stored] = (await readdir(before.audioDir)).toSorted();
    await truncate(path.join(before.audioDir, stored ?? ''), 5000);
    await writeFile(path.join(before.audioDir, 'left.1-1.part'), 'half');

    const after = await serveMedia({ cacheDir });
    expect((await bytesOf(await after.get(address))).equals(bytes)).toBe(true);
    await after.close();
    expect((await readdir(after.audioDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await rm(cacheDir, { recursive: true });
  });

  test('sound is streamed even if the cache may store nothing', async () => {
    const small = await serveMedia({ cacheLimit: 0 });
    const bytes = await bytesOf(await small.get('/media/audio/tone-s30.mp3'));
    expect(readFrames(bytes)).toHaveLength(1250);
    await small.close();
  });
});
