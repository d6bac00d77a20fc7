import { codecNote } from './unplayable.ts';
import { type ByteRange, type FileBytes, RefusedFileError } from './bytes.ts';
import {
  bytesOf,
  codecOf,
  type DivisibleCodec,
  divisibleCodec,
  MOST_SEGMENTS,
  type NewPage,
  type OggCodec,
  type Packet,
  PacketReader,
  type Page,
  pageAt,
  pageHeader,
  pagesOf,
  segmentsFor,
} from './ogg-pages.ts';
import type { PartOfFile, Piece, Sound, Span } from './sound.ts';

interface Stream {
  readonly codec: OggCodec;
  readonly headers: readonly Buffer[];
  /** The pages of the sound, without the pages of headers. */
  pages(): Generator<Page, void, undefined>;
  /** True if several streams follow each other. */
  readonly isChained: boolean;
  readonly samples: number;
}

/** Bytes of all headers. Pictures are among them. */
const MOST_HEADER_BYTES = 64 * 1024 * 1024;

function readStream(file: FileBytes): Stream {
  const first = pageAt(file, 0);
  if (first === null) throw new RefusedFileError('no Ogg stream was found in it');
  const reader = new PacketReader();
  const headers: Buffer[] = [];
  let codec: OggCodec | null = null;
  let serial = first.serial;
  let from = -1;
  let isChained = false;
  let samples = 0;
  let headerBytes = 0;
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
    } else {
      isChained ||= page.isFirst && from !== -1;
      if (page.serial !== serial) continue;
    }
    if (headers.length < codec.headers) {
      for (const packet of reader.read(page)) {
        headerBytes += packet.size;
        if (headerBytes > MOST_HEADER_BYTES) throw new RefusedFileError('its description is too large');
        headers.push(bytesOf(file, packet));
      }
      continue;
    }
    if (from === -1) from = page.at;
    if (page.samples > samples) samples = page.samples;
  }
  if (codec === null) throw new RefusedFileError('no sound that is known was found in it');
  if (from === -1) throw new RefusedFileError('it ends before its sound starts');
  const isSound = (page: Page): boolean => page.serial === serial && page.at >= from;
  return {
    codec,
    headers,
    isChained,
    samples,
    *pages() {
      for (const page of pagesOf(file)) if (isSound(page)) yield page;
    },
  };
}

const divisible = ({ headers, isChained }: Stream): DivisibleCodec | null =>
  isChained ? null : divisibleCodec(headers);

export function readOgg(file: FileBytes): Sound {
  const stream = readStream(file);
  const { codec, samples, isChained } = stream;
  return {
    container: 'ogg',
    codec: codec.name,
    seconds: Math.max(0, samples - codec.skipped) / codec.rate,
    audio: bodies(stream),
    chapters: [],
    ...(codec.name === 'flac' && { tagBlocks: flacBlocks(stream.headers) }),
    ...(divisible(stream) === null && { isIndivisible: true }),
    notes: [
      ...(codec.name === 'speex' ? [codecNote('Speex')] : []),
      ...(isChained
        ? ['it holds several streams one after the other, so browsers seek in it only roughly']
        : []),
    ],
  };
}

/** The headers of FLAC in Ogg, without what Ogg adds to the first one. */
const flacBlocks = ([first = Buffer.alloc(0), ...others]: readonly Buffer[]): Buffer =>
  Buffer.concat([first.subarray(9), ...others]);

/**
 * The ranges of the contents of all pages. The headers of pages are left out, because they contain numbers that change
 * with the tags.
 */
function* bodies(stream: Stream): Generator<ByteRange, void, undefined> {
  for (const { body, end } of stream.pages()) yield { from: body, to: end };
}

/**
 * Makes parts as Ogg files: new pages around the packets of the file. Browsers use the sample counts of the pages as
 * times, so the pages of a part count from its start. The file is read once for all parts.
 */
export function partsOfOgg(file: FileBytes, spans: readonly Span[]): readonly PartOfFile[] {
  if (spans.length === 0) return [];
  const stream = readStream(file);
  const codec = divisible(stream);
  if (codec === null) throw new RefusedFileError('it is played as a whole only');
  const { rate, skipped } = stream.codec;
  const parts = spans.map(
    (span) =>
      new Part(file, codec, skipped + Math.round(span.start * rate), skipped + Math.round(span.end * rate)),
  );
  const inOrder = parts.toSorted((one, other) => one.start - other.start);
  let begun = 0;
  let open: readonly Part[] = [];
  const earlier: SoundPacket[] = [];
  for (const packet of packetsOf(file, stream, codec)) {
    open = open.filter(({ end }) => packet.from < end);
    for (const part of open) part.add(packet);
    for (let part = inOrder[begun]; part !== undefined && packet.to > part.start; part = inOrder[begun]) {
      begun += 1;
      if (packet.from >= part.end) continue;
      part.begin(earlier, packet);
      open = [...open, part];
    }
    if (open.length === 0 && begun === inOrder.length) break;
    earlier.push(packet);
    earlier.splice(0, unneeded(earlier, packet.to, codec.lead));
  }
  return parts.map((part) => part.finish());
}

/** A packet of sound, with the number of samples before it and up to its end. */
interface SoundPacket {
  readonly packet: Packet;
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** Yields the packets of the sound. The samples count from the start of the stream. */
function* packetsOf(
  file: FileBytes,
  stream: Stream,
  codec: DivisibleCodec,
): Generator<SoundPacket, void, undefined> {
  const reader = new PacketReader();
  let end = 0;
  let origin: number | null = null;
  for (const page of stream.pages()) {
    const packets = reader.read(page);
    if (packets.length === 0) continue;
    const samples = packets.map(({ ranges: [range] }) =>
      range === undefined ? 0 : codec.samplesOf(file.at(range.from, Math.min(2, range.to - range.from))),
    );
    // The last page may name fewer samples than its packets have, because players cut its end off.
    let from = page.isLast ? end : page.samples - samples.reduce((sum, each) => sum + each, 0);
    origin ??= Math.max(0, from);
    for (const [index, packet] of packets.entries()) {
      const to = from + (samples[index] ?? 0);
      yield { packet, page: page.at, from: from - origin, to: to - origin };
      from = to;
    }
    end = from;
  }
}

/** Number of the first packets that a part from `start` does not need: it needs `lead` samples before. */
function unneeded(earlier: readonly SoundPacket[], start: number, lead: number): number {
  let count = 0;
  while (count < earlier.length && (earlier[count + 1]?.from ?? start) <= start - lead) count += 1;
  return count;
}

/** A part of the file while it is made. Its ends are samples of the file. */
class Part {
  private writer: PartWriter | null = null;

  constructor(
    private readonly file: FileBytes,
    private readonly codec: DivisibleCodec,
    readonly start: number,
    readonly end: number,
  ) {}

  /** @param earlier the packets before this one */
  begin(earlier: readonly SoundPacket[], packet: SoundPacket): void {
    const { file, codec, start } = this;
    const lead = earlier.slice(unneeded(earlier, start, codec.lead));
    const first = lead[0]?.from ?? packet.from;
    this.writer = new PartWriter(file, codec.hidesStart ? first : start);
    this.writer.headers(codec.headersFor(start - first));
    // One page contains all packets before the start, so its sample count is not negative.
    this.writer.page([...lead, packet]);
  }

  add(packet: SoundPacket): void {
    this.writer?.add(packet);
  }

  finish(): PartOfFile {
    if (this.writer === null) throw new RefusedFileError('it ends before this part starts');
    return this.writer.finish(this.end);
  }
}

class PartWriter {
  private readonly made: Buffer[] = [];
  private readonly pieces: Piece[] = [];
  private madeBytes = 0;
  private count = 0;
  private open: SoundPacket[] = [];

  /** @param base the sample of the file that is number 0 in the part */
  constructor(
    private readonly file: FileBytes,
    private readonly base: number,
  ) {}

  headers([head, ...others]: readonly Buffer[]): void {
    for (const packets of [head === undefined ? [] : [head], others]) {
      this.make({ sizes: packets.map(({ length }) => length), samples: 0, isLast: false }, () => packets);
      for (const packet of packets) this.append(packet);
    }
  }

  /** Starts a page with some packets. */
  page(packets: readonly SoundPacket[]): void {
    this.flush(false);
    this.open = [...packets];
  }

  /** Adds a packet to the page that is open, or to a new page where the file has a new page. */
  add(packet: SoundPacket): void {
    const segments = this.open.reduce((sum, each) => sum + segmentsFor(each.packet.size), 0);
    const isFull = segments + segmentsFor(packet.packet.size) > MOST_SEGMENTS;
    if (isFull || this.open.at(-1)?.page !== packet.page) this.page([packet]);
    else this.open.push(packet);
  }

  /** Writes the last page. Players cut the sound off after the sample `end` of the file. */
  finish(end: number): PartOfFile {
    this.flush(true, end);
    return { header: Buffer.concat(this.made), pieces: this.pieces };
  }

  private flush(isLast: boolean, end = Number.POSITIVE_INFINITY): void {
    const last = this.open.at(-1);
    if (last === undefined) return;
    const ranges = this.open.flatMap(({ packet }) => packet.ranges);
    const { file } = this;
    this.make(
      {
        sizes: this.open.map(({ packet }) => packet.size),
        samples: Math.min(last.to, end) - this.base,
        isLast,
      },
      function* () {
        for (const range of ranges) yield* file.pieces(range);
      },
    );
    for (const range of ranges) this.appendRange(range);
    this.open = [];
  }

  private make(page: Omit<NewPage, 'number'>, contents: () => Iterable<Uint8Array>): void {
    this.append(pageHeader({ ...page, number: this.count }, contents));
    this.count += 1;
  }

  private append(bytes: Buffer): void {
    const from = this.madeBytes;
    this.made.push(bytes);
    this.madeBytes += bytes.length;
    const last = this.pieces.at(-1);
    if (last?.of === 'header') this.pieces[this.pieces.length - 1] = { ...last, to: this.madeBytes };
    else this.pieces.push({ of: 'header', from, to: this.madeBytes });
  }

  private appendRange({ from, to }: ByteRange): void {
    const last = this.pieces.at(-1);
    if (last?.of === 'file' && last.to === from) this.pieces[this.pieces.length - 1] = { ...last, to };
    else this.pieces.push({ of: 'file', from, to });
  }
}
