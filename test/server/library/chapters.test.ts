import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partsOf, readFile } from '../../../server/library/read/read-file.ts';
import { temporaryFolder } from '../support/provider.ts';
import { id3, mp3, tone, vorbis, wav } from './support/make-audio.ts';
import { flac, FLAC_BLOCK } from './support/make-flac.ts';
import { mp4 } from './support/make-mp4.ts';
import { numberedPackets, opus, readPages, type ReadPage } from './support/make-ogg.ts';
import { bytesOfPart } from './support/bytes-of-part.ts';

const folder = temporaryFolder();

async function read(name: string, contents: Buffer) {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return { path, facts: await readFile(path, () => undefined) };
}

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
      const own = await read(`own-${name}`, bytesOfPart(contents, part));
      // The part also contains the frames that players hide, before the exact start and after the exact end.
      expect(own.facts.seconds).toBeGreaterThanOrEqual(2.49);
      expect(own.facts.seconds).toBeLessThan(2.8);
      expect(own.facts.container).toBe(facts.container === 'flac' ? 'mp4' : facts.container);
    }
  });
});

describe('a part of an Ogg file', () => {
  const packets = numberedPackets(500);
  const list = [
    'CHAPTER001=00:00:00.000',
    'CHAPTER001NAME=Eins',
    'CHAPTER002=00:00:02.500',
    'CHAPTER002NAME=Zwei',
  ];

  test.each([1, 7, 50])(
    'starts and ends at the exact sample, with pages of %i packets',
    async (pageLength) => {
      const contents = opus({ packets, comments: list, pageLength });
      const { path, facts } = await read(`pages-${pageLength}.opus`, contents);
      expect(facts).toMatchObject({ container: 'ogg', codec: 'opus', isIndivisible: false, notes: [] });
      expect(facts.chapters).toEqual([
        { title: 'Eins', start: 0 },
        { title: 'Zwei', start: 2.5 },
      ]);
      const [part] = partsOf(path, 'ogg', [{ start: 2.5, end: 7.25 }]);
      if (part === undefined) throw new Error('no part');
      const [head, tags, ...pages] = readPages(bytesOfPart(contents, part));
      const sent = pages.flatMap((page) => page.packets);
      const first = sent[0]?.readUInt32LE(1) ?? 0;
      // The start is 2.5 s after the 312 hidden samples of the file. The decoder gets 80 ms before it.
      const hidden = head?.packets[0]?.readUInt16LE(10) ?? 0;
      expect(first * 960 + hidden).toBe(2.5 * 48_000 + 312);
      expect(hidden).toBeGreaterThanOrEqual(3840);
      expect(hidden).toBeLessThan(3840 + 960);
      expect(sent).toEqual(packets.slice(first, first + sent.length));
      // The last page ends 4.75 s after the start, within the last packet.
      const last = pages.at(-1);
      expect((last?.samples ?? 0) - hidden).toBe(4.75 * 48_000);
      expect((sent.length - 1) * 960).toBeLessThan(last?.samples ?? 0);
      expect(pages.map(({ flags }) => flags)).toEqual([...pages.slice(1).map(() => 0), 4]);
      expect([head, tags, ...pages].map((page) => page?.number)).toEqual(
        [0, 1, ...pages.keys()].map((_, at) => at),
      );
      expect(tags?.packets[0]?.includes('CHAPTER')).toBe(false);
    },
  );

  test('has every packet once if packets continue on the next page', async () => {
    const contents = await vorbis(tone(9, 300));
    const { path, facts } = await read('parts.ogg', contents);
    const whole = partsOf(path, 'ogg', [{ start: 0, end: facts.seconds }])[0];
    const parts = partsOf(path, 'ogg', [
      { start: 0, end: 4 },
      { start: 4, end: facts.seconds },
    ]);
    if (whole === undefined) throw new Error('no part');
    const [one, other] = parts.map((part) => readPages(bytesOfPart(contents, part)));
    const packetsIn = (pages: readonly ReadPage[] = []) => pages.slice(2).flatMap((page) => page.packets);
    const all = packetsIn(readPages(bytesOfPart(contents, whole)));
    expect(packetsIn(one)).toEqual(all.slice(0, packetsIn(one).length));
    expect(packetsIn(other)).toEqual(all.slice(-packetsIn(other).length));
    // The packets around the border are in both parts, because a block overlaps with the one before.
    const both = packetsIn(one).length + packetsIn(other).length - all.length;
    expect(both).toBeGreaterThanOrEqual(2);
    expect(both).toBeLessThan(20);
    expect(one?.at(-1)?.samples).toBe(4 * 44_100);
    expect(other?.at(-1)?.samples).toBe(Math.round((facts.seconds - 4) * 44_100));
    // Players drop the sound before 0, so the first page must reach beyond the start.
    expect(other?.[2]?.samples).toBeGreaterThan(0);
  });

  test('is refused if several streams follow each other', async () => {
    const one = opus({ packets: packets.slice(0, 100), comments: list });
    const { path, facts } = await read('chained.opus', Buffer.concat([one, one]));
    expect(facts.isIndivisible).toBe(true);
    expect(facts.notes).toContain('its chapters are not used; it is one track');
    expect(() => partsOf(path, 'ogg', [{ start: 0, end: 1 }])).toThrow('played as a whole only');
  });
});

describe('a part starts at the exact second', () => {
  const span = { start: 2.5, end: 5 };
  const RATE = 44_100;

  test('of WAV', async () => {
    const contents = wav(tone(10, 300.37));
    const { path } = await read('second.wav', contents);
    const [part] = partsOf(path, 'wav', [span]);
    if (part === undefined) throw new Error('no part');
    const sound = bytesOfPart(contents, part).subarray(44);
    expect(sound.equals(contents.subarray(44 + 2.5 * RATE * 2, 44 + 5 * RATE * 2))).toBe(true);
  });

  test('of FLAC', async () => {
    const contents = flac(10);
    const { path } = await read('second.flac', contents);
    const [part] = partsOf(path, 'flac', [span]);
    const first = part?.pieces.find(({ of }) => of === 'file')?.from ?? 0;
    // The frame of the start has the number 26. The part starts three frames before it.
    expect(contents[first + 4]).toBe(23);
    const { header = Buffer.alloc(0) } = part ?? {};
    const hidden = header.readUInt32BE(header.indexOf('elst') + 16);
    expect(23 * FLAC_BLOCK + hidden).toBe(2.5 * RATE);
  });

  test('of MP3', async () => {
    const contents = await mp3(tone(10, 300));
    const { path } = await read('second.mp3', contents);
    const [part] = partsOf(path, 'mp3', [span]);
    const first = part?.pieces.find(({ of }) => of === 'file')?.from ?? 0;
    const frame = Math.round(first / ((64_000 / 8) * (1152 / RATE)));
    const { header = Buffer.alloc(0) } = part ?? {};
    const delay = header.readUInt16BE(header.indexOf('LAME') + 21) >> 4;
    // A decoder outputs 529 samples before those of the first frame.
    expect(frame * 1152 + delay + 529).toBe(2.5 * RATE);
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
