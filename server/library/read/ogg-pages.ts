import type { ByteRange, FileBytes } from './bytes.ts';

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

/** The number of segments that a packet needs. */
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
