import { type ByteRange, type FileBytes, RefusedFileError } from './bytes.ts';
import { headerThen, type PartOfFile, type Sound, type Span } from './sound.ts';

const BITRATES = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const RATES = [44_100, 48_000, 32_000] as const;

/** Maximum length of damaged bytes between two frames. */
const SEARCH = 128 * 1024;
/** Number of frames that follow each other where sound starts. Fewer may be a coincidence. */
const FIRST_FRAMES = 4;
/** Number of bytes that are searched at once. */
const WINDOW = 64 * 1024;
/** Samples that a decoder outputs before those of the first frame. */
const DECODER_DELAY = 529;
/** Number of frames before the part that are sent and hidden. A frame may use bytes of earlier frames. */
const EARLIER_FRAMES = 3;

interface FrameHeader {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  readonly bitrate: number;
  readonly isVersion1: boolean;
  readonly isMono: boolean;
  /** The header, as a 32-bit number. */
  readonly head: number;
}

function readHeader(head: number): FrameHeader | null {
  if (head >>> 21 !== 0x7ff) return null;
  const version = (head >>> 19) & 3;
  const layer = (head >>> 17) & 3;
  // Version 1 is reserved. Layer III has the number 1.
  if (version === 1 || layer !== 1) return null;
  const isVersion1 = version === 3;
  const bitrate = (isVersion1 ? BITRATES.v1 : BITRATES.v2)[(head >>> 12) & 15];
  const full = RATES[(head >>> 10) & 3];
  if (bitrate === undefined || bitrate === 0 || full === undefined) return null;
  const rate = isVersion1 ? full : version === 2 ? full / 2 : full / 4;
  const samples = isVersion1 ? 1152 : 576;
  const bytes = Math.floor((samples * 125 * bitrate) / rate) + ((head >>> 9) & 1);
  return { bytes, samples, rate, bitrate, isVersion1, isMono: ((head >>> 6) & 3) === 3, head };
}

function headerAt(file: FileBytes, at: number): FrameHeader | null {
  const bytes = file.at(at, 4);
  return bytes.length < 4 ? null : readHeader(bytes.readUInt32BE());
}

/** Returns the range between the tags at the start and at the end. */
function withoutTags(file: FileBytes): ByteRange {
  let from = 0;
  for (;;) {
    const tag = file.at(from, 10);
    if (tag.length < 10 || tag.toString('latin1', 0, 3) !== 'ID3') break;
    const size =
      ((tag.readUInt8(6) & 127) << 21) |
      ((tag.readUInt8(7) & 127) << 14) |
      ((tag.readUInt8(8) & 127) << 7) |
      (tag.readUInt8(9) & 127);
    from += 10 + size + ((tag.readUInt8(5) & 16) !== 0 ? 10 : 0);
  }
  let to = file.size;
  for (;;) {
    const end = Buffer.from(file.at(Math.max(from, to - 128), Math.min(128, to - from)));
    if (end.length === 128 && end.toString('latin1', 0, 3) === 'TAG') {
      to -= 128;
    } else if (end.length >= 32 && end.toString('latin1', end.length - 32, end.length - 24) === 'APETAGEX') {
      const foot = end.subarray(end.length - 32);
      const hasHeader = (foot.readUInt32LE(20) & 0x80000000) !== 0;
      to -= foot.readUInt32LE(12) + (hasHeader ? 32 : 0);
    } else if (end.length >= 9 && end.toString('latin1', end.length - 9) === 'LYRICS200') {
      to -= 15 + Number.parseInt(end.toString('latin1', end.length - 15, end.length - 9), 10);
    } else break;
    if (!(to > from)) return { from, to: file.size };
  }
  return { from, to };
}

interface Frames {
  readonly first: FrameHeader;
  /** The position of each frame, in bytes. The frame with the index is left out. */
  readonly starts: readonly number[];
  readonly end: number;
  /** The frame with the index of a variable bit rate; null if there is none. */
  readonly index: IndexFrame | null;
  readonly isVariable: boolean;
  /** True if files of several kinds were joined. */
  readonly isMixed: boolean;
}

interface IndexFrame {
  readonly hasTable: boolean;
  /** Samples that the encoder added at the start; null if the frame does not say it. */
  readonly delay: number | null;
}

/** Finds the first frame, after any number of zeros or other bytes (CAT-127). Null if there is none. */
function firstFrame(file: FileBytes, { from, to }: ByteRange): number | null {
  for (let at = from; at < to;) {
    const window = file.at(at, Math.min(WINDOW, to - at));
    const next = window.indexOf(0xff);
    if (next === 0 && startsSound(file, at, to)) return at;
    at += next === 0 ? 1 : next === -1 ? Math.max(1, window.length) : next;
  }
  return null;
}

/** True if several frames of one kind follow each other, up to the end if there are few. */
function startsSound(file: FileBytes, from: number, to: number): boolean {
  const first = headerAt(file, from);
  if (first === null) return false;
  let at = from + first.bytes;
  for (let count = 1; count < FIRST_FRAMES && at + 4 <= to; count++) {
    const next = headerAt(file, at);
    // The end may be a tag that is not known.
    if (next === null) return count > 1 && to - at < first.bytes * FIRST_FRAMES;
    if (next.rate !== first.rate) return false;
    at += next.bytes;
  }
  return true;
}

function readFrames(file: FileBytes): Frames {
  const range = withoutTags(file);
  // A tag may name a wrong size.
  const start = firstFrame(file, range) ?? firstFrame(file, { from: 10, to: range.to });
  const first = start === null ? null : headerAt(file, start);
  if (start === null || first === null) throw new RefusedFileError('no sound was found in it');
  let at: number = start;
  const index = readIndex(file, at, first);
  if (index !== null) at += first.bytes;
  const starts: number[] = [];
  let isVariable = false;
  let isMono: boolean | null = null;
  let others = 0;
  let end = at;
  while (at + 4 <= range.to) {
    const header = headerAt(file, at);
    if (header !== null && header.rate !== first.rate && startsSound(file, at, range.to)) {
      others += FIRST_FRAMES;
      at += header.bytes;
      continue;
    }
    if (header === null || header.rate !== first.rate) {
      // The bytes are damaged. Continue at the next two frames that follow each other.
      const next = nextFrame(file, at + 1, range.to, first.rate);
      if (next === null) break;
      at = next;
      continue;
    }
    if (at + header.bytes > range.to) break;
    starts.push(at);
    isMono ??= header.isMono;
    if (header.isMono !== isMono) others += 1;
    isVariable ||= header.bitrate !== first.bitrate && starts.length > 1;
    at += header.bytes;
    end = at;
  }
  if (starts.length === 0) throw new RefusedFileError('no sound was found in it');
  return { first, starts, end, index, isVariable, isMixed: others >= FIRST_FRAMES };
}

function nextFrame(file: FileBytes, from: number, to: number, rate: number): number | null {
  for (let at = from; at < Math.min(to, from + SEARCH); at++) {
    const header = headerAt(file, at);
    if (header?.rate === rate && headerAt(file, at + header.bytes)?.rate === rate) return at;
  }
  return null;
}

/** The position of the index in its frame: after the side information. */
const indexOffset = (header: FrameHeader): number =>
  4 + (header.isVersion1 ? (header.isMono ? 17 : 32) : header.isMono ? 9 : 17);

function readIndex(file: FileBytes, at: number, header: FrameHeader): IndexFrame | null {
  const frame = file.at(at, header.bytes);
  const offset = indexOffset(header);
  if (frame.length >= 40 && frame.toString('latin1', 36, 40) === 'VBRI')
    return { hasTable: true, delay: null };
  if (frame.length < offset + 8) return null;
  const name = frame.toString('latin1', offset, offset + 4);
  if (name !== 'Xing' && name !== 'Info') return null;
  const flags = frame.readUInt32BE(offset + 4);
  const encoder =
    offset +
    8 +
    ((flags & 1) === 0 ? 0 : 4) +
    ((flags & 2) === 0 ? 0 : 4) +
    ((flags & 4) === 0 ? 0 : 100) +
    ((flags & 8) === 0 ? 0 : 4);
  const hasDelay =
    frame.length >= encoder + 24 && /^(?:LAME|Lav[fc])/.test(frame.toString('latin1', encoder, encoder + 4));
  return {
    hasTable: (flags & 4) !== 0 || name === 'Info',
    delay: hasDelay ? (frame.readUInt8(encoder + 21) << 4) | (frame.readUInt8(encoder + 22) >> 4) : null,
  };
}

export function readMp3(file: FileBytes): Sound {
  const { first, starts, end, index, isVariable, isMixed } = readFrames(file);
  const from = starts[0] ?? 0;
  return {
    container: 'mp3',
    codec: 'mp3',
    seconds: (starts.length * first.samples) / first.rate,
    audio: [{ from, to: end }],
    chapters: [],
    notes: [
      ...(isVariable && index?.hasTable !== true
        ? ['its bit rate varies and it has no index, so browsers seek in it only roughly']
        : []),
      ...(isMixed
        ? ['its channels or its sample rate change, and browsers stop there; convert it as a whole']
        : []),
    ],
  };
}

/**
 * Makes a part of a file: a frame with an index and with the number of hidden samples, then whole frames of the file.
 */
export function partsOfMp3(file: FileBytes, spans: readonly Span[]): readonly PartOfFile[] {
  const frames = readFrames(file);
  return spans.map((span) => partOf(frames, span));
}

function partOf({ first, starts, end, index }: Frames, span: Span): PartOfFile {
  const { samples, rate } = first;
  // The samples that the decoder outputs before the first sample of the file.
  const lead = (index?.delay ?? -DECODER_DELAY) + DECODER_DELAY;
  const firstSample = Math.round(span.start * rate) + lead;
  const lastSample = Math.round(span.end * rate) + lead;
  const fromFrame = Math.max(
    0,
    Math.min(starts.length - 1, Math.floor(firstSample / samples) - EARLIER_FRAMES),
  );
  const toFrame = Math.max(fromFrame + 1, Math.min(starts.length, Math.ceil(lastSample / samples)));
  const from = starts[fromFrame] ?? 0;
  const to = starts[toFrame] ?? end;
  const hidden = firstSample - fromFrame * samples;
  const heard = lastSample - fromFrame * samples;
  const count = toFrame - fromFrame;
  const padding = Math.min(4095, Math.max(0, count * samples + DECODER_DELAY - heard));
  const header = indexFrame(first, {
    count,
    bytes: to - from,
    table: tableOf(starts.slice(fromFrame, toFrame), from, to),
    delay: Math.max(0, hidden - DECODER_DELAY),
    padding: toFrame === starts.length && lead === 0 ? 0 : padding,
    hides: hidden >= DECODER_DELAY,
  });
  return headerThen(header, [{ from, to }]);
}

/** The position of each hundredth of the time, in 256ths of the bytes. */
function tableOf(starts: readonly number[], from: number, to: number): Buffer {
  return Buffer.from(
    Array.from({ length: 100 }, (_, hundredth) => {
      const start = starts[Math.floor((hundredth * starts.length) / 100)] ?? from;
      return Math.min(255, Math.floor(((start - from) * 256) / (to - from)));
    }),
  );
}

function indexFrame(
  first: FrameHeader,
  index: {
    readonly count: number;
    readonly bytes: number;
    readonly table: Buffer;
    readonly delay: number;
    readonly padding: number;
    readonly hides: boolean;
  },
): Buffer {
  const { isVersion1 } = first;
  // The smallest frame that can hold the index, without checksum and padding.
  const bitrates = isVersion1 ? BITRATES.v1 : BITRATES.v2;
  const bitrateIndex = bitrates.findIndex((bitrate) => (first.samples * 125 * bitrate) / first.rate >= 240);
  const head = ((first.head | 0x00010000) & ~0x0000f200) | (bitrateIndex << 12);
  const size = readHeader(head >>> 0)?.bytes ?? 240;
  const frame = Buffer.alloc(size);
  frame.writeUInt32BE(head >>> 0, 0);
  let at = indexOffset(first);
  at += frame.write('Xing', at, 'latin1');
  at = frame.writeUInt32BE(0b111, at);
  at = frame.writeUInt32BE(index.count, at);
  at = frame.writeUInt32BE(index.bytes + size, at);
  at += index.table.copy(frame, at);
  if (!index.hides) return frame;
  frame.write('LAME3.100', at, 'latin1');
  frame.writeUInt8(index.delay >> 4, at + 21);
  frame.writeUInt8(((index.delay & 15) << 4) | (index.padding >> 8), at + 22);
  frame.writeUInt8(index.padding & 255, at + 23);
  return frame;
}
