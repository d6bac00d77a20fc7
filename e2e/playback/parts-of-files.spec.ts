import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { partsOf, readFile } from '../../server/library/read/read-file.ts';
import { mp3, tone, wav } from '../../test/server/library/support/make-audio.ts';
import { flac, FLAC_BLOCK, FLAC_RATE, valueOfFrame } from '../../test/server/library/support/make-flac.ts';
import { mp4 } from '../../test/server/library/support/make-mp4.ts';

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
  return Buffer.concat([
    made.header,
    ...made.ranges.map(({ from, to }) => contents.subarray(from, to)),
  ]).toString('base64');
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

test('a part of an MP3 starts at the exact moment', async ({ page }) => {
  const bytes = await part('exact.mp3', await mp3(steps(12)), 4, 8);
  const crossings = await page.evaluate(
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
      return [pitchAt(0.06), pitchAt(2), pitchAt(3.8), sound.length / rate];
    },
    { bytes, rate: FLAC_RATE },
  );
  const [first = 0, middle = 0, last = 0, length = 0] = crossings;
  for (const pitch of [first, middle, last]) expect(Math.abs(pitch - 600)).toBeLessThanOrEqual(10);
  expect(length).toBeCloseTo(4, 2);
});
