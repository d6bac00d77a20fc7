import { comments, FLAC_BLOCK, flacFrames, streamInfo } from './make-audio.ts';

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character of an encoding, which the platform only decodes. */
function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): void => {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let first = 0; first < 256; first++) add([first]);
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) add([first, second]);
  }
  tables.set(label, table);
  return table;
}

/** Encodes a text. It shares no code with the server. */
export function encode(label: string, text: string): Buffer {
  if (label === 'utf-8') return Buffer.from(text);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = tableOf(label).get(character);
      if (bytes === undefined) throw new Error(`${label} has no ${character}.`);
      return bytes;
    }),
  );
}

/** Makes Ogg files of packets. It shares no code with the server. */

const SERIAL = 77;

function crc(bytes: Buffer): number {
  let value = 0n;
  for (const byte of bytes) {
    value ^= BigInt(byte) << 24n;
    for (let bit = 0; bit < 8; bit++)
      value = (value << 1n) ^ ((value & 0x8000_0000n) === 0n ? 0n : 0x104c11db7n);
  }
  return Number(value);
}

interface OggPage {
  readonly packets: readonly Buffer[];
  /** Number of samples up to the end of the page. */
  readonly samples: number;
}

/** Makes the pages of a stream, each with whole packets. */
function ogg(pages: readonly OggPage[]): Buffer {
  return Buffer.concat(
    pages.map(({ packets, samples }, number) => {
      const lacing = packets.flatMap(({ length }) => [
        ...Array<number>(Math.floor(length / 255)).fill(255),
        length % 255,
      ]);
      const head = Buffer.alloc(27);
      head.write('OggS');
      head.writeUInt8((number === 0 ? 2 : 0) | (number === pages.length - 1 ? 4 : 0), 5);
      head.writeBigInt64LE(BigInt(samples), 6);
      head.writeUInt32LE(SERIAL, 14);
      head.writeUInt32LE(number, 18);
      head.writeUInt8(lacing.length, 26);
      const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
      page.writeUInt32LE(crc(page), 22);
      return page;
    }),
  );
}

export interface ReadPage {
  readonly samples: number;
  readonly number: number;
  readonly flags: number;
  readonly packets: readonly Buffer[];
}

/**
 * Reads a stream of whole packets.
 *
 * @throws {Error} if a checksum is wrong
 */
export function readPages(bytes: Buffer): readonly ReadPage[] {
  const pages: ReadPage[] = [];
  for (let at = 0; at < bytes.length;) {
    const count = bytes.readUInt8(at + 26);
    const lacing = bytes.subarray(at + 27, at + 27 + count);
    const packets: Buffer[] = [];
    let from = at + 27 + count;
    let to = from;
    for (const size of lacing) {
      to += size;
      if (size === 255) continue;
      packets.push(bytes.subarray(from, to));
      from = to;
    }
    const page = Buffer.from(bytes.subarray(at, to));
    const check = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    if (page.toString('latin1', 0, 4) !== 'OggS' || crc(page) !== check) throw new Error('A page is wrong');
    pages.push({
      samples: Number(page.readBigInt64LE(6)),
      number: page.readUInt32LE(18),
      flags: page.readUInt8(5),
      packets,
    });
    at = to;
  }
  return pages;
}

const OPUS_FRAME = 960;

export interface OpusOptions {
  /** Packets of 20 ms. */
  readonly packets: readonly Buffer[];
  readonly preSkip?: number;
  readonly comments?: readonly string[];
  /** Number of packets in a page. */
  readonly pageLength?: number;
}

/** Makes an Opus file. */
export function opus({ packets, preSkip = 312, comments: list = [], pageLength = 50 }: OpusOptions): Buffer {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  head.writeUInt16LE(preSkip, 10);
  const pages: OggPage[] = [
    { packets: [head], samples: 0 },
    { packets: [Buffer.concat([Buffer.from('OpusTags'), comments(list)])], samples: 0 },
  ];
  for (let at = 0; at < packets.length; at += pageLength) {
    const some = packets.slice(at, at + pageLength);
    pages.push({ packets: some, samples: (at + some.length) * OPUS_FRAME });
  }
  return ogg(pages);
}

/** Packets of 20 ms that a test can tell apart: each holds its number. They decode to noise or silence. */
export const numberedPackets = (count: number): readonly Buffer[] =>
  Array.from({ length: count }, (_, number) => {
    const packet = Buffer.alloc(60 + (number % 300));
    packet.writeUInt8(0xf8, 0);
    packet.writeUInt32LE(number, 1);
    return packet;
  });

/** Makes FLAC in Ogg, with these comments. */
export function oggFlac(list: readonly string[]): Buffer {
  const frames = flacFrames(2);
  const info = Buffer.concat([Buffer.from([0, 0, 0, 34]), streamInfo(frames.length)]);
  const first = Buffer.concat([Buffer.from('\x7fFLAC\x01\0\0\x01fLaC', 'latin1'), info]);
  const body = comments(list);
  const tags = Buffer.concat([Buffer.from([0x84, 0, body.length >> 8, body.length & 255]), body]);
  return ogg([
    { packets: [first], samples: 0 },
    { packets: [tags], samples: 0 },
    ...frames.map((packet, at) => ({ packets: [packet], samples: (at + 1) * FLAC_BLOCK })),
  ]);
}
