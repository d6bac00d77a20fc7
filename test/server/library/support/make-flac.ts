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
