import { type ByteRange, type FileBytes, RefusedFileError } from './bytes.ts';
import type { Sound } from './sound.ts';

interface Page {
  readonly at: number;
  /** Position of the first byte of the contents. */
  readonly body: number;
  /** Position of the first byte after the page. */
  readonly end: number;
  /** Granule position: number of samples up to the end of the page; -1 if no packet ends in it. */
  readonly samples: number;
  readonly serial: number;
  readonly isFirst: boolean;
  /** Number of packets that end in the page. */
  readonly packets: number;
}

interface Codec {
  readonly name: string;
  /** Samples in a second, in the unit of the granule positions. */
  readonly rate: number;
  /** Number of samples at the start that players do not play. */
  readonly skipped: number;
  /** Number of packets before the sound. */
  readonly headers: number;
}

function pageAt(file: FileBytes, at: number): Page | null {
  const head = file.at(at, 27 + 255);
  if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return null;
  const segments = head.readUInt8(26);
  if (head.length < 27 + segments) return null;
  let size = 0;
  let packets = 0;
  for (const length of head.subarray(27, 27 + segments)) {
    size += length;
    if (length < 255) packets += 1;
  }
  const body = at + 27 + segments;
  const end = body + size;
  if (end > file.size) return null;
  const samples = Number(head.readBigInt64LE(6));
  return {
    at,
    body,
    end,
    samples,
    serial: head.readUInt32LE(14),
    isFirst: (head.readUInt8(5) & 2) !== 0,
    packets,
  };
}

function* pagesOf(file: FileBytes): Generator<Page, void, undefined> {
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

function codecOf(packet: Buffer): Codec {
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

interface Stream {
  readonly codec: Codec;
  /** The pages of the sound, without the pages of headers. */
  pages(): Generator<Page, void, undefined>;
  /** Position of the first page of the sound. */
  readonly from: number;
  /** True if several streams follow each other. */
  readonly isChained: boolean;
  readonly samples: number;
  readonly end: number;
}

function readStream(file: FileBytes): Stream {
  const first = pageAt(file, 0);
  if (first === null) throw new RefusedFileError('no Ogg stream was found in it');
  let codec: Codec | null = null;
  let serial = first.serial;
  let headers = 0;
  let from = -1;
  let isChained = false;
  let samples = 0;
  let end = 0;
  for (const page of pagesOf(file)) {
    if (codec === null) {
      if (!page.isFirst) break;
      try {
        codec = codecOf(Buffer.from(file.at(page.body, page.end - page.body)));
      } catch (error) {
        // This is another stream, such as a picture. The sound may come next.
        if (error instanceof RefusedFileError) continue;
        throw new RefusedFileError('it ends before its sound starts');
      }
      serial = page.serial;
    } else if (page.serial !== serial) {
      isChained ||= page.isFirst && from !== -1;
      continue;
    }
    if (headers < codec.headers) {
      headers += page.packets;
      continue;
    }
    if (from === -1) from = page.at;
    if (page.samples > samples) samples = page.samples;
    end = page.end;
  }
  if (codec === null) throw new RefusedFileError('no sound that is known was found in it');
  if (from === -1) throw new RefusedFileError('it ends before its sound starts');
  const isSound = (page: Page): boolean => page.serial === serial && page.at >= from;
  return {
    codec,
    from,
    isChained,
    samples,
    end,
    *pages() {
      for (const page of pagesOf(file)) if (isSound(page)) yield page;
    },
  };
}

export function readOgg(file: FileBytes): Sound {
  const stream = readStream(file);
  const { codec, samples, isChained } = stream;
  return {
    container: 'ogg',
    codec: codec.name,
    seconds: Math.max(0, samples - codec.skipped) / codec.rate,
    audio: bodies(stream),
    chapters: [],
    notes: [
      ...(codec.name === 'speex' ? ['browsers cannot play its codec (Speex)'] : []),
      ...(isChained
        ? ['it holds several streams one after the other, so browsers seek in it only roughly']
        : []),
    ],
  };
}

/**
 * The ranges of the contents of all pages. The headers of pages are left out, because they contain numbers that
 * change with the tags.
 */
function* bodies(stream: Stream): Generator<ByteRange, void, undefined> {
  for (const { body, end } of stream.pages()) yield { from: body, to: end };
}
