import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../library/read/read-file.ts';
import { temporaryFolder } from '../support/provider.ts';
import { flac, id3Bytes, mp3, tone, wav } from './support/make-audio.ts';
import { encode, oggFlac } from './support/make-ogg.ts';

const folder = temporaryFolder();
let count = 0;
const read = (bytes: Buffer) => {
  const path = join(folder, String((count += 1)));
  writeFileSync(path, bytes);
  return readFile(path, () => undefined);
};

const chunk = (name: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
};
const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32LE(value, 4 * at));
  return bytes;
};

/** A WAV file with this format. */
function wave(code: number, rate: number, bits: number, data: Buffer, ...others: readonly Buffer[]): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(code, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(code === 0x55 ? 0 : (rate * bits) / 8, 8);
  format.writeUInt16LE(bits / 8, 12);
  format.writeUInt16LE(bits, 14);
  const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data), ...others]);
  return chunk('RIFF', body);
}

describe('WAV', () => {
  test('of samples or of a rate that browsers do not play has a note', async () => {
    const note = async (bytes: Buffer) => (await read(bytes)).notes.join(' ');
    expect(await note(wave(3, 8000, 64, Buffer.alloc(64_000)))).toContain(
      'PCM of 64 bits with floating point',
    );
    expect(await note(wave(1, 1000, 16, Buffer.alloc(4000)))).toContain(
      'cannot play 1000 samples in a second',
    );
    expect(await note(wave(1, 8000, 64, Buffer.alloc(64_000)))).toContain('PCM of 64 bits');
    for (const bits of [8, 16, 24, 32]) expect(await note(wave(1, 8000, bits, Buffer.alloc(9600)))).toBe('');
    expect(await note(wave(3, 8000, 32, Buffer.alloc(9600)))).toBe('');
  });

  test('with MP3 in it is read as MP3, whatever lengths its header names', async () => {
    const sound = await mp3(tone(2, 440));
    const facts = await read(wave(0x55, 44_100, 0, sound));
    expect(facts).toMatchObject({ container: 'mp3', notes: [] });
    expect(facts.seconds).toBeCloseTo(2, 0);
  });

  test('with cues has chapters, with their labels', async () => {
    const cues = chunk(
      'cue ',
      Buffer.concat([numbers(3), ...[0, 8000, 16_000].map((at) => numbers(at + 1, 0, 0, 0, 0, at))]),
    );
    const labels = ['Dawn', 'Noon', 'Dusk'].map((text, at) =>
      chunk('labl', Buffer.concat([numbers(at * 8000 + 1), Buffer.from(`${text}\0`)])),
    );
    const list = chunk('LIST', Buffer.concat([Buffer.from('adtl'), ...labels]));
    expect((await read(wave(1, 8000, 16, Buffer.alloc(48_000), cues, list))).chapters).toEqual([
      { title: 'Dawn', start: 0 },
      { title: 'Noon', start: 1 },
      { title: 'Dusk', start: 2 },
    ]);
  });
});

describe('FLAC', () => {
  /** A block with the tracks of a cue sheet, which start at these samples. */
  function cueSheet(starts: readonly number[], end: number): Buffer {
    const head = Buffer.alloc(396);
    head.writeUInt8(starts.length + 1, 395);
    const tracks = starts.map((start, at) => {
      const track = Buffer.alloc(36 + 12);
      track.writeBigUInt64BE(BigInt(start), 0);
      track.writeUInt8(at + 1, 8);
      track.writeUInt8(1, 35);
      track.writeUInt8(1, 44);
      return track;
    });
    const last = Buffer.alloc(36);
    last.writeBigUInt64BE(BigInt(end), 0);
    last.writeUInt8(170, 8);
    const body = Buffer.concat([head, ...tracks, last]);
    return Buffer.concat([Buffer.from([5, 0, body.length >> 8, body.length & 255]), body]);
  }

  test('with a cue sheet in it has chapters, and names of its comments count first', async () => {
    const sheet = cueSheet([0, 44_100, 88_200], 132_300);
    const withSheet = (list: readonly string[]): Buffer => {
      const file = flac(3, list);
      return Buffer.concat([file.subarray(0, 42), sheet, file.subarray(42)]);
    };
    expect((await read(withSheet([]))).chapters.map(({ start }) => start)).toEqual([0, 1, 2]);
    const text =
      'FILE "x.flac" WAVE\n TRACK 01 AUDIO\n  TITLE "A"\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  TITLE "B"\n  INDEX 01 00:01:00';
    expect((await read(withSheet([`CUESHEET=${text}`]))).chapters).toMatchObject([
      { title: 'A', start: 0 },
      { title: 'B', start: 1 },
    ]);
  });

  test('in Ogg has its tags', async () => {
    const facts = await read(oggFlac(['TITLE=The Title', 'ARTIST=Ann Author']));
    expect(facts).toMatchObject({ codec: 'flac', tags: { title: 'The Title', authors: ['Ann Author'] } });
  });
});

describe('MP3', () => {
  test('that was joined of files with other channels or rates has a note', async () => {
    const mono = await mp3(tone(1, 300));
    // The same frames, marked as stereo.
    const stereo = Buffer.from(mono);
    for (let at = 0; at < stereo.length - 4; at++) {
      if (stereo[at] === 0xff && stereo.readUInt8(at + 1) === 0xfb)
        stereo.writeUInt8(stereo.readUInt8(at + 3) & 0x3f, at + 3);
    }
    const note = 'its channels or its sample rate change, and browsers stop there; convert it as a whole';
    expect((await read(Buffer.concat([mono, stereo]))).notes).toEqual([note]);
    expect((await read(Buffer.concat([mono, mono]))).notes).toEqual([]);
  });

  test.each(['ハリーポッター', 'ハリー・ポッターと賢者の石', 'こころ', 'ノルウェイの森'])(
    'has its tags in Shift-JIS: %s',
    async (title) => {
      const frames = [['TIT2', id3Bytes(encode('shift_jis', title))]] as const;
      const facts = await read(await mp3(tone(0.5, 300), { tag: { frames } }));
      expect(facts.tags.title).toBe(title);
    },
  );
});

test('WAV of other endings is found by its first bytes', async () => {
  expect((await read(wav(tone(0.5, 300)))).container).toBe('wav');
});
