import { FLAC_BLOCK, FLAC_RATE, flacFrames, streamInfo } from './make-audio.ts';

/** Makes MP4 files with AAC silence or FLAC sound, and chapters in both dialects. It shares no code with the server. */

export interface Mp4Options {
  readonly seconds: number;
  readonly codec: 'aac' | 'flac' | 'alac';
  readonly chapters?: readonly { readonly title: string | Buffer; readonly start: number }[];
  readonly dialect?: 'track' | 'nero';
  readonly title?: string;
  readonly artist?: string;
  readonly albumArtists?: readonly string[];
  readonly picture?: Buffer;
  readonly lyrics?: string;
  /** Tracks with what is said: a language of three letters, and a text from each second. */
  readonly subtitles?: readonly {
    readonly language: string;
    readonly format: 'tx3g' | 'wvtt';
    readonly cues: readonly (readonly [number, string])[];
  }[];
  /** The type of the sample description. */
  readonly format?: string;
  /** The object type of MPEG-4, and the configuration of its decoder. */
  readonly objectType?: number;
  readonly config?: readonly number[];
  /** A different number gives a different sound. */
  readonly shift?: number;
}

function box(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at));
  return bytes;
}

const SILENCE = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);

interface TrackPlan {
  readonly id: number;
  readonly kind: 'soun' | 'text' | 'sbtl';
  readonly language?: string;
  readonly scale: number;
  readonly samples: readonly { readonly bytes: Buffer; readonly length: number }[];
  readonly entry: Buffer;
  readonly reference?: Buffer;
}

function soundEntry(type: string, extra: Buffer): Buffer {
  return box(
    type,
    words(0),
    Buffer.from([0, 0, 0, 1]),
    words(0, 0),
    Buffer.from([0, 1, 0, 16, 0, 0, 0, 0]),
    words(FLAC_RATE * 0x10000),
    extra,
  );
}

function esds({ objectType = 0x40, config: bytes = [0x12, 0x08] }: Mp4Options): Buffer {
  const config = Buffer.from([0x05, bytes.length, ...bytes]);
  const decoder = Buffer.concat([
    Buffer.from([0x04, 13 + config.length, objectType, 0x15, 0, 0, 0]),
    words(64_000, 64_000),
    config,
  ]);
  const stream = Buffer.concat([
    Buffer.from([0x03, 3 + decoder.length + 3, 0, 1, 0]),
    decoder,
    Buffer.from([0x06, 1, 2]),
  ]);
  return box('esds', words(0), stream);
}

function soundTrack(options: Mp4Options, reference?: Buffer): TrackPlan {
  const { codec, seconds, format = 'mp4a', shift = 0 } = options;
  const base = { id: 1, kind: 'soun', scale: FLAC_RATE, ...(reference && { reference }) } as const;
  if (codec === 'flac') {
    const frames = flacFrames(seconds, shift);
    const info = streamInfo(frames.length);
    return {
      ...base,
      samples: frames.map((bytes) => ({ bytes, length: FLAC_BLOCK })),
      entry: soundEntry('fLaC', box('dfLa', words(0), Buffer.from([0x80, 0, 0, 34]), info)),
    };
  }
  const count = Math.floor((seconds * FLAC_RATE) / 1024) + shift;
  return {
    ...base,
    samples: Array.from({ length: count }, () => ({ bytes: SILENCE, length: 1024 })),
    entry: codec === 'aac' ? soundEntry(format, esds(options)) : soundEntry('alac', Buffer.alloc(36)),
  };
}

function textTrack(chapters: NonNullable<Mp4Options['chapters']>, seconds: number): TrackPlan {
  return {
    id: 2,
    kind: 'text',
    scale: 1000,
    samples: chapters.map(({ title, start }, at) => {
      const text = Buffer.from(title);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(text.length);
      return {
        bytes: Buffer.concat([size, text]),
        length: Math.round(((chapters[at + 1]?.start ?? seconds) - start) * 1000),
      };
    }),
    entry: box('text', Buffer.alloc(51)),
  };
}

function subtitleTracks({ subtitles = [], seconds }: Mp4Options): readonly TrackPlan[] {
  return subtitles.map(({ language, format, cues }, at) => {
    const chapters = cues.map(([start, title]) => ({ start, title }));
    const plan = textTrack(chapters, seconds);
    const samples = plan.samples.map(({ bytes, length }) => ({
      bytes: format === 'tx3g' ? bytes : box('vttc', box('payl', bytes.subarray(2))),
      length,
    }));
    return { ...plan, id: 3 + at, kind: 'sbtl', language, samples, entry: box(format, Buffer.alloc(51)) };
  });
}

/** Three letters of five bits each. */
const packed = ([a = '', b = '', c = '']: string): number =>
  [a, b, c].reduce((sum, letter) => sum * 32 + letter.charCodeAt(0) - 0x60, 0);

function trackBox(plan: TrackPlan, dataAt: number): Buffer {
  const total = plan.samples.reduce((sum, { length }) => sum + length, 0);
  const offset = dataAt;
  return box(
    'trak',
    box('tkhd', words(7, 0, 0, plan.id, 0, total), Buffer.alloc(60)),
    ...(plan.reference === undefined ? [] : [plan.reference]),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, plan.scale, total, packed(plan.language ?? 'und') * 0x10000)),
      box('hdlr', words(0, 0), plan.kind, words(0, 0, 0), '\0'),
      box(
        'minf',
        box(plan.kind === 'soun' ? 'smhd' : 'nmhd', words(0, ...(plan.kind === 'soun' ? [0] : []))),
        box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
        box(
          'stbl',
          box('stsd', words(0, 1), plan.entry),
          box('stts', words(0, plan.samples.length), ...plan.samples.map(({ length }) => words(1, length))),
          box('stsc', words(0, 1, 1, plan.samples.length, 1)),
          box(
            'stsz',
            words(0, 0, plan.samples.length),
            ...plan.samples.map(({ bytes }) => words(bytes.length)),
          ),
          box('stco', words(0, 1, offset)),
        ),
      ),
    ),
  );
}

function userData({
  chapters = [],
  dialect,
  title,
  artist,
  albumArtists = [],
  picture,
  lyrics,
}: Mp4Options): Buffer {
  const data = (type: number, value: Buffer): Buffer => box('data', words(type, 0), value);
  const tags = [
    ...(title === undefined ? [] : [box('\xa9alb', data(1, Buffer.from(title)))]),
    ...(lyrics === undefined ? [] : [box('\xa9lyr', data(1, Buffer.from(lyrics)))]),
    ...(artist === undefined ? [] : [box('\xa9ART', data(1, Buffer.from(artist)))]),
    ...albumArtists.map((name) => box('aART', data(1, Buffer.from(name)))),
    ...(picture === undefined ? [] : [box('covr', data(14, picture))]),
  ];
  const nero = chapters.map(({ title: name, start }) => {
    const text = Buffer.from(name);
    const head = Buffer.alloc(9);
    head.writeBigUInt64BE(BigInt(Math.round(start * 1e7)));
    head.writeUInt8(text.length, 8);
    return Buffer.concat([head, text]);
  });
  return box(
    'udta',
    ...(dialect === 'nero'
      ? [box('chpl', words(0x0100_0000), Buffer.from([0, 0, 0, 0, chapters.length]), ...nero)]
      : []),
    box('meta', words(0), box('hdlr', words(0, 0), 'mdir', 'appl', words(0, 0), '\0'), box('ilst', ...tags)),
  );
}

export function mp4(options: Mp4Options): Buffer {
  const { chapters = [], dialect, seconds } = options;
  const hasTrack = dialect === 'track';
  const sound = soundTrack(options, hasTrack ? box('tref', box('chap', words(2))) : undefined);
  const texts = [...(hasTrack ? [textTrack(chapters, seconds)] : []), ...subtitleTracks(options)];
  const type = box('ftyp', 'M4B ', words(0), 'M4B mp42isom');
  const tracks = [sound, ...texts];
  const bytesOf = (plan: TrackPlan): Buffer => Buffer.concat(plan.samples.map(({ bytes }) => bytes));
  const total = sound.samples.reduce((sum, { length }) => sum + length, 0);
  let dataAt = type.length + 8;
  const boxes = tracks.map((plan) => {
    const made = trackBox(plan, dataAt);
    dataAt += bytesOf(plan).length;
    return made;
  });
  const film = box('mvhd', words(0, 0, 0, FLAC_RATE, total), Buffer.alloc(80));
  return Buffer.concat([
    type,
    box('mdat', ...tracks.map(bytesOf)),
    box('moov', film, ...boxes, userData(options)),
  ]);
}
