import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { partsOf, readFile } from '../../server/library/read/read-file.ts';
import { bytesOfPart } from '../../test/server/library/support/bytes-of-part.ts';
import { mp3, tone, vorbis, wav } from '../../test/server/library/support/make-audio.ts';
import { flac, FLAC_BLOCK, FLAC_RATE, valueOfFrame } from '../../test/server/library/support/make-flac.ts';
import { mp4 } from '../../test/server/library/support/make-mp4.ts';
import { opus } from '../../test/server/library/support/make-ogg.ts';

const folder = mkdtempSync(join(tmpdir(), 'parts-'));
// One worker for all tests of this file: they share a folder.
test.describe.configure({ mode: 'serial' });

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The bytes that the provider sends for a part of a file. */
async function part(name: string, contents: Buffer, start: number, end: number): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, contents);
  const { container } = await readFile(path, () => undefined);
  const [made] = partsOf(path, container, [{ start, end }]);
  if (made === undefined) throw new Error(`${name} has no such part`);
  return bytesOfPart(contents, made).toString('base64');
}

/** A sound that tells the moment by its pitch: 300 Hz, then 600, then 900. */
function steps(seconds: number): Float32Array {
  const third = seconds / 3;
  return Float32Array.from([...tone(third, 300), ...tone(third, 600), ...tone(third, 900)]);
}

test.describe('Chromium plays a part of a file from its start to its end', () => {
  for (const [name, type, make, slack] of [
    ['part.mp3', 'audio/mpeg', () => mp3(steps(12)), 0.03],
    ['vbr.mp3', 'audio/mpeg', () => mp3(steps(12), { vbr: true }), 0.03],
    ['part.wav', 'audio/wav', () => Promise.resolve(wav(steps(12))), 0.001],
    ['part.m4a', 'audio/mp4', () => Promise.resolve(mp4({ seconds: 12, codec: 'aac' })), 0.03],
    ['flac.m4a', 'audio/mp4', () => Promise.resolve(mp4({ seconds: 12, codec: 'flac' })), 0.03],
    ['part.flac', 'audio/mp4', () => Promise.resolve(flac(12)), 0.03],
    ['part.ogg', 'audio/ogg', () => vorbis(steps(12)), 0.03],
  ] as const) {
    test(name, async ({ page }) => {
      const bytes = await part(name, await make(), 4, 8);
      const heard = await page.evaluate(
        async ({ bytes, type }) => {
          const audio = new Audio(`data:${type};base64,${bytes}`);
          audio.muted = true;
          const happens = (name: string): Promise<void> =>
            new Promise((resolve, reject) => {
              audio.addEventListener(name, () => resolve(), { once: true });
              audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true });
            });
          await happens('canplaythrough');
          const { duration, currentTime: start } = audio;
          audio.currentTime = 2;
          await happens('seeked');
          const sought = audio.currentTime;
          await audio.play();
          await new Promise((resolve) => {
            setTimeout(resolve, 400);
          });
          const played = audio.currentTime;
          audio.currentTime = duration - 0.2;
          await happens('ended');
          return { duration, start, sought, played };
        },
        { bytes, type },
      );
      expect(heard.start).toBe(0);
      expect(heard.sought).toBeCloseTo(2, 1);
      expect(heard.played).toBeGreaterThan(2.1);
      expect(Math.abs(heard.duration - 4)).toBeLessThanOrEqual(slack);
    });
  }
});

/** The decoded samples of a part, at some moments. */
async function valuesIn(page: Page, bytes: string, moments: readonly number[]): Promise<readonly number[]> {
  return page.evaluate(
    async ({ bytes, moments, rate }) => {
      const context = new OfflineAudioContext(1, rate, rate);
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      const sound = (await context.decodeAudioData(data.buffer)).getChannelData(0);
      return moments.map((moment) => Math.round((sound[Math.round(moment * rate)] ?? 0) * 32_768));
    },
    { bytes, moments, rate: FLAC_RATE },
  );
}

for (const [name, contents] of [
  ['exact.m4a', mp4({ seconds: 12, codec: 'flac' })],
  ['exact.flac', flac(12)],
] as const)
  test(`a part of ${name} starts at the exact sample`, async ({ page }) => {
    const bytes = await part(name, contents, 4, 8);
    const moments = [0, 0.01, 0.5, 1, 2, 3.9];
    const expected = moments.map((moment) =>
      valueOfFrame(Math.floor(((4 + moment) * FLAC_RATE) / FLAC_BLOCK)),
    );
    expect(await valuesIn(page, bytes, moments)).toEqual(expected);
  });

/** The pitch near the start, in the middle and near the end of a part, and its length in seconds. */
async function pitchesIn(page: Page, bytes: string): Promise<readonly [number, number, number, number]> {
  return page.evaluate(
    async ({ bytes, rate }) => {
      const context = new OfflineAudioContext(1, rate, rate);
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      const sound = (await context.decodeAudioData(data.buffer)).getChannelData(0);
      /** The pitch in a tenth of a second. */
      const pitchAt = (moment: number): number => {
        const from = Math.round(moment * rate);
        let count = 0;
        for (let at = from; at < from + rate / 10; at++) {
          if ((sound[at] ?? 0) < 0 && (sound[at + 1] ?? 0) >= 0) count += 1;
        }
        return count * 10;
      };
      return [pitchAt(0.06), pitchAt(2), pitchAt(3.8), sound.length / rate] as const;
    },
    { bytes, rate: FLAC_RATE },
  );
}

test('a part of an MP3 starts at the exact moment', async ({ page }) => {
  const bytes = await part('exact.mp3', await mp3(steps(12)), 4, 8);
  const [first, middle, last, length] = await pitchesIn(page, bytes);
  for (const pitch of [first, middle, last]) expect(Math.abs(pitch - 600)).toBeLessThanOrEqual(10);
  expect(length).toBeCloseTo(4, 2);
});

/** Opus packets of 20 ms, encoded by the browser, and the number of samples that players skip before them. */
async function encodeOpus(
  page: Page,
  samples: Float32Array,
): Promise<{ packets: Buffer[]; preSkip: number }> {
  await page.route('https://parts.invalid/', (route) => route.fulfill({ body: '<!doctype html>' }));
  await page.goto('https://parts.invalid/');
  const { packets, preSkip } = await page.evaluate(
    async (values) => {
      const packets: number[][] = [];
      let preSkip = 0;
      const encoder = new AudioEncoder({
        output(chunk, metadata) {
          const head = metadata?.decoderConfig?.description;
          if (head !== undefined)
            preSkip = new DataView(ArrayBuffer.isView(head) ? head.buffer : head).getUint16(10, true);
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          packets.push([...bytes]);
        },
        error(error) {
          throw error;
        },
      });
      encoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, bitrate: 64_000 });
      const data = Float32Array.from(values);
      encoder.encode(
        new AudioData({
          format: 'f32',
          sampleRate: 48_000,
          numberOfChannels: 1,
          numberOfFrames: data.length,
          timestamp: 0,
          data,
        }),
      );
      await encoder.flush();
      return { packets, preSkip };
    },
    [...samples],
  );
  return { packets: packets.map((packet) => Buffer.from(packet)), preSkip };
}

/** The sound of a file, decoded by the browser. */
async function decoded(page: Page, bytes: string, rate: number): Promise<readonly number[]> {
  return page.evaluate(
    async ({ bytes, rate }) => {
      const context = new OfflineAudioContext(1, rate, rate);
      const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      return [...(await context.decodeAudioData(data.buffer)).getChannelData(0)];
    },
    { bytes, rate },
  );
}

/** The shift of two sounds, in samples, at which they differ least around a moment. */
function shiftBetween(whole: readonly number[], part: readonly number[], start: number, at: number): number {
  let best = { shift: Number.NaN, difference: Number.POSITIVE_INFINITY };
  for (let shift = -1200; shift <= 400; shift++) {
    let difference = 0;
    for (let each = 0; each < 600; each++)
      difference += Math.abs((whole[start + at + each + shift] ?? 1) - (part[at + each] ?? -1));
    if (difference < best.difference) best = { shift, difference };
  }
  return best.shift;
}

/** A tone that climbs all the time, so that no two moments sound the same. */
const climbing = (seconds: number, rate: number): Float32Array =>
  Float32Array.from(
    { length: seconds * rate },
    (_, at) => 0.3 * Math.sin(2 * Math.PI * (at / rate) * (300 + (20 * at) / rate)),
  );

/** How many samples a part may start too early: Chromium plays the whole first block of Vorbis. */
const EARLIEST = { vorbis: 1024, opus: 0 } as const;

for (const codec of ['vorbis', 'opus'] as const)
  test(`a part of Ogg with ${codec} starts and ends at the exact moment`, async ({ page }) => {
    const rate = codec === 'opus' ? 48_000 : 44_100;
    const contents =
      codec === 'opus' ? opus(await encodeOpus(page, climbing(12, rate))) : await vorbis(climbing(12, rate));
    const whole = await decoded(page, contents.toString('base64'), rate);
    for (const [from, to] of [
      [0, 4],
      [4.1234, 8],
      [8, 12],
    ] as const) {
      const sound = await decoded(page, await part(`exact.${codec}`, contents, from, to), rate);
      const start = Math.round(from * rate);
      for (const at of [0.1, 1, 3.5]) {
        const shift = shiftBetween(whole, sound, start, Math.round(at * rate));
        expect(shift).toBeLessThanOrEqual(0);
        expect(shift).toBeGreaterThanOrEqual(-EARLIEST[codec]);
      }
      const tooLong = sound.length - (to - from) * rate;
      expect(tooLong).toBeGreaterThanOrEqual(-1);
      expect(tooLong).toBeLessThanOrEqual(EARLIEST[codec] + 1);
    }
  });
