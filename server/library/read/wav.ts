import { type ByteRange, type FileBytes, RefusedFileError, words } from './bytes.ts';
import { textRepair } from './encoding.ts';
import { codecNote, noteOfRate, noteOfWav } from './unplayable.ts';
import { type Chapter, headerThen, type PartOfFile, type Sound, type Span } from './sound.ts';

interface Wave {
  /** The contents of the `fmt ` chunk. */
  readonly format: Buffer;
  readonly bytesPerSecond: number;
  readonly bytesPerSample: number;
  readonly data: ByteRange;
}

const CODECS: Readonly<Record<number, string>> = {
  1: 'pcm',
  3: 'pcm-float',
  6: 'a-law',
  7: 'mu-law',
  0xfffe: 'pcm',
};

function readChunks(file: FileBytes): Wave {
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= file.size;) {
    const head = file.at(at, 8);
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if (name === 'fmt ') format = Buffer.from(file.at(at + 8, Math.min(size, 64)));
    if (name === 'data' && format !== null && format.length >= 16) {
      // A recording that was cut off, or written to a pipe, names a size beyond the end of the file, or none (CAT-128).
      const data = { from: at + 8, to: size === 0 ? file.size : Math.min(file.size, at + 8 + size) };
      const bytesPerSecond = format.readUInt32LE(8);
      if (bytesPerSecond === 0 || data.to <= data.from) break;
      return { format, bytesPerSecond, bytesPerSample: Math.max(1, format.readUInt16LE(12)), data };
    }
    at += 8 + size + (size % 2);
  }
  throw new RefusedFileError('no WAV sound was found in it');
}

export function readWav(file: FileBytes): Sound {
  const { format, bytesPerSecond, data } = readChunks(file);
  // An extended format names its codec at its end.
  const code = format.readUInt16LE(format.readUInt16LE(0) === 0xfffe && format.length >= 26 ? 24 : 0);
  const codec = CODECS[code];
  return {
    container: 'wav',
    codec: codec ?? `wav-${code}`,
    seconds: (data.to - data.from) / bytesPerSecond,
    audio: [data],
    chapters: cuesOf(file, format.readUInt32LE(4)),
    notes: [
      codec === undefined ? noteOfWav(code) : noteOfDepth(code, format.readUInt16LE(14)),
      noteOfRate(format.readUInt32LE(4)),
    ].filter((note) => note !== null),
  };
}

/** Bits of a sample that all browsers play, by codec. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 1: [8, 16, 24, 32], 3: [32] };

function noteOfDepth(code: number, bits: number): string | null {
  if (DEPTHS[code]?.includes(bits) !== false) return null;
  return codecNote(`PCM of ${bits} bits${code === 3 ? ' with floating point' : ''}`);
}

/** True for MP3 in WAV. It is read as MP3, because its header often names no length (CAT-128). */
export function isMp3InWav(file: FileBytes): boolean {
  try {
    let isMp3 = false;
    for (const { name, from } of chunksOf(file)) {
      if (name === 'fmt ') isMp3 = codeAt(file, from) === 0x55;
      if (name === 'data') return isMp3 && file.at(from, 2).readUInt16BE(0) >= 0xffe0;
    }
    return false;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const codeAt = (file: FileBytes, at: number): number => file.at(at, 2).readUInt16LE(0);

/** The chunks of a file, with the ranges of their contents. */
function* chunksOf(file: FileBytes): Generator<ByteRange & { readonly name: string }, void, undefined> {
  for (let at = 12; at + 8 <= file.size;) {
    const head = file.at(at, 8);
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    yield { name, from: at + 8, to: Math.min(file.size, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
}

const MOST_CUES = 10_000;
/** Bytes of the names of cues. */
const MOST_LABELS = 1024 * 1024;

/** Reads the cues of a file, with the names that its list gives them. */
function cuesOf(file: FileBytes, rate: number): readonly Chapter[] {
  const starts = new Map<number, number>();
  const titles = new Map<number, string>();
  for (const { name, from, to } of chunksOf(file)) {
    if (name === 'cue ') {
      const count = Math.min(file.at(from, 4).readUInt32LE(0), MOST_CUES, Math.floor((to - from - 4) / 24));
      for (let at = 0; at < count; at++) {
        const cue = file.at(from + 4 + 24 * at, 24);
        starts.set(cue.readUInt32LE(0), cue.readUInt32LE(20) / rate);
      }
    } else if (name === 'LIST' && file.at(from, 4).toString('latin1') === 'adtl') {
      readLabels(Buffer.from(file.at(from + 4, Math.min(to - from - 4, MOST_LABELS))), titles);
    }
  }
  const repair = textRepair([...titles.values()]);
  return [...starts].map(([id, start]) => ({ title: words(repair(titles.get(id) ?? '')) ?? '', start }));
}

function readLabels(list: Buffer, titles: Map<number, string>): void {
  for (let at = 0; at + 12 <= list.length;) {
    const size = list.readUInt32LE(at + 4);
    if (list.toString('latin1', at, at + 4) === 'labl') {
      const [text = ''] = list.toString('latin1', at + 12, Math.min(list.length, at + 8 + size)).split('\0');
      titles.set(list.readUInt32LE(at + 8), text);
    }
    at += 8 + size + (size % 2);
  }
}

export function partsOfWav(file: FileBytes, spans: readonly Span[]): readonly PartOfFile[] {
  const { format, bytesPerSecond, bytesPerSample, data } = readChunks(file);
  const positionOf = (seconds: number): number =>
    Math.min(data.to, data.from + Math.round((seconds * bytesPerSecond) / bytesPerSample) * bytesPerSample);
  return spans.map(({ start, end }) => {
    const range = { from: positionOf(start), to: positionOf(end) };
    const size = range.to - range.from;
    const header = Buffer.alloc(12 + 8 + format.length + (format.length % 2) + 8);
    header.write('RIFF', 0, 'latin1');
    header.writeUInt32LE(header.length - 8 + size, 4);
    header.write('WAVEfmt ', 8, 'latin1');
    header.writeUInt32LE(format.length, 16);
    format.copy(header, 20);
    header.write('data', header.length - 8, 'latin1');
    header.writeUInt32LE(size, header.length - 4);
    return headerThen(header, [range]);
  });
}
