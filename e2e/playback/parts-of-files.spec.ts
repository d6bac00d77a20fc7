import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsOf, readFile } from 'audio-streaming-provider/library/read/read-file';
import {
  bytesOfPart,
  flac,
  mp3,
  tone,
  vorbis,
  wav,
} from 'audio-streaming-provider/test/library/support/make-audio';
import { mp4 } from 'audio-streaming-provider/test/library/support/make-mp4';
import { expect, test } from '../support/language.ts';

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
