import { type ByteRange, RefusedFileError, type FileBytes } from './bytes.ts';

/** The contents of a box of an MP4 file: type and position, without the header of the box. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Maximum size of a `moov` box, in bytes. This is enough for some hundred hours. A larger one is not read into
 * memory.
 */
const LARGEST_DESCRIPTION = 256 * 1024 * 1024;

export function topBoxes(file: FileBytes): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= file.size;) {
    const box = readHead(file.at(at, 16), at, file.size);
    if (box === null) break;
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** Returns the contents of the `moov` box. */
export function readDescription(file: FileBytes, boxes: readonly Box[]): Buffer {
  const box = boxes.find(({ type }) => type === 'moov');
  if (box === undefined || box.to > file.size)
    throw new RefusedFileError('it is incomplete: its description is missing');
  if (box.to - box.from > LARGEST_DESCRIPTION) throw new RefusedFileError('its description is too large');
  return file.copy(box);
}

/** Lists the boxes in a range of a buffer. A box that is cut off ends the list. */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const box = readHead(bytes.subarray(at, at + 16), at, to);
    if (box === null || box.to > to) break;
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** Finds a nested box by the types of its ancestors and its own type. Takes the first box of each type. */
export function findBox(bytes: Buffer, path: readonly string[], from = 0, to = bytes.length): Box | null {
  let found: Box = { type: '', from, to };
  for (const type of path) {
    const next = boxesIn(bytes, found.from, found.to).find((box) => box.type === type);
    if (next === undefined) return null;
    found = next;
  }
  return found;
}

function readHead(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const size = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  if (size === 0) return { type, from: at + 8, to: end };
  if (size === 1) {
    const large = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
    return large < 16 ? null : { type, from: at + 16, to: at + large };
  }
  return size < 8 ? null : { type, from: at + 8, to: at + size };
}

export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + contents.reduce((sum, each) => sum + each.length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...contents]);
}

export const fullBox = (type: string, versionAndFlags: number, ...contents: readonly Buffer[]): Buffer =>
  box(type, uint32(versionAndFlags), ...contents);

export const uint32 = (...values: readonly number[]): Buffer => uint32List(values);

/** Writes 32-bit numbers. A call can have fewer arguments than some lists have entries. */
export function uint32List(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at));
  return bytes;
}

/** The samples of a track, with their positions in the file. */
export interface Samples {
  readonly count: number;
  readonly sizes: Uint32Array;
  readonly offsets: Float64Array;
  /** The start of each sample, in units of the track. The last entry is the end of the last sample. */
  readonly times: Float64Array;
  /** Set if each of these samples holds all samples of a chunk. */
  readonly isGrouped?: true;
}

export interface Track {
  readonly id: number;
  /** The type of the track, such as `soun` or `text`. */
  readonly kind: string;
  /** Units in a second. */
  readonly scale: number;
  /** The four letters of the codec, such as `mp4a`. */
  readonly format: string;
  /** The contents of the sample description. */
  readonly description: Buffer;
  /** Ids of the tracks that contain the chapters of this track. */
  readonly chapterTracks: readonly number[];
  /** The time at which players start, in units of the track. */
  readonly firstTime: number;
  /** Seconds of the film before that time. */
  readonly delay: number;
  /** As three letters; null if it is not said. */
  readonly language: string | null;
  samples(): Samples;
}

/** Maximum number of samples of one track. Two hundred hours of sound have fewer. */
const MOST_SAMPLES = 40_000_000;
/** Maximum number of tracks that are read. Films have some dozens. */
const MOST_TRACKS = 200;
/** More samples of one size, such as those of PCM, are read as one sample for each chunk. */
const MOST_SINGLE = 2_000_000;

/**
 * Reads the tracks of a `moov` box. Leaves out a track that cannot be read.
 *
 * @param fileSize the size of the file in bytes. No track has more samples (CAT-262).
 */
export function readTracks(moov: Buffer, fileSize: number): readonly Track[] {
  const film = findBox(moov, ['mvhd']);
  const filmScale =
    film === null ? 1 : moov.readUInt32BE(film.from + (moov.readUInt8(film.from) === 1 ? 20 : 12));
  return boxesIn(moov)
    .filter(({ type }) => type === 'trak')
    .slice(0, MOST_TRACKS)
    .flatMap((trak) => {
      try {
        return readTrack(moov, trak, filmScale || 1, fileSize) ?? [];
      } catch (error) {
        if (error instanceof RangeError) return [];
        throw error;
      }
    });
}

function readTrack(moov: Buffer, trak: Box, filmScale: number, fileSize: number): Track | null {
  const find = (...path: readonly string[]): Buffer | null => {
    const found = findBox(moov, path, trak.from, trak.to);
    return found === null ? null : moov.subarray(found.from, found.to);
  };
  const header = find('tkhd');
  const media = find('mdia', 'mdhd');
  const handler = find('mdia', 'hdlr');
  const description = find('mdia', 'minf', 'stbl', 'stsd');
  if (header === null || media === null || handler === null || description === null) return null;
  const references = find('tref', 'chap');
  const edits = find('edts', 'elst');
  return {
    id: header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12),
    kind: handler.toString('latin1', 8, 12),
    scale: media.readUInt32BE(media.readUInt8(0) === 1 ? 20 : 12),
    format: description.toString('latin1', 12, 16),
    description,
    chapterTracks: references === null ? [] : numbersIn(references),
    ...(edits === null ? { firstTime: 0, delay: 0 } : firstEdit(edits, filmScale)),
    language: languageOf(media.readUInt16BE(media.readUInt8(0) === 1 ? 32 : 20)),
    samples: () => readSamples(find, fileSize),
  };
}

const numbersIn = (bytes: Buffer): readonly number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32BE(4 * at));

/** Three letters of five bits each. Older files have the number of a language of the Macintosh instead. */
function languageOf(packed: number): string | null {
  const letters = [packed >> 10, packed >> 5, packed].map((letter) => 0x60 + (letter & 31));
  return packed < 0x400 || packed === 0x7fff ? null : String.fromCharCode(...letters);
}

/** The start of the first edit that is not a pause, and the length of the pauses before it. */
function firstEdit(edits: Buffer, filmScale: number): Pick<Track, 'firstTime' | 'delay'> {
  const isLong = edits.readUInt8(0) === 1;
  const count = Math.min(edits.readUInt32BE(4), 100);
  let paused = 0;
  for (let at = 0; at < count; at++) {
    const entry = 8 + at * (isLong ? 20 : 12);
    const length = isLong ? Number(edits.readBigUInt64BE(entry)) : edits.readUInt32BE(entry);
    const time = isLong ? Number(edits.readBigInt64BE(entry + 8)) : edits.readInt32BE(entry + 4);
    if (time >= 0) return { firstTime: time, delay: paused / filmScale };
    paused += length;
  }
  return { firstTime: 0, delay: 0 };
}

function readSamples(find: (...path: readonly string[]) => Buffer | null, fileSize: number): Samples {
  const table = (type: string): Buffer | null => find('mdia', 'minf', 'stbl', type);
  const chunks = readChunks(table('stco'), table('co64'));
  const stsz = table('stsz');
  const same = stsz?.readUInt32BE(4) ?? 0;
  const count = bounded((stsz ?? required(table('stz2'))).readUInt32BE(8), same, fileSize);
  const runs = readRuns(required(table('stsc')), chunks.length);
  if (same > 0 && count > MOST_SINGLE) {
    const groups = groupSamples(runs, chunks, count);
    const sizes = groups.map((samples) => samples * same);
    const times = readTimes(table('stts'), groups);
    return { count: groups.length, sizes, offsets: chunks.slice(0, groups.length), times, isGrouped: true };
  }
  const sizes = stsz === null ? readSmallSizes(required(table('stz2')), count) : readSizes(stsz, count);
  return {
    count,
    sizes,
    offsets: offsetsOfSamples(sizes, runs, chunks),
    times: readTimes(table('stts'), count),
  };
}

function readSizes(stsz: Buffer, count: number): Uint32Array {
  const same = stsz.readUInt32BE(4);
  if (same !== 0) return new Uint32Array(count).fill(same);
  requireRoom(stsz, 12 + 4 * count);
  return Uint32Array.from({ length: count }, (_, at) => stsz.readUInt32BE(12 + 4 * at));
}

function readSmallSizes(stz2: Buffer, count: number): Uint32Array {
  const bits = stz2.readUInt8(7);
  requireRoom(stz2, 12 + Math.ceil((count * bits) / 8));
  return Uint32Array.from({ length: count }, (_, at) => {
    if (bits === 16) return stz2.readUInt16BE(12 + 2 * at);
    if (bits === 8) return stz2.readUInt8(12 + at);
    const pair = stz2.readUInt8(12 + (at >> 1));
    return at % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

function readChunks(stco: Buffer | null, co64: Buffer | null): Float64Array {
  const table = required(stco ?? co64);
  const width = stco === null ? 8 : 4;
  const count = table.readUInt32BE(4);
  requireRoom(table, 8 + width * count);
  return Float64Array.from({ length: count }, (_, at) =>
    width === 4 ? table.readUInt32BE(8 + 4 * at) : Number(table.readBigUInt64BE(8 + 8 * at)),
  );
}

/** Chunks that follow each other, with the same number of samples. Chunks count from 0. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly perChunk: number;
}

function readRuns(stsc: Buffer, chunks: number): readonly Run[] {
  const entries = stsc.readUInt32BE(4);
  requireRoom(stsc, 8 + 12 * entries);
  const runs: Run[] = [];
  let from = stsc.readUInt32BE(8) - 1;
  for (let entry = 0; entry < entries && from < chunks; entry++) {
    const to = entry + 1 < entries ? stsc.readUInt32BE(20 + 12 * entry) - 1 : chunks;
    // Each run starts after the one before. So no chunk is read twice.
    if (from < 0 || to <= from) throw new RefusedFileError(NO_LOCATION);
    runs.push({ from, to: Math.min(to, chunks), perChunk: stsc.readUInt32BE(12 + 12 * entry) });
    from = to;
  }
  return runs;
}

function offsetsOfSamples(sizes: Uint32Array, runs: readonly Run[], chunks: Float64Array): Float64Array {
  const offsets = new Float64Array(sizes.length);
  let sample = 0;
  for (const { from, to, perChunk } of runs) {
    for (let chunk = from; chunk < to && sample < sizes.length; chunk++) {
      let offset = chunks[chunk] ?? 0;
      for (let each = 0; each < perChunk && sample < sizes.length; each++) {
        offsets[sample] = offset;
        offset += sizes[sample] ?? 0;
        sample += 1;
      }
    }
  }
  if (sample < sizes.length) throw new RefusedFileError(NO_LOCATION);
  return offsets;
}

/** The number of samples in each chunk. */
function groupSamples(runs: readonly Run[], chunks: Float64Array, count: number): Uint32Array {
  const groups = new Uint32Array(chunks.length);
  let used = 0;
  let left = count;
  for (const { from, to, perChunk } of runs) {
    for (let chunk = from; chunk < to && left > 0; chunk++) {
      groups[chunk] = Math.min(perChunk, left);
      left -= groups[chunk] ?? 0;
      used = chunk + 1;
    }
  }
  if (left > 0) throw new RefusedFileError(NO_LOCATION);
  return groups.subarray(0, used);
}

/** @param groups the number of samples, or their number in each group */
function readTimes(stts: Buffer | null, groups: number | Uint32Array): Float64Array {
  if (stts === null) throw new RefusedFileError('it does not say how long its sound is');
  const count = typeof groups === 'number' ? groups : groups.length;
  const times = new Float64Array(count + 1);
  const entries = stts.readUInt32BE(4);
  let entry = 0;
  let repeats = 0;
  let length = 0;
  let time = 0;
  for (let at = 0; at < count; at++) {
    times[at] = time;
    let open = typeof groups === 'number' ? 1 : (groups[at] ?? 0);
    while (open > 0) {
      if (repeats === 0) {
        if (entry >= entries) break;
        requireRoom(stts, 16 + 8 * entry);
        repeats = stts.readUInt32BE(8 + 8 * entry);
        length = stts.readUInt32BE(12 + 8 * entry);
        entry += 1;
        continue;
      }
      const some = Math.min(open, repeats);
      time += some * length;
      repeats -= some;
      open -= some;
    }
  }
  times[count] = time;
  return times;
}

const NO_LOCATION = 'it does not say where its sound is';

function required(table: Buffer | null): Buffer {
  if (table === null) throw new RefusedFileError(NO_LOCATION);
  return table;
}

/** A sample has at least one byte, so a file has no more samples than bytes (CAT-262). */
function bounded(count: number, same: number, fileSize: number): number {
  if (count * Math.max(same, 1) > fileSize) throw new RefusedFileError('its description is damaged');
  if (same === 0 && count > MOST_SAMPLES) throw new RefusedFileError('it has too many samples');
  return count;
}

function requireRoom(bytes: Buffer, length: number): void {
  if (bytes.length < length) throw new RefusedFileError('its description is damaged');
}

/** Returns the byte ranges of samples. Adjacent samples share one range. */
export function rangesOf({ sizes, offsets }: Samples, from: number, to: number): readonly ByteRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (let at = from; at < to; at++) {
    const offset = offsets[at] ?? 0;
    const size = sizes[at] ?? 0;
    const last = ranges.at(-1);
    if (last?.to === offset) last.to = offset + size;
    else ranges.push({ from: offset, to: offset + size });
  }
  return ranges;
}
