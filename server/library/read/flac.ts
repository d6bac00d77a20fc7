import { type FileBytes, RefusedFileError } from './bytes.ts';
import { box, fullBox, uint32, type Samples } from './mp4-tracks.ts';
import { mp4Part } from './mp4-write.ts';
import type { Chapter, PartOfFile, Sound, Span } from './sound.ts';

interface Stream {
  readonly info: Buffer;
  readonly rate: number;
  /** Number of samples in the stream; 0 if the encoder did not know it. */
  readonly samples: number;
  /** Samples in each frame, if all frames have the same size. */
  readonly blockSize: number;
  readonly from: number;
  readonly to: number;
  readonly cueSheet: Buffer | null;
}

function readBlocks(file: FileBytes): Stream {
  let at = 0;
  const tag = file.at(0, 10);
  if (tag.toString('latin1', 0, 3) === 'ID3') {
    const [a = 0, b = 0, c = 0, d = 0] = tag.subarray(6, 10);
    at = 10 + ((a << 21) | (b << 14) | (c << 7) | d);
  }
  if (file.at(at, 4).toString('latin1') !== 'fLaC')
    throw new RefusedFileError('no FLAC sound was found in it');
  at += 4;
  let info: Buffer | null = null;
  let cueSheet: Buffer | null = null;
  for (;;) {
    const head = file.at(at, 4);
    if (head.length < 4) throw new RefusedFileError('it ends before its sound starts');
    const type = head.readUInt8(0);
    const length = head.readUIntBE(1, 3);
    if ((type & 127) === 0) info = Buffer.from(file.at(at + 4, length));
    if ((type & 127) === 5 && cueSheet === null) cueSheet = Buffer.from(file.at(at + 4, length));
    at += 4 + length;
    if (type >= 128) break;
  }
  if (info === null || info.length < 34) throw new RefusedFileError('it does not describe its sound');
  const rate = info.readUIntBE(10, 3) >> 4;
  if (rate === 0) throw new RefusedFileError('it does not describe its sound');
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14);
  const end = file.at(Math.max(at, file.size - 128), 3).toString('latin1');
  const to = end === 'TAG' ? file.size - 128 : file.size;
  if (to <= at) throw new RefusedFileError('it ends before its sound starts');
  return { info, rate, samples, blockSize: info.readUInt16BE(0), from: at, to, cueSheet };
}

export function readFlac(file: FileBytes): Sound {
  const stream = readBlocks(file);
  const { rate, from, to } = stream;
  // An encoder that writes to a pipe does not know the number of samples (CAT-128).
  const samples = stream.samples === 0 ? samplesIn(framesOf(file, stream)) : stream.samples;
  return {
    container: 'flac',
    codec: 'flac',
    seconds: samples === 0 ? null : samples / rate,
    audio: [{ from, to }],
    chapters: cuesOf(stream),
    notes: [],
  };
}

/** Number of the track that ends a cue sheet, on a CD and elsewhere. */
const LEAD_OUTS = [170, 255];

/** Reads the tracks of a cue sheet. They have no names. */
function cuesOf({ cueSheet, rate }: Stream): readonly Chapter[] {
  const chapters: Chapter[] = [];
  if (cueSheet === null || cueSheet.length < 396) return chapters;
  let at = 396;
  for (let left = cueSheet.readUInt8(395); left > 0 && at + 36 <= cueSheet.length; left--) {
    const start = Number(cueSheet.readBigUInt64BE(at));
    const count = cueSheet.readUInt8(at + 35);
    const indexes = Array.from({ length: count }, (_, each) => at + 36 + 12 * each).filter(
      (index) => index + 12 <= cueSheet.length,
    );
    const first = indexes.find((index) => cueSheet.readUInt8(index + 8) === 1);
    const offset = first === undefined ? 0 : Number(cueSheet.readBigUInt64BE(first));
    if (!LEAD_OUTS.includes(cueSheet.readUInt8(at + 8)))
      chapters.push({ title: '', start: (start + offset) / rate });
    at += 36 + 12 * count;
  }
  return chapters;
}

interface Frame {
  readonly at: number;
  /** Number of the first sample of the frame. */
  readonly sample: number;
  /** Number of samples in the frame. */
  readonly length: number;
}

const samplesIn = (frames: readonly Frame[]): number => {
  const last = frames.at(-1);
  return last === undefined ? 0 : last.sample + last.length;
};

const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ ((crc & 0x80) === 0 ? 0 : 0x107);
  return crc;
});

/** The number of bytes after the first byte of a coded number. */
const followers = (lead: number): number => (lead < 0x80 ? 0 : Math.clz32(~(lead << 24)) - 1);

/** Returns the frame at this position, or null. The checksum of the header tells a frame from most other bytes. */
function frameAt(file: FileBytes, at: number, stream: Stream): Frame | null {
  const bytes = file.at(at, 16);
  if (bytes.length < 6 || (bytes.readUInt16BE(0) & 0xfffe) !== 0xfff8) return null;
  const isVariable = (bytes.readUInt8(1) & 1) === 1;
  const lead = bytes.readUInt8(4);
  const more = followers(lead);
  let number = more === 0 ? lead : lead & ((1 << (6 - more)) - 1);
  for (let each = 1; each <= more; each++) number = number * 64 + ((bytes[4 + each] ?? 0) & 63);
  const length = 5 + more + extraBytes(bytes.readUInt8(2) >> 4, bytes.readUInt8(2) & 15);
  if (bytes.length <= length) return null;
  let crc = 0;
  for (const byte of bytes.subarray(0, length)) crc = CRC8[crc ^ byte] ?? 0;
  if (crc !== bytes[length]) return null;
  const size = blockSizeOf(bytes.readUInt8(2) >> 4, bytes.subarray(5 + more));
  if (size === null) return null;
  return { at, sample: isVariable ? number : number * stream.blockSize, length: size };
}

/** The number of samples of a frame, by the code in its header. An unusual number stands after the coded number. */
function blockSizeOf(code: number, rest: Buffer): number | null {
  if (code === 0) return null;
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  if (code === 6) return rest.readUInt8(0) + 1;
  return code === 7 ? rest.readUInt16BE(0) + 1 : 256 << (code - 8);
}

/** The number of bytes for an unusual block size or sample rate, at the end of the header. */
const extraBytes = (size: number, rate: number): number =>
  (size === 6 ? 1 : size === 7 ? 2 : 0) + (rate === 12 ? 1 : rate > 12 ? 2 : 0);

/** A frame has at most so many bytes. After a longer gap, the stream is damaged. */
const LONGEST_FRAME = 1024 * 1024;

function framesOf(file: FileBytes, stream: Stream): readonly Frame[] {
  const frames: Frame[] = [];
  let last: Frame | null = null;
  for (let at = stream.from; at < stream.to;) {
    const frame = frameAt(file, at, stream);
    // Other bytes can look like a frame, but hardly like the next one.
    const isNext =
      last === null || frame?.sample === last.sample + last.length || at - last.at > LONGEST_FRAME;
    if (frame !== null && isNext && frame.sample > (last?.sample ?? -1)) {
      frames.push(frame);
      last = frame;
    }
    const window = file.at(at + 1, 4096);
    const next = window.indexOf(0xff);
    at += 1 + (next === -1 ? Math.max(1, window.length) : next);
  }
  return frames;
}

/**
 * Makes parts as MP4 files that contain FLAC frames. A FLAC file numbers its frames, and browsers use the first
 * number as the start time. An MP4 file has a time table of its own, and so a part starts at the exact sample.
 */
export function partsOfFlac(file: FileBytes, spans: readonly Span[]): readonly PartOfFile[] {
  const stream = readBlocks(file);
  const frames = framesOf(file, stream);
  const total = stream.samples === 0 ? samplesIn(frames) : stream.samples;
  const samples: Samples = {
    count: frames.length,
    sizes: Uint32Array.from(frames, ({ at }, index) => (frames[index + 1]?.at ?? stream.to) - at),
    offsets: Float64Array.from(frames, ({ at }) => at),
    times: Float64Array.from([...frames.map(({ sample }) => sample), total]),
  };
  const track = { scale: stream.rate, firstTime: 0, description: describeSound(stream) };
  return spans.map((span) => mp4Part('isom', track, samples, span));
}

/** Makes the sample description of FLAC in MP4. */
function describeSound({ info, rate }: Stream): Buffer {
  const channels = ((info.readUInt8(12) >> 1) & 7) + 1;
  const depth = (((info.readUInt8(12) & 1) << 4) | (info.readUInt8(13) >> 4)) + 1;
  const body = Buffer.alloc(28);
  body.writeUInt16BE(1, 6);
  body.writeUInt16BE(channels, 16);
  body.writeUInt16BE(depth, 18);
  // The field has 16 bits. Readers take a higher rate from the description of the stream.
  body.writeUInt16BE(rate > 0xffff ? 0 : rate, 24);
  const own = fullBox('dfLa', 0, Buffer.from([0x80, 0, 0, 34]), info.subarray(0, 34));
  return Buffer.concat([uint32(0, 1), box('fLaC', body, own)]);
}
