import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FileBytes } from '../../library/read/bytes.ts';
import { partsOfOgg } from '../../library/read/ogg.ts';
import type { Span } from '../../library/read/sound.ts';
import { partsOf, readFile } from '../../library/read/read-file.ts';
import { decodeText, textRepair } from '../../library/read/encoding.ts';
import { whyNotSound } from '../../library/read/unplayable.ts';
import { readSidecar } from '../../library/read/sidecars.ts';
import { temporaryFolder } from '../support/provider.ts';
import {
  FLAC_BLOCK,
  bytesOfPart,
  flac,
  id3,
  id3Bytes,
  id3Text,
  mp3,
  tone,
  vorbis,
  wav,
} from './support/make-audio.ts';
import { mp4, type Mp4Options } from './support/make-mp4.ts';
import { type ReadPage, encode, numberedPackets, opus, readPages } from './support/make-ogg.ts';

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

  test('is made in one reading of the file, together with all others', async () => {
    const contents = await vorbis(tone(20, 300));
    const { path, facts } = await read('many.ogg', contents);
    const spans = (count: number): readonly Span[] =>
      Array.from({ length: count }, (_, at) => ({
        start: (at * facts.seconds) / count,
        end: ((at + 1) * facts.seconds) / count,
      }));
    const readings = (count: number): number => {
      const file = new FileBytes(path);
      const parts = partsOfOgg(file, spans(count).toReversed());
      expect(parts.toReversed()).toEqual(spans(count).flatMap((span) => partsOfOgg(file, [span])));
      file.close();
      const again = new FileBytes(path);
      const counted = vi.spyOn(again, 'at');
      partsOfOgg(again, spans(count));
      again.close();
      return counted.mock.calls.length;
    };
    // The pages around a border are read for both parts.
    expect(readings(40)).toBeLessThan(1.5 * readings(2));
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

describe('a codec that not all browsers play is named (CAT-162)', () => {
  const convert = '; convert it to AAC, MP3, Opus or FLAC';

  test.each<[string, Partial<Mp4Options>, string | null]>([
    ['AAC-LC', { config: [0x12, 0x08] }, null],
    ['HE-AAC', { config: [0x2b, 0x92, 0x08, 0x00] }, null],
    ['HE-AAC v2', { config: [0xeb, 0x8a, 0x08, 0x00] }, null],
    ['AAC-LC of MPEG-2', { objectType: 0x67 }, null],
    ['AAC Main', { config: [0x0a, 0x08] }, 'some browsers cannot play its codec (AAC Main)'],
    ['AAC SSR', { config: [0x1a, 0x08] }, 'most browsers cannot play its codec (AAC SSR)'],
    ['AAC LTP', { config: [0x22, 0x08] }, 'some browsers cannot play its codec (AAC LTP)'],
    ['AAC-ELD', { config: [0xf8, 0xe8, 0x50, 0x00] }, 'most browsers cannot play its codec (AAC-ELD)'],
    ['xHE-AAC', { config: [0xf9, 0x48, 0x40, 0x00] }, 'some browsers cannot play its codec (xHE-AAC)'],
    ['another type', { config: [0x6a, 0x08] }, 'most browsers cannot play its codec (MPEG-4 audio type 13)'],
    ['MP3', { objectType: 0x6b }, 'some browsers cannot play its codec (MP3 in MP4)'],
    ['MP3 of QuickTime', { format: '.mp3' }, 'some browsers cannot play its codec (MP3 in MP4)'],
    ['Dolby in mp4a', { objectType: 0xa5 }, 'most browsers cannot play its codec (Dolby Digital)'],
    ['AC-3', { format: 'ac-3' }, 'most browsers cannot play its codec (Dolby Digital)'],
    ['E-AC-3', { format: 'ec-3' }, 'most browsers cannot play its codec (Dolby Digital Plus)'],
    ['DTS', { format: 'dtsc' }, 'most browsers cannot play its codec (DTS)'],
    ['Apple Lossless', { codec: 'alac' }, 'most browsers cannot play its codec (Apple Lossless)'],
    ['AMR', { format: 'samr' }, 'most browsers cannot play its codec (AMR)'],
    ['PCM', { format: 'sowt' }, 'most browsers cannot play its codec (PCM in MP4)'],
  ])('in MP4: %s', async (name, options, note) => {
    const { facts } = await read(`${name}.m4a`, mp4({ seconds: 1, codec: 'aac', ...options }));
    expect(facts.notes).toEqual(note === null ? [] : [note + convert]);
  });

  test.each(['drms', 'aavd', 'enca'])('in MP4: %s is encrypted', async (format) => {
    await expect(read('drm.m4b', mp4({ seconds: 1, codec: 'aac', format }))).rejects.toThrow(
      /^its sound is encrypted \(.+\); get a copy without this protection$/u,
    );
  });

  test.each([
    [0x55, 'MP3 in WAV'],
    [0x2001, 'DTS'],
    [0x99, 'WAV 153'],
  ])('in WAV: format %d', async (code, codec) => {
    const sound = wav(tone(1, 300));
    sound.writeUInt16LE(code, 20);
    expect((await read('coded.wav', sound)).facts.notes).toEqual([
      `most browsers cannot play its codec (${codec})${convert}`,
    ]);
  });

  test.each([
    ['Windows Media', '3026b2758e66cf11a6d900aa0062ce6c'],
    ["Monkey's Audio", '4d414320960f0000'],
    ['Musepack', '4d50434b'],
    ['WavPack', '7776706b'],
    ['True Audio', '54544131'],
    ['DSD', '44534420'],
    ['AMR', '2321414d520a'],
    ['Dolby Digital', '0b77a1b2'],
    ['DTS', '7ffe8001'],
    ['MPEG layer II', 'fffd9400'],
    ['AIFF', '464f524d0000ffff41494646'],
  ])('in a file that is called mp3: %s', async (codec, start) => {
    const contents = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(5000, 1)]);
    for (const file of [contents, Buffer.concat([id3({ title: 'x' }), contents])]) {
      await expect(read('renamed.mp3', file)).rejects.toThrow(`browsers cannot play ${codec}${convert}`);
    }
  });
});

test.each([
  ['book.wma', 'browsers cannot play Windows Media;'],
  ['book.APE', "browsers cannot play Monkey's Audio;"],
  ['book.aac', 'the library does not read AAC without a container; put the sound unchanged into MP4'],
  ['book.mka', 'the library does not read Matroska and WebM; put the sound unchanged into Ogg'],
  ['book.webm', 'the library does not read Matroska and WebM;'],
  ['book.mid', 'browsers cannot play MIDI;'],
  ['book.aax', 'its sound is encrypted (Audible);'],
  ['book.m4p', 'its sound is encrypted (FairPlay of Apple);'],
  ['book.mp3', null],
  ['cover.jpg', null],
])('the name %s says whether the library reads the file (CAT-162)', (name, reason) => {
  if (reason === null) expect(whyNotSound(name)).toBeNull();
  else expect(whyNotSound(name)).toContain(reason);
});

test('a file that is cut off is refused', async () => {
  const whole = mp4({ seconds: 2, codec: 'aac' });
  await expect(read('cut.m4a', whole.subarray(0, 200))).rejects.toThrow('incomplete');
});

describe('a stream that was written to a pipe is as long as its sound (CAT-128)', () => {
  const none = (contents: Buffer, at: number, value: number): Buffer => {
    const copy = Buffer.from(contents);
    copy.writeUInt32LE(value, at);
    return copy;
  };
  const sound = wav(tone(2, 300));

  test.each([
    [
      'FLAC',
      'pipe.flac',
      flac(4, [], 0, true),
      (Math.floor((4 * 44_100) / FLAC_BLOCK) * FLAC_BLOCK) / 44_100,
    ],
    ['WAV without a size', 'pipe0.wav', none(sound, 40, 0), 2],
    ['WAV with the largest size', 'pipe1.wav', none(none(sound, 40, 0xffffffff), 4, 0xffffffff), 2],
    [
      'Ogg without its last page',
      'pipe.opus',
      opus({ packets: numberedPackets(100), preSkip: 0 }).subarray(0, -300),
      1,
    ],
  ])('%s', async (_, name, contents, seconds) => {
    expect((await read(name, contents)).facts.seconds).toBeCloseTo(seconds, 3);
  });

  test('and FLAC is divided at the same samples', async () => {
    const spans = [{ start: 1, end: 2 }];
    const [whole, piped] = await Promise.all(
      [false, true].map(async (isPiped) => {
        const { path } = await read(`parts-${isPiped}.flac`, flac(4, [], 0, isPiped));
        return partsOf(path, 'flac', spans)[0]?.pieces;
      }),
    );
    expect(piped).toEqual(whole);
  });
});

describe('an MP3 file is read (CAT-127)', () => {
  const zeros = (count: number): Buffer => Buffer.alloc(count);
  const noise = Buffer.from(
    Array.from({ length: 300_000 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) & 255),
  );
  const ape = (): Buffer => {
    const foot = Buffer.alloc(32);
    foot.write('APETAGEX', 0, 'latin1');
    foot.writeUInt32LE(2000, 8);
    foot.writeUInt32LE(32, 12);
    return foot;
  };

  test.each([
    ['after zeros', (sound: Buffer) => [id3({ title: 'x' }), zeros(128 * 1024), sound]],
    ['after many zeros', (sound: Buffer) => [id3({ title: 'x' }), zeros(3_000_001), sound]],
    ['after other bytes', (sound: Buffer) => [id3({ title: 'x' }), noise, sound]],
    ['after two tags', (sound: Buffer) => [id3({ title: 'x' }), id3({ title: 'y' }), zeros(1000), sound]],
    [
      'before a tag of APE',
      (sound: Buffer) => [id3({ title: 'x' }), sound, ape(), Buffer.from(`TAG${'y'.repeat(125)}`)],
    ],
    [
      'after a tag that names a wrong size',
      (sound: Buffer) => {
        const tag = id3({ title: 'x' });
        tag.writeUInt8(127, 6);
        return [tag, sound];
      },
    ],
  ])('%s', async (name, around) => {
    const sound = await mp3(tone(2, 300));
    const plain = await read('plain-2.mp3', sound);
    const { facts } = await read(`${name}.mp3`, Buffer.concat(around(sound)));
    expect(facts).toMatchObject({ audioId: plain.facts.audioId, seconds: plain.facts.seconds });
  });

  test('but not where there is only noise', async () => {
    await expect(read('noise.mp3', noise)).rejects.toThrow('no sound was found in it');
  });
});

test('all album artists are authors', async () => {
  const names = ['Ann Author', 'Bob Bee'];
  const sound = await mp3(tone(1, 300));
  for (const [name, contents] of [
    ['v4.mp3', Buffer.concat([id3({ frames: [['TPE2', id3Text(names.join('\0'))]] }), sound])],
    ['slash.mp3', Buffer.concat([id3({ frames: [['TPE2', id3Text(names.join('/'))]] }), sound])],
    ['list.mp3', Buffer.concat([id3({ frames: [['TPE2', id3Text('Author, Ann; Bee, Bob')]] }), sound])],
    ['atoms.m4b', mp4({ seconds: 1, codec: 'aac', albumArtists: names })],
    [
      'comments.flac',
      flac(
        1,
        names.map((each) => `ALBUMARTIST=${each}`),
      ),
    ],
  ] as const) {
    expect((await read(name, contents)).facts.tags.authors).toEqual(names);
  }
});

describe('a comment is a description', () => {
  const comment = (descriptor: string, text: string) =>
    [
      'COMM',
      Buffer.concat([Buffer.from('\x03eng', 'latin1'), Buffer.from(`${descriptor}\0${text}`)]),
    ] as const;
  const described = async (...frames: ReturnType<typeof comment>[]) =>
    (await read('comment.mp3', Buffer.concat([id3({ frames }), await mp3(tone(1, 300))]))).facts.tags
      .description;

  test.each([
    ['iTunNORM', ' 00000B0D 00000ACD 00003F2C 000034FA 00024CA8 00024CA8 00007FFF 00007FFF'],
    ['iTunSMPB', ' 00000000 00000210 00000A2C 000000000052F6C4'],
    ['iTunPGAP', '0'],
    ['iTunes_CDDB_1', '9E0CDA0C+243018+12+150+19553'],
    ['', '00000B0D 00000ACD 00003F2C'],
    ['', 'https://converter.invalid/free'],
    ['', 'Encoded by LAME 3.99'],
    ['', 'Ripped with a ripper'],
    ['', 'Exact Audio Copy V1.3'],
  ])('unless a program wrote it for itself: %s %s (CAT-129)', async (descriptor, text) => {
    expect(await described(comment(descriptor, text))).toBeNull();
    expect(await described(comment(descriptor, text), comment('', 'A tale of two cats.'))).toBe(
      'A tale of two cats.',
    );
  });

  test.each([
    ['<p>A <b>bold</b> tale.</p><p>It&#8217;s long &amp; good.</p>', 'A bold tale.\n\nIt’s long & good.'],
    ['&lt;p&gt;Escaped&lt;/p&gt;&lt;p&gt;twice&lt;/p&gt;', 'Escaped\n\ntwice'],
    ['One<br/>Two<script>3</script>', 'One\nTwo'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['1 < 2 and 3 > 2, <3', '1 < 2 and 3 > 2, <3'],
    ['First\n\nSecond', 'First\n\nSecond'],
  ])('and is shown without markup: %j (CAT-130)', async (text, shown) => {
    expect(await described(comment('', text))).toBe(shown);
    for (const [name, contents] of [
      ['desc.txt', text],
      ['metadata.json', JSON.stringify({ description: text })],
    ] as const) {
      expect(readSidecar(name, Buffer.from(contents)).description).toEqual({ description: shown });
    }
  });
});

test('the markers of OverDrive are chapters; those that continue a chapter start none (CAT-132)', async () => {
  const marker = (name: string, time: string): string =>
    `<Marker><Name>${name}</Name><Time>${time}</Time></Marker>`;
  const markers = `<Markers>${marker('Chapter 1 (continued)', '0:00.000')}${marker('   Chapter 1 (00:02)', '0:02.000')}${marker(
    'Chapter 2 &amp; more',
    '0:04.500',
  )}</Markers>`;
  const frames = [['TXXX', id3Text(`OverDrive MediaMarkers\0${markers}`)]] as const;
  const { facts } = await read('overdrive.mp3', Buffer.concat([id3({ frames }), await mp3(tone(7, 300))]));
  expect(facts.chapters).toEqual([
    { title: 'Chapter 1', start: 0 },
    { title: 'Chapter 2 & more', start: 4.5 },
  ]);
});

describe('text in another encoding (CAT-131)', () => {
  const FOREIGN: readonly (readonly [label: string, texts: readonly string[]])[] = [
    ['utf-8', ['Jiří Novák', 'Łódź', 'ü']],
    ['gb18030', ['三体', '刘慈欣', '第一章 初见']],
    ['gb18030', ['平凡的世界', '路遥']],
    ['gb18030', ['围城']],
    ['big5', ['紅樓夢', '曹雪芹', '第一回 甄士隱']],
    ['big5', ['城南舊事', '林海音']],
    ['shift_jis', ['ノルウェイの森', '村上春樹']],
    ['shift_jis', ['こころ', '夏目漱石', '第一章']],
    ['euc-jp', ['銀河鉄道の夜', '宮沢賢治']],
    ['euc-kr', ['소년이 온다', '한강', '제1장']],
    ['windows-1251', ['Война и мир', 'Лев Толстой', 'Глава 1']],
    ['windows-1251', ['Мастер и Маргарита (The Master)', 'Михаил Булгаков']],
    ['koi8-r', ['Анна Каренина', 'Лев Толстой', 'Часть вторая']],
    ['ibm866', ['Вишнёвый сад', 'Антон Чехов']],
    ['windows-1253', ['Ο Βίος και η Πολιτεία', 'Νίκος Καζαντζάκης']],
    ['windows-1255', ['סיפור על אהבה וחושך', 'עמוס עוז']],
    ['windows-1256', ['ألف ليلة وليلة', 'نجيب محفوظ']],
    ['windows-874', ['สี่แผ่นดิน', 'คึกฤทธิ์ ปราโมช']],
    ['windows-1250', ['Pan Wołodyjowski', 'Henryk Sienkiewicz', 'Księga 1']],
    ['windows-1250', ['Příliš žluťoučký kůň', 'Božena Němcová']],
  ];
  const WESTERN: readonly (readonly string[])[] = [
    ['Märchen für Große', 'Brüder Grimm', 'Übermut'],
    ['Où là été à l’été', 'Émile Zola', 'Œuvres', 'Première Élégance'],
    ['Ñandú', 'José Niño', '¿Qué pasó?', '¡Año!'],
    ['Memórias póstumas', 'João Guimarães', 'São Coração'],
    ['Frøken Smilla', 'Peter Høeg', 'Ærø', 'Blåbær på Åre'],
    ['Ævi', 'Þórbergur Þórðarson', 'Óðinn'],
    ['Mänskliga öar', 'Åsa Öberg'],
    ['Hyväätyö', 'Väinö Päätalo'],
    ['£20 a Day', '20° – “Quoted” … ½ m³', 'Žižek'],
    ['É', 'Åå'],
    ['José'],
    ['Ann'],
  ];

  test.each(FOREIGN)('%s %j is read in tags marked as Latin-1', (label, texts) => {
    const latin = texts.map((text) => encode(label, text).toString('latin1'));
    expect(latin.map(textRepair(latin))).toEqual(texts);
  });

  test.each(WESTERN)('of Western Europe stays: %s %s', (...texts) => {
    const latin = texts.map((text) => encode('windows-1252', text).toString('latin1'));
    expect(latin.map(textRepair(latin))).toEqual(texts);
    expect(texts.map(textRepair(texts))).toEqual(texts);
    const lines = texts.join('\n');
    expect(decodeText(encode('windows-1252', lines))).toBe(lines);
  });

  test.each([
    ['cannot be read', '\xdf\x89\xcc\x94\xaf\x8a\xd8', null],
    ['has replacement characters', 'Tale \ufffd\ufffd', null],
    [
      'is UTF-16 with exchanged bytes',
      Buffer.from('Война и мир', 'utf16le').swap16().toString('utf16le'),
      'Война и мир',
    ],
    ['is cut off in a character', Buffer.from('Война и м').subarray(0, -1).toString('latin1'), 'Война и '],
  ])('that %s', (_, text, meaning) => {
    expect(textRepair([text])(text)).toBe(meaning);
  });

  test.each(FOREIGN)('%s %j is read in files beside the sound', (label, texts) => {
    const [title = '', author = title] = texts;
    const json = readSidecar('metadata.json', encode(label, JSON.stringify({ title, authors: [author] })));
    expect(json.description).toEqual({ title, authors: [author] });
    const opf = `<package><title>${title}</title><creator>${author}</creator></package>`;
    expect(readSidecar('a.opf', encode(label, opf)).description).toEqual({ title, authors: [author] });
    const cue = `FILE "a.mp3" MP3\nTRACK 01 AUDIO\nTITLE "${title}"\nPERFORMER "${author}"\nINDEX 01 00:00:00`;
    expect(readSidecar('a.cue', encode(label, cue)).chapters).toEqual([{ file: 'a.mp3', title, start: 0 }]);
    const lines = texts.join('\n');
    expect(readSidecar('desc.txt', encode(label, lines)).description).toEqual({ description: lines });
  });

  test('a byte order mark before ASCII is no character', () => {
    const json = readSidecar('metadata.json', Buffer.from('\ufeff{"title": "Tale"}'));
    expect(json).toMatchObject({ description: { title: 'Tale' }, note: null });
  });

  test('UTF-16 is read without a byte order mark', () => {
    const text = JSON.stringify({ title: 'Война и мир' });
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])]) {
      expect(readSidecar('metadata.json', bytes).description).toEqual({ title: 'Война и мир' });
    }
  });

  test('what cannot be read in a file beside the sound is left out, and noted', () => {
    const json = Buffer.from('{"title": "\xdf\x89\xcc\x94\xaf\x8a\xd8", "authors": ["Ann"]}', 'latin1');
    expect(readSidecar('metadata.json', json)).toMatchObject({
      description: { authors: ['Ann'] },
      note: 'its encoding is not known; save it as UTF-8',
    });
  });

  test('the encoding that an XML file names is used', () => {
    const opf = '<?xml version="1.0" encoding="windows-1250"?><package><title>Děti</title></package>';
    expect(readSidecar('a.opf', encode('windows-1250', opf)).description).toEqual({ title: 'Děti' });
  });

  test('the texts and chapters of a file are read in one encoding', async () => {
    const gbk = (text: string) => id3Bytes(encode('gb18030', text));
    const frames = [
      ['TALB', gbk('三体')],
      ['TPE1', gbk('刘慈欣')],
      ['TCOM', gbk('王明军')],
      ['TCON', gbk('科幻')],
    ] as const;
    const { facts } = await read('gbk.mp3', Buffer.concat([id3({ frames }), await mp3(tone(1, 300))]));
    expect(facts.tags).toMatchObject({
      album: '三体',
      authors: ['刘慈欣'],
      narrators: ['王明军'],
      genres: ['科幻'],
    });
    for (const dialect of ['track', 'nero'] as const) {
      const titles = ['Глава первая', 'Глава вторая'];
      const chapters = titles.map((title, at) => ({ title: encode('windows-1251', title), start: at * 2 }));
      const made = mp4({ seconds: 6, codec: 'aac', chapters, dialect });
      expect((await read(`${dialect}.m4b`, made)).facts.chapters.map(({ title }) => title)).toEqual(titles);
    }
  });
});
