import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileBytes, RefusedFileError } from '../../library/read/bytes.ts';
import { partsOf, readFile } from '../../library/read/read-file.ts';
import { boxesIn, findBox, readTracks } from '../../library/read/mp4-tracks.ts';
import { temporaryFolder } from '../support/provider.ts';
import { flac, mp3, tone, vorbis, wav } from './support/make-audio.ts';
import { mp4 } from './support/make-mp4.ts';

const folder = temporaryFolder();
const MB = 1024 * 1024;

/** Megabytes of the most memory that this process ever had. */
const peak = (): number => (process.resourceUsage().maxRSS * 1024) / MB;

/** Reads a file as an import does. What cannot be read is refused. */
async function read(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  try {
    const { container } = await readFile(path, () => undefined);
    partsOf(path, container, [{ start: 0, end: 1 }]);
    return 'read';
  } catch (error) {
    if (error instanceof RefusedFileError || error instanceof RangeError) return error.message;
    throw error;
  }
}

const word = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
};
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([word(body.length + 8), Buffer.from(type), body]);
};

/** A track of PCM with these tables. */
const trak = (stsz: Buffer, stsc: Buffer, stco: Buffer, stts: Buffer): Buffer =>
  box(
    'trak',
    box('tkhd', word(0, 0, 0, 1)),
    box(
      'mdia',
      box('mdhd', word(0, 0, 0, 44_100, 0, 0)),
      box('hdlr', word(0, 0), Buffer.from('soun')),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', word(0, 1, 16), Buffer.from('sowt')),
          box('stsz', stsz),
          box('stsc', stsc),
          box('stco', stco),
          box('stts', stts),
        ),
      ),
    ),
  );

/** The position of the contents of a box below `stbl`. */
function tableAt(file: Buffer, type: string): number {
  const moov = boxesIn(file).find((found) => found.type === 'moov');
  const trak = moov && findBox(file, ['trak', 'mdia', 'minf', 'stbl', type], moov.from, moov.to);
  if (trak === null || trak === undefined) throw new Error(`no ${type}`);
  return trak.from;
}

describe('a file whose counts are larger than the file (CAT-262)', () => {
  test('is refused before memory is taken for them', async () => {
    const file = mp4({ seconds: 1, codec: 'aac' });
    const before = peak();
    const sizes = tableAt(file, 'stsz');
    // Samples of one size need no table.
    const many = Buffer.from(file);
    many.writeUInt32BE(1, sizes + 4);
    many.writeUInt32BE(190_000_000, sizes + 8);
    expect(await read('sizes.m4a', many)).toBe('its description is damaged');
    for (const type of ['stsz', 'stco', 'stsc', 'stts']) {
      const damaged = Buffer.from(file);
      damaged.writeUInt32BE(190_000_000, tableAt(file, type) + (type === 'stsz' ? 8 : 4));
      expect(await read(`${type}.m4a`, damaged), type).not.toBe('');
    }
    expect(peak() - before).toBeLessThan(200);
  });

  test('takes little memory, whichever number in it is large', async () => {
    const samples = tone(0.5, 440);
    const tag = { title: 'A', chapters: [{ title: 'One', start: 0, end: 1 }], picture: Buffer.alloc(20) };
    const files = {
      'a.m4b': mp4({
        seconds: 1,
        codec: 'aac',
        dialect: 'nero',
        chapters: [{ title: 'One', start: 0 }],
      }),
      'b.m4b': mp4({
        seconds: 1,
        codec: 'flac',
        dialect: 'track',
        chapters: [{ title: 'One', start: 0 }],
      }),
      'a.mp3': await mp3(samples, { tag }),
      'a.ogg': await vorbis(samples),
      'a.flac': flac(1, ['TITLE=A', 'CHAPTER001=00:00:00']),
      'a.wav': wav(samples),
    };
    await Promise.all(Object.entries(files).map(([name, bytes]) => read(name, bytes)));
    const before = peak();
    for (const [name, bytes] of Object.entries(files)) {
      const moov = boxesIn(bytes).find(({ type }) => type === 'moov');
      const from = name.endsWith('m4b') ? (moov?.from ?? 0) : 0;
      const step = name.endsWith('m4b') ? 4 : 3;
      for (let at = from; at < Math.min(bytes.length - 4, from + 900); at += step) {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt32BE(at % 2 === 0 ? 0x0b_ff_ff_ff : 0xff_ff_ff_0b, at);
        await read(name, damaged);
      }
    }
    expect(peak() - before).toBeLessThan(300);
  }, 60_000);

  test('is refused if its samples share their bytes', async () => {
    const sound = trak(
      word(0, 0, 2, 5000, 5000),
      word(0, 1, 1, 1, 1),
      word(0, 2, 600, 600),
      word(0, 1, 2, 1024),
    );
    const file = Buffer.concat([
      box('ftyp', Buffer.from('M4A ')),
      box('moov', sound),
      box('mdat', Buffer.alloc(6000)),
    ]);
    expect(await read('shared.m4a', file)).toBe('its description is damaged');
  });
});

test('many samples of one size are read as one sample for each chunk', () => {
  const moov = trak(
    word(0, 2, 10_000_000),
    word(0, 2, 1, 4_000_000, 1, 2, 3_000_000, 1),
    word(0, 3, 100, 8_000_100, 14_000_100),
    word(0, 1, 10_000_000, 1),
  );
  const [track] = readTracks(moov, 30_000_000);
  const samples = track?.samples();
  expect(samples).toMatchObject({ count: 3, isGrouped: true });
  expect([...(samples?.offsets ?? [])]).toEqual([100, 8_000_100, 14_000_100]);
  expect([...(samples?.sizes ?? [])]).toEqual([8_000_000, 6_000_000, 6_000_000]);
  expect([...(samples?.times ?? [])]).toEqual([0, 4_000_000, 7_000_000, 10_000_000]);
});

test('numbers close to each other are read from one piece of the file', () => {
  const path = join(folder, 'pieces');
  writeFileSync(path, Buffer.alloc(3 * MB));
  const file = new FileBytes(path);
  file.at(2 * MB, 4);
  // Going back a little must not read a megabyte again.
  const earlier = file.at(2 * MB - 1000, 4).buffer;
  expect(file.at(2 * MB + 1000, 4).buffer).toBe(earlier);
  file.close();
});
