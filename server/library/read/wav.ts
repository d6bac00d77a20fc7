import { type ByteRange, type FileBytes, RefusedFileError } from './bytes.ts';
import { noteOfWav } from './unplayable.ts';
import { headerThen, type PartOfFile, type Sound, type Span } from './sound.ts';

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
    chapters: [],
    notes: codec === undefined ? [noteOfWav(code)] : [],
  };
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
