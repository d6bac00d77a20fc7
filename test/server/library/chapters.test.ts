import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partsOf, readFile } from '../../../server/library/read/read-file.ts';
import type { PartOfFile } from '../../../server/library/read/sound.ts';
import { temporaryFolder } from '../support/provider.ts';
import { id3, mp3, tone, vorbis } from './support/make-audio.ts';
import { flac } from './support/make-flac.ts';
import { mp4 } from './support/make-mp4.ts';

const folder = temporaryFolder();

async function read(name: string, contents: Buffer) {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return { path, facts: await readFile(path, () => undefined) };
}

const bytesOf = (contents: Buffer, { header, ranges }: PartOfFile): Buffer =>
  Buffer.concat([header, ...ranges.map(({ from, to }) => contents.subarray(from, to))]);

const CHAPTERS = [
  { title: 'Eins', start: 0 },
  { title: 'Zwei – ß', start: 2.5 },
  { title: 'Drei', start: 5 },
];

describe('chapters are read', () => {
  test.each(['track', 'nero'] as const)('from MP4 with a %s', async (dialect) => {
    const made = mp4({
      seconds: 10,
      codec: 'aac',
      chapters: CHAPTERS,
      dialect,
      title: 'A Book',
      artist: 'Ann',
    });
    const { facts } = await read(`${dialect}.m4b`, made);
    expect(facts.chapters).toEqual(CHAPTERS);
    expect(facts).toMatchObject({
      container: 'mp4',
      codec: 'aac',
      tags: { album: 'A Book', authors: ['Ann'] },
    });
    expect(facts.seconds).toBeCloseTo(10, 1);
  });

  test('from ID3v2', async () => {
    const tag = { chapters: CHAPTERS.map((each, at) => ({ ...each, end: CHAPTERS[at + 1]?.start ?? 7 })) };
    const { facts } = await read('id3.mp3', await mp3(tone(7, 300), { tag }));
    expect(facts.chapters).toEqual(CHAPTERS);
    expect(facts.seconds).toBeCloseTo(7, 0);
  });

  test('from comments', async () => {
    const list = [
      'CHAPTER001=00:00:00.000',
      'CHAPTER001NAME=Eins',
      'CHAPTER002=00:00:02.500',
      'CHAPTER002NAME=Zwei',
    ];
    const { facts } = await read('comments.flac', flac(6, list));
    expect(facts.chapters).toEqual([
      { title: 'Eins', start: 0 },
      { title: 'Zwei', start: 2.5 },
    ]);
  });
});

describe('a file is known by its sound', () => {
  test('whatever its tags and chapters say', async () => {
    const one = await read('one.m4b', mp4({ seconds: 5, codec: 'aac', title: 'One' }));
    const two = await read(
      'two.m4b',
      mp4({ seconds: 5, codec: 'aac', chapters: CHAPTERS, dialect: 'track', title: 'Two' }),
    );
    expect(two.facts.audioId).toBe(one.facts.audioId);
    const plain = await mp3(tone(2, 222));
    const tagged = Buffer.concat([id3({ title: 'x' }), plain, Buffer.from(`TAG${'y'.repeat(125)}`)]);
    expect((await read('tagged.mp3', tagged)).facts.audioId).toBe(
      (await read('plain.mp3', plain)).facts.audioId,
    );
    const [first, second] = [await read('a.flac', flac(3)), await read('b.flac', flac(3, ['TITLE=b']))];
    expect(first.facts.audioId).toBe(second.facts.audioId);
  });

  test('and other sound is another file', async () => {
    const one = await read('c.flac', flac(3));
    const two = await read('d.flac', flac(3, [], 1));
    expect(two.facts.audioId).not.toBe(one.facts.audioId);
  });
});

describe('a part of a file', () => {
  test('is a file of its own, of the length of the chapter', async () => {
    const span = { start: 2.5, end: 5 };
    for (const [name, contents] of [
      ['part.m4b', mp4({ seconds: 10, codec: 'flac', chapters: CHAPTERS, dialect: 'track' })],
      ['part.mp3', await mp3(tone(10, 300))],
      ['part.flac', flac(10)],
    ] as const) {
      const { path, facts } = await read(name, contents);
      const [part] = partsOf(path, facts.container, [span]);
      if (part === undefined) throw new Error('no part');
      const own = await read(`own-${name}`, bytesOf(contents, part));
      // The part also contains the frames that players hide, before the exact start and after the exact end.
      expect(own.facts.seconds).toBeGreaterThanOrEqual(2.49);
      expect(own.facts.seconds).toBeLessThan(2.8);
      expect(own.facts.container).toBe(facts.container === 'flac' ? 'mp4' : facts.container);
    }
  });
});

test('an Ogg file is read', async () => {
  const { facts } = await read('one.ogg', await vorbis(tone(2, 300)));
  expect(facts).toMatchObject({ container: 'ogg', codec: 'vorbis', chapters: [], notes: [] });
  expect(facts.seconds).toBeCloseTo(2, 1);
});

test('what browsers cannot play is named', async () => {
  const { facts } = await read('alac.m4a', mp4({ seconds: 2, codec: 'alac' }));
  expect(facts.notes).toEqual(['most browsers cannot play its codec (Apple Lossless)']);
});

test('a file that is cut off is refused', async () => {
  const whole = mp4({ seconds: 2, codec: 'aac' });
  await expect(read('cut.m4a', whole.subarray(0, 200))).rejects.toThrow('incomplete');
});
