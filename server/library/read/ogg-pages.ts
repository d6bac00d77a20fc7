import { type ByteRange, type FileBytes, RefusedFileError } from './bytes.ts';

/** A page of an Ogg stream. Positions are bytes from the start of the file. */
export interface Page {
  readonly at: number;
  /** Position of the first byte of the contents. */
  readonly body: number;
  /** Position of the first byte after the page. */
  readonly end: number;
  /** Granule position: number of samples up to the end of the page; -1 if no packet ends in it. */
  readonly samples: number;
  readonly serial: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if the page starts with the rest of a packet of the page before. */
  readonly isContinued: boolean;
  /** The sizes of the segments. A packet ends with a segment of less than 255 bytes. */
  readonly segments: Uint8Array;
}

export function pageAt(file: FileBytes, at: number): Page | null {
  const head = file.at(at, 27 + 255);
  if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return null;
  const count = head.readUInt8(26);
  if (head.length < 27 + count) return null;
  const segments = Uint8Array.from(head.subarray(27, 27 + count));
  const body = at + 27 + count;
  const end = body + segments.reduce((sum, size) => sum + size, 0);
  if (end > file.size) return null;
  const flags = head.readUInt8(5);
  return {
    at,
    body,
    end,
    samples: Number(head.readBigInt64LE(6)),
    serial: head.readUInt32LE(14),
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    isContinued: (flags & 1) !== 0,
    segments,
  };
}

export function* pagesOf(file: FileBytes): Generator<Page, void, undefined> {
  for (let at = 0; at + 27 <= file.size;) {
    const page = pageAt(file, at);
    if (page === null) {
      // The bytes are damaged. Continue at the next page.
      const window = file.at(at + 1, 65_536);
      const next = window.indexOf('OggS', 0, 'latin1');
      at += 1 + (next === -1 ? Math.max(1, window.length - 3) : next);
      continue;
    }
    yield page;
    at = page.end;
  }
}

/** A packet. It has several ranges if it continues on another page. */
export interface Packet {
  readonly ranges: readonly ByteRange[];
  readonly size: number;
}

/** Finds the packets of consecutive pages. A packet whose start is missing is left out. */
export class PacketReader {
  private open: ByteRange[] | null = [];

  /** Returns the packets that end in the next page. */
  read({ body, segments, isContinued }: Page): readonly Packet[] {
    if (!isContinued) this.open = [];
    else if (this.open?.length === 0) this.open = null;
    const packets: Packet[] = [];
    let from = body;
    let to = body;
    for (const size of segments) {
      to += size;
      if (size === 255) continue;
      if (this.open !== null) packets.push(packetOf([...this.open, { from, to }]));
      this.open = [];
      from = to;
    }
    if (to > from) this.open?.push({ from, to });
    return packets;
  }
}

const packetOf = (ranges: readonly ByteRange[]): Packet => ({
  ranges,
  size: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
});

export const bytesOf = (file: FileBytes, { ranges }: Packet): Buffer =>
  Buffer.concat(ranges.map(({ from, to }) => Buffer.from(file.at(from, to - from))));

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc >>> 0;
});

function checksum(parts: Iterable<Uint8Array>): number {
  let crc = 0;
  for (const part of parts)
    for (const byte of part) crc = ((crc << 8) ^ (CRC[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  return crc;
}

/** The maximum number of segments in a page. */
export const MOST_SEGMENTS = 255;

export const segmentsFor = (size: number): number => Math.floor(size / 255) + 1;

export interface NewPage {
  /** The sizes of the packets in the page, in bytes. */
  readonly sizes: readonly number[];
  /** Number of samples up to the end of the page. */
  readonly samples: number;
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Makes the header of a page.
 *
 * @param contents the bytes of all packets in the page, for the checksum
 */
export function pageHeader(
  { sizes, samples, number, isLast }: NewPage,
  contents: () => Iterable<Uint8Array>,
): Buffer {
  const segments = sizes.flatMap((size) => [...Array<number>(Math.floor(size / 255)).fill(255), size % 255]);
  const header = Buffer.alloc(27 + segments.length);
  header.write('OggS', 0, 'latin1');
  header.writeUInt8((number === 0 ? 2 : 0) | (isLast ? 4 : 0), 5);
  header.writeBigInt64LE(BigInt(samples), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(number, 18);
  header.writeUInt8(segments.length, 26);
  header.set(segments, 27);
  header.writeUInt32LE(checksum([header, ...contents()]), 22);
  return header;
}

/** What the library knows about a codec in Ogg. */
export interface OggCodec {
  readonly name: string;
  /** Samples in a second, in the unit of the granule positions. */
  readonly rate: number;
  /** Number of samples at the start that players do not play. */
  readonly skipped: number;
  /** How many packets of headers stand before the first packet of sound. */
  readonly headers: number;
}

/** Reads the first packet of a stream. */
export function codecOf(packet: Buffer): OggCodec {
  const name = packet.toString('latin1', 0, 8);
  if (name === 'OpusHead')
    return { name: 'opus', rate: 48_000, skipped: packet.readUInt16LE(10), headers: 2 };
  if (name.startsWith('\x01vorbis')) {
    return { name: 'vorbis', rate: packet.readUInt32LE(12), skipped: 0, headers: 3 };
  }
  if (name.startsWith('\x7fFLAC')) {
    return {
      name: 'flac',
      rate: packet.readUIntBE(27, 3) >> 4,
      skipped: 0,
      headers: 1 + packet.readUInt16BE(7),
    };
  }
  if (name.startsWith('Speex'))
    return { name: 'speex', rate: packet.readUInt32LE(36), skipped: 0, headers: 2 };
  throw new RefusedFileError('no sound that is known was found in it');
}

/** A codec whose streams can be divided. */
export interface DivisibleCodec {
  /** Samples before the start of a part that the decoder needs to output the start exactly. */
  readonly lead: number;
  /**
   * Returns how many samples a packet adds to the output. Call it for each packet in order.
   *
   * @param start the first bytes of the packet
   */
  samplesOf(start: Uint8Array): number;
  /**
   * Makes the headers of a part, without the comments of the file.
   *
   * @param hidden number of samples that players must not play, before the start of the part
   */
  headersFor(hidden: number): readonly Buffer[];
  /**
   * True if the headers of a part hide the samples before its start. If false, the times of these samples are negative.
   * Some players play them: less than a block of Vorbis, usually less than 23 ms.
   */
  readonly hidesStart: boolean;
}

/** Returns null if streams of the codec cannot be divided. */
export function divisibleCodec(headers: readonly Buffer[]): DivisibleCodec | null {
  const [head, , setup] = headers;
  if (head === undefined) return null;
  if (head.toString('latin1', 0, 8) === 'OpusHead') return opus(head);
  if (head.toString('latin1', 1, 7) === 'vorbis' && setup !== undefined) return vorbis(head, setup);
  return null;
}

/** Samples of an Opus frame at 48 kHz, by the configuration number of the packet (RFC 6716, section 3.1). */
function opusFrame(configuration: number): number {
  if (configuration < 12) return [480, 960, 1920, 2880][configuration % 4] ?? 0;
  if (configuration < 16) return configuration % 2 === 0 ? 480 : 960;
  return [120, 240, 480, 960][configuration % 4] ?? 0;
}

function opus(head: Buffer): DivisibleCodec {
  return {
    lead: 3840,
    hidesStart: true,
    samplesOf([first = 0, second = 0]) {
      const kind = first & 3;
      const frames = kind === 0 ? 1 : kind === 3 ? second & 63 : 2;
      return frames * opusFrame(first >> 3);
    },
    headersFor(hidden) {
      const own = Buffer.from(head);
      own.writeUInt16LE(hidden, 10);
      return [own, Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.alloc(8)])];
    },
  };
}

function vorbis(head: Buffer, setup: Buffer): DivisibleCodec {
  const sizes = head.readUInt8(28);
  const blocks = [1 << (sizes & 15), 1 << (sizes >> 4)] as const;
  const modes = modesOf(setup);
  const bits = 32 - Math.clz32(modes.length - 1);
  let before = 0;
  return {
    // A block overlaps with the one before it. So the decoder needs one packet before the start.
    lead: 1,
    hidesStart: false,
    samplesOf([first = 0]) {
      const block = blocks[modes[(first >> 1) & ((1 << bits) - 1)] === true ? 1 : 0];
      const samples = before === 0 ? 0 : (before + block) / 4;
      before = block;
      return samples;
    },
    headersFor: () => [
      head,
      Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.from([1])]),
      setup,
    ],
  };
}

/**
 * The modes at the end of the setup header of Vorbis: true for long blocks. The setup has to be read completely to find
 * its modes from the start. From the end, a mode is recognised by its fields that are always 0.
 */
function modesOf(setup: Buffer): readonly boolean[] {
  const bit = (at: number): number => ((setup[at >> 3] ?? 0) >> (at & 7)) & 1;
  const number = (at: number, count: number): number => {
    let value = 0;
    for (let each = 0; each < count; each++) value |= bit(at + each) << each;
    return value >>> 0;
  };
  let end = setup.length * 8 - 1;
  while (end > 0 && bit(end) === 0) end -= 1;
  let found: readonly boolean[] | null = null;
  const modes: boolean[] = [];
  for (let at = end - 41; at > 62 && modes.length < 64; at -= 41) {
    // The block flag, 16 bits of the window, 16 bits of the transform, 8 bits of the mapping.
    if (number(at + 1, 32) !== 0 || number(at + 33, 8) > 63) break;
    modes.unshift(bit(at) === 1);
    if (number(at - 6, 6) === modes.length - 1) found = [...modes];
  }
  if (found === null) throw new RefusedFileError('its description is damaged');
  return found;
}
