import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RequestCounts } from '../../http/request-counts.ts';
import { bytesOf, serveMedia, type ServedMedia } from './served-media.ts';

/** The header of one MPEG audio frame. */
interface FrameHeader {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly bytes: number;
  readonly samples: number;
  /** How many bytes of earlier frames this frame needs. */
  readonly lookBack: number;
}

const BIT_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [22_050, 24_000, 16_000];

/**
 * Reads the frames of an MPEG-2 Layer III stream (ISO/IEC 13818-3) without gaps.
 *
 * @throws {Error} if a frame does not start where the previous one ends
 */
function readFrames(stream: Uint8Array): readonly FrameHeader[] {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const frames: FrameHeader[] = [];
  for (let at = 0; at < stream.length;) {
    const header = view.getUint32(at);
    const isMpeg2LayerIII =
      header >>> 21 === 0x7ff && ((header >>> 19) & 3) === 2 && ((header >>> 17) & 3) === 1;
    const bitRate = BIT_RATES[(header >>> 12) & 15] ?? 0;
    const sampleRate = SAMPLE_RATES[(header >>> 10) & 3] ?? 0;
    if (!isMpeg2LayerIII || bitRate === 0 || sampleRate === 0) throw new Error(`No frame at byte ${at}.`);
    const bytes = Math.floor((72_000 * bitRate) / sampleRate) + ((header >>> 9) & 1);
    const hasChecksum = ((header >>> 16) & 1) === 0;
    const lookBack = view.getUint8(at + (hasChecksum ? 6 : 4));
    frames.push({ sampleRate, channels: ((header >>> 6) & 3) === 3 ? 1 : 2, bytes, samples: 576, lookBack });
    at += bytes;
  }
  return frames;
}

const TRACK = '/media/audio/tone-s70.mp3';

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

describe('a track', () => {
  test('has all headers in a HEAD response, without a body', async () => {
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

test.each([0, 1, 2, 3, 4, 5])(
  'chapter %i has frames of 24 ms without gaps, and starts without an earlier frame',
  async (chapter) => {
    const frames = readFrames(
      await bytesOf(await media.get(`/media/audio/tone-s30${chapter === 0 ? '' : `-${chapter}`}.mp3`)),
    );
    expect(frames).toHaveLength(1250);
    expect(
      new Set(frames.map(({ bytes, samples, sampleRate }) => `${bytes} ${samples / sampleRate}`)),
    ).toEqual(new Set(['144 0.024']));
    // The piece starts again after 1000 frames.
    expect([frames[0]?.lookBack, frames[1000]?.lookBack]).toEqual([0, 0]);
  },
);

describe('companion notes', () => {
  test('are a real PDF', async () => {
    const response = await media.get('/media/pdf/tone-s5.pdf');
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  });

  test('need a signed address', async () => {
    expect((await media.get('/media/pdf/tone-s5.pdf?token=old')).status).toBe(403);
    expect((await media.get('/media/pdf/unknown.pdf')).status).toBe(404);
  });
});

test('one address has a limit of media per second', async () => {
  const requestCounts = new RequestCounts({ now: () => 0 });
  const media = await serveMedia({ requestsPerSecond: 2, requestCounts });
  const responses = await Promise.all(
    Array.from({ length: 6 }, async () => media.get('/media/covers/x.webp')),
  );
  const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('2');
  await media.close();
});
