import { box, fullBox, uint32, uint32List, rangesOf, type Samples, type Track } from './mp4-tracks.ts';
import { headerThen, type PartOfFile, type Span } from './sound.ts';

/**
 * Number of samples before the part that are sent and hidden. A decoder needs them to output the first sample
 * exactly.
 */
const EARLIER_SAMPLES = 3;
const LARGEST_32_BITS = 0xffff_ffff;
/** The matrix of a picture without rotation. */
const MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/**
 * Makes a file of a part of a track: a description of the samples, then the samples, unchanged from the file. An edit
 * list hides the samples before the exact start and after the exact end.
 */
export function mp4Part(
  brand: string,
  track: Pick<Track, 'scale' | 'firstTime' | 'description'>,
  samples: Samples,
  span: Span,
): PartOfFile {
  const { scale, firstTime } = track;
  const start = Math.max(0, Math.round(span.start * scale) + firstTime);
  const end = Math.min(samples.times[samples.count] ?? 0, Math.round(span.end * scale) + firstTime);
  const first = Math.max(0, lastAt(samples, start) - EARLIER_SAMPLES);
  const last = Math.min(samples.count, Math.max(first + 1, lastAt(samples, end - 1) + 1));
  const ranges = rangesOf(samples, first, last);
  const size = ranges.reduce((sum, range) => sum + range.to - range.from, 0);
  const firstStart = samples.times[first] ?? 0;
  const length = (samples.times[last] ?? 0) - firstStart;

  const description = (dataAt: number): Buffer =>
    box(
      'moov',
      movieHeader(scale, end - start),
      box(
        'trak',
        trackHeader(end - start),
        box('edts', editList(start - firstStart, end - start)),
        box(
          'mdia',
          fullBox(
            'mdhd',
            0,
            uint32(0, 0, scale, Math.min(length, LARGEST_32_BITS)),
            Buffer.from([0x55, 0xc4, 0, 0]),
          ),
          fullBox('hdlr', 0, uint32(0), Buffer.from('soun\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
          box(
            'minf',
            fullBox('smhd', 0, uint32(0)),
            box('dinf', fullBox('dref', 0, uint32(1), fullBox('url ', 1))),
            sampleTable(track, samples, { first, last, dataAt }),
          ),
        ),
      ),
    );
  const type = box('ftyp', Buffer.from(`${brand}\0\0\x02\0isommp42M4A `, 'latin1'));
  const dataHead = size + 8 > LARGEST_32_BITS ? largeHead(size) : uint32(size + 8, 0x6d646174);
  // The size of the description is the same for any position of the data.
  const headSize = type.length + description(0).length + dataHead.length;
  return headerThen(Buffer.concat([type, description(headSize), dataHead]), ranges);
}

function largeHead(size: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write('mdat', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(size + 16), 8);
  return head;
}

/** Returns the last sample that starts at or before a time. */
function lastAt({ times, count }: Samples, time: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

// The movie uses the units of the track, so that its times are exact.
function movieHeader(scale: number, length: number): Buffer {
  return fullBox(
    'mvhd',
    0,
    uint32(0, 0, scale, Math.min(length, LARGEST_32_BITS), 0x10000, 0x01000000, 0, 0),
    MATRIX,
    uint32(0, 0, 0, 0, 0, 0, 2),
  );
}

function trackHeader(length: number): Buffer {
  return fullBox(
    'tkhd',
    7,
    uint32(0, 0, 1, 0, Math.min(length, LARGEST_32_BITS), 0, 0, 0, 0x01000000),
    MATRIX,
    uint32(0, 0),
  );
}

const editList = (start: number, length: number): Buffer =>
  fullBox('elst', 0, uint32(1, Math.min(length, LARGEST_32_BITS), start, 0x10000));

function sampleTable(
  track: Pick<Track, 'description'>,
  { sizes, times }: Samples,
  { first, last, dataAt }: { readonly first: number; readonly last: number; readonly dataAt: number },
): Buffer {
  const durations: number[] = [];
  const list = Buffer.alloc(4 * (last - first));
  // Each chunk contains the samples of about a second, as players expect.
  const perChunk = 64;
  const chunks: number[] = [];
  let size = 0;
  for (let at = first; at < last; at++) {
    if ((at - first) % perChunk === 0) chunks.push(dataAt + size);
    const bytes = sizes[at] ?? 0;
    list.writeUInt32BE(bytes, 4 * (at - first));
    size += bytes;
    const duration = (times[at + 1] ?? 0) - (times[at] ?? 0);
    if (durations.at(-1) === duration) durations[durations.length - 2] = (durations.at(-2) ?? 0) + 1;
    else durations.push(1, duration);
  }
  const count = last - first;
  const rest = count % perChunk;
  const whole = Math.floor(count / perChunk);
  const toChunk = [...(whole > 0 ? [1, perChunk, 1] : []), ...(rest > 0 ? [whole + 1, rest, 1] : [])];
  const offsets =
    dataAt + size > LARGEST_32_BITS
      ? fullBox(
          'co64',
          0,
          uint32(chunks.length),
          uint32List(chunks.flatMap((at) => [Math.floor(at / 2 ** 32), at])),
        )
      : fullBox('stco', 0, uint32(chunks.length), uint32List(chunks));
  return box(
    'stbl',
    box('stsd', track.description),
    fullBox('stts', 0, uint32(durations.length / 2), uint32List(durations)),
    fullBox('stsc', 0, uint32(toChunk.length / 3, ...toChunk)),
    fullBox('stsz', 0, uint32(0, count), list),
    offsets,
  );
}
