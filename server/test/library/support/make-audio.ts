import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import type { PartOfFile } from '../../../library/read/sound.ts';

/** The bytes that the provider sends for a part of a file. */
export const bytesOfPart = (contents: Buffer, { header, pieces }: PartOfFile): Buffer =>
  Buffer.concat(pieces.map(({ of, from, to }) => (of === 'header' ? header : contents).subarray(from, to)));

/** Makes real audio files of every kind, without any external program. */

/** A tone, from -0.3 to 0.3. */
export function tone(seconds: number, frequency: number, rate = 44_100): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
}

export interface Id3Chapter {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

export interface Id3 {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly genre?: string;
  readonly track?: number;
  readonly picture?: Buffer;
  readonly chapters?: readonly Id3Chapter[];
  /** Other frames, with their bodies. */
  readonly frames?: readonly (readonly [id: string, body: Buffer])[];
}

function synchsafe(size: number): Buffer {
  return Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
}

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(body.length), Buffer.from([0, 0]), body]);
}

/** The body of a text frame. */
export const id3Text = (text: string): Buffer => Buffer.concat([Buffer.from([3]), Buffer.from(text, 'utf8')]);

/** The body of a text frame that says that it is in Latin-1, whatever its bytes are. */
export const id3Bytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0]), bytes]);

const textFrame = (id: string, text: string): Buffer => frame(id, id3Text(text));

/** Makes an ID3v2.4 tag, with CHAP and CTOC frames for chapters. */
export function id3(tag: Id3): Buffer {
  const frames = [
    ...(tag.frames ?? []).map(([id, body]) => frame(id, body)),
    ...(tag.title === undefined ? [] : [textFrame('TIT2', tag.title)]),
    ...(tag.artist === undefined ? [] : [textFrame('TPE1', tag.artist)]),
    ...(tag.album === undefined ? [] : [textFrame('TALB', tag.album)]),
    ...(tag.genre === undefined ? [] : [textFrame('TCON', tag.genre)]),
    ...(tag.track === undefined ? [] : [textFrame('TRCK', String(tag.track))]),
    ...(tag.picture === undefined
      ? []
      : [frame('APIC', Buffer.concat([Buffer.from('\x03image/png\0\x03\0', 'latin1'), tag.picture]))]),
    ...(tag.chapters ?? []).map(({ title, start, end }, at) => {
      const times = Buffer.alloc(16, 0xff);
      times.writeUInt32BE(Math.round(start * 1000), 0);
      times.writeUInt32BE(Math.round(end * 1000), 4);
      return frame('CHAP', Buffer.concat([Buffer.from(`c${at}\0`), times, textFrame('TIT2', title)]));
    }),
    ...(tag.chapters === undefined
      ? []
      : [
          frame(
            'CTOC',
            Buffer.concat([
              Buffer.from(`toc\0\x03`, 'latin1'),
              Buffer.from([tag.chapters.length]),
              Buffer.from(tag.chapters.map((_, at) => `c${at}\0`).join('')),
            ]),
          ),
        ]),
  ];
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), synchsafe(body.length), body]);
}

/** Makes an MP3 file with a constant or a variable bit rate. */
export async function mp3(
  samples: Float32Array,
  options: { readonly tag?: Id3; readonly rate?: number; readonly vbr?: boolean } = {},
): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({
    sampleRate: 44_100,
    channels: 1,
    ...(options.vbr === true ? { vbrQuality: 4 } : { bitrate: 64 }),
  });
  const parts = [Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())];
  return Buffer.concat([...(options.tag === undefined ? [] : [id3(options.tag)]), ...parts]);
}

/** Makes an Ogg file with Vorbis sound. */
export async function vorbis(samples: Float32Array): Promise<Buffer> {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: 44_100, channels: 1, vbrQuality: 3 });
  return Buffer.concat([Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())]);
}

/** Makes a WAV file with 16 bits for each sample. */
export function wav(samples: Float32Array, rate = 44_100): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length * 2, 40);
  return Buffer.concat([header, pcm(samples)]);
}

function pcm(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, at) => bytes.writeInt16LE(Math.round(sample * 32_767), at * 2));
  return bytes;
}

/**
 * Makes FLAC files. All samples of a frame have the same value, so that a decoder shows exactly which moment it
 * plays.
 */

const BLOCK = 4096;
const RATE = 44_100;

function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) value = ((value << 1) ^ ((value & top) === 0 ? 0 : polynomial)) & mask;
  }
  return value;
}

function coded(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number]);
  if (number < 0x800) return Buffer.from([0xc0 | (number >> 6), 0x80 | (number & 63)]);
  return Buffer.from([0xe0 | (number >> 12), 0x80 | ((number >> 6) & 63), 0x80 | (number & 63)]);
}

/** The value of a frame. It grows by 16 with each frame, and starts again after 1000 frames. */
const valueOfFrame = (frame: number): number => (frame % 1000) * 16 + 100;

export function flacFrames(seconds: number, shift = 0): readonly Buffer[] {
  const count = Math.floor((seconds * RATE) / BLOCK);
  return Array.from({ length: count }, (_, frame) => {
    const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc0, 0x08]), coded(frame)]);
    const body = Buffer.alloc(3);
    body.writeInt16BE(valueOfFrame(frame) + shift, 1);
    const bytes = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), body]);
    const check = Buffer.alloc(2);
    check.writeUInt16BE(crc(bytes, 16, 0x8005));
    return Buffer.concat([bytes, check]);
  });
}

export const FLAC_BLOCK = BLOCK;
export const FLAC_RATE = RATE;

export function streamInfo(frames: number): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  // 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
  const samples = frames * BLOCK;
  info.writeUInt32BE(((RATE << 12) | (0 << 9) | (15 << 4)) >>> 0, 10);
  info.writeUInt32BE(samples, 14);
  return info;
}

function block(type: number, isLast: boolean, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(((((isLast ? 0x80 : 0) | type) << 24) >>> 0) + body.length, 0);
  return Buffer.concat([head, body]);
}

/** Makes a list of comments, in the form of FLAC and Ogg. */
export function comments(list: readonly string[]): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value, 'utf8');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(list.length);
  return Buffer.concat([text('test'), count, ...list.map((each) => text(each))]);
}

/** @param isPiped if true, the stream does not name its length */
export function flac(seconds: number, list: readonly string[] = [], shift = 0, isPiped = false): Buffer {
  const frames = flacFrames(seconds, shift);
  return Buffer.concat([
    Buffer.from('fLaC'),
    block(0, false, streamInfo(isPiped ? 0 : frames.length)),
    block(4, true, comments(list)),
    ...frames,
  ]);
}
