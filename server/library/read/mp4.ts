import {
  type Box,
  topBoxes,
  readDescription,
  boxesIn,
  findBox,
  rangesOf,
  readTracks,
  type Samples,
  type Track,
} from './mp4-tracks.ts';
import { isUtf8 } from 'node:buffer';
import { MOST_CUES } from 'audio-streaming-transcripts/cue';
import { type FileBytes, RefusedFileError } from './bytes.ts';
import { textRepair } from './encoding.ts';
import { mp4Part } from './mp4-write.ts';
import { type Chapter, type PartOfFile, type Sound, type Span, MOST_CHAPTERS } from './sound.ts';
import type { TextInside } from './tags.ts';
import { noteOfMp4, whyEncrypted } from './unplayable.ts';

interface Mp4 {
  readonly file: FileBytes;
  readonly moov: Buffer;
  readonly tracks: readonly Track[];
  readonly sound: Track;
  readonly samples: Samples;
}

const NAMES: Readonly<Record<string, string>> = { mp4a: 'aac', fLaC: 'flac', Opus: 'opus', '.mp3': 'mp3' };

function open(file: FileBytes): Mp4 {
  const boxes = topBoxes(file);
  if (!boxes.some(({ type }) => type === 'ftyp' || type === 'moov')) {
    throw new RefusedFileError('no MP4 sound was found in it');
  }
  const moov = readDescription(file, boxes);
  const tracks = readTracks(moov, file.size);
  const sound = tracks.find(({ kind }) => kind === 'soun');
  if (sound === undefined || sound.scale === 0) throw new RefusedFileError('no sound was found in it');
  const encrypted = whyEncrypted(sound.format);
  if (encrypted !== null) throw new RefusedFileError(encrypted);
  if (boxes.some(({ type }) => type === 'moof')) {
    throw new RefusedFileError('it is a fragmented MP4, which the library does not read yet');
  }
  const samples = sound.samples();
  if (samples.count === 0) throw new RefusedFileError('no sound was found in it');
  const end = Math.max(
    ...[0, samples.count - 1].map((at) => (samples.offsets[at] ?? 0) + (samples.sizes[at] ?? 0)),
  );
  if (end > file.size) throw new RefusedFileError('it is incomplete: its sound is cut off');
  // Samples that share their bytes would be read again and again (CAT-262).
  const total = samples.sizes.reduce((sum, size) => sum + size, 0);
  if (total > file.size) throw new RefusedFileError('its description is damaged');
  return { file, moov, tracks, sound, samples };
}

export function readMp4(file: FileBytes): Sound {
  const mp4 = open(file);
  const { sound, samples } = mp4;
  const seconds = ((samples.times[samples.count] ?? 0) - sound.firstTime) / sound.scale;
  const note = noteOfMp4(sound.format, sound.description);
  return {
    container: 'mp4',
    codec: NAMES[sound.format] ?? sound.format.trim(),
    seconds,
    audio: rangesOf(samples, 0, samples.count),
    chapters: readChapters(mp4, seconds),
    hasText: textTracks(mp4).length > 0,
    ...(samples.isGrouped === true && { isIndivisible: true }),
    notes: note === null ? [] : [note],
  };
}

/** Reads the chapters from the chapter track or from the list of Nero. If a file has both, the longer list is used. */
function readChapters(mp4: Mp4, seconds: number): readonly Chapter[] {
  const found = [chapterTrack(mp4), neroChapters(mp4.moov)].map((chapters) =>
    chapters.filter(({ start }) => start >= 0 && start < seconds),
  );
  const [track = [], nero = []] = found;
  const chapters = nero.length > track.length ? nero : track;
  const repair = textRepair(chapters.map(({ title }) => title));
  return chapters.map(({ title, start }) => ({ title: repair(title) ?? '', start }));
}

function chapterTrack({ file, tracks, sound }: Mp4): readonly Chapter[] {
  const track = tracks.find(({ id, kind }) => sound.chapterTracks.includes(id) && kind !== 'vide');
  if (track === undefined || track.scale === 0) return [];
  try {
    const samples = track.samples();
    return Array.from({ length: Math.min(samples.count, MOST_CHAPTERS) }, (_, at) => {
      const sample = file.at(samples.offsets[at] ?? 0, Math.min(samples.sizes[at] ?? 0, 4096));
      return { title: textOf(sample), start: (samples.times[at] ?? 0) / track.scale };
    });
  } catch (error) {
    // If the chapters cannot be read, the sound is used without them.
    if (error instanceof RefusedFileError || error instanceof RangeError) return [];
    throw error;
  }
}

/** The tracks with what is said, as subtitles. Chapters and subtitles that are pictures are others. */
const textTracks = ({ tracks }: Mp4): readonly Track[] =>
  tracks.filter(
    ({ id, format, scale }) =>
      /^(?:tx3g|text|wvtt)$/u.test(format) &&
      scale > 0 &&
      !tracks.some(({ chapterTracks }) => chapterTracks.includes(id)),
  );

/** Reads the text of the tracks of a file (TEXT-15). A track that is damaged is left out. */
export function readTextTracks(file: FileBytes): readonly TextInside[] {
  const mp4 = open(file);
  return textTracks(mp4).flatMap((track): readonly TextInside[] => {
    try {
      const { count, sizes, offsets, times } = track.samples();
      const segments = Array.from({ length: Math.min(count, MOST_CUES) }, (_, at) => {
        const [start = 0, end = 0] = [times[at], times[at + 1]].map(
          (time) => ((time ?? 0) - track.firstTime) / track.scale + track.delay,
        );
        const bytes = file.at(offsets[at] ?? 0, Math.min(sizes[at] ?? 0, 16_384));
        return { start, end, text: track.format === 'wvtt' ? webVttIn(bytes) : textOf(bytes) };
      }).filter(({ text }) => text.trim() !== '');
      return [{ language: track.language, text: JSON.stringify({ segments }), type: 'json' }];
    } catch (error) {
      if (error instanceof RefusedFileError || error instanceof RangeError) return [];
      throw error;
    }
  });
}

/** The text of a sample of a text track, without its style. */
function textOf(sample: Buffer): string {
  const length = sample.length < 2 ? 0 : sample.readUInt16BE(0);
  return decode(sample.subarray(2, 2 + length));
}

/** The text of the cues of a sample with WebVTT. */
const webVttIn = (sample: Buffer): string =>
  boxesIn(sample)
    .filter(({ type }) => type === 'vttc')
    .map(({ from, to }) => findBox(sample, ['payl'], from, to))
    .map((text) => (text === null ? '' : sample.toString('utf8', text.from, text.to)))
    .join('\n');

/** Decodes UTF-16 with a byte order mark, else UTF-8, else Latin-1. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) {
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  }
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2);
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

function neroChapters(moov: Buffer): readonly Chapter[] {
  const list = findBox(moov, ['udta', 'chpl']);
  if (list === null) return [];
  return readNero(moov, list);
}

function readNero(moov: Buffer, { from, to }: Box): readonly Chapter[] {
  const chapters: Chapter[] = [];
  // Version and flags, four reserved bytes in version 1, then the number of chapters.
  const isVersion1 = to > from && moov.readUInt8(from) === 1;
  let at = from + (isVersion1 ? 9 : 5);
  while (at + 9 <= to && chapters.length < MOST_CHAPTERS) {
    // The unit is 100 nanoseconds.
    const start = Number(moov.readBigUInt64BE(at)) / 1e7;
    const length = moov.readUInt8(at + 8);
    if (at + 9 + length > to) break;
    chapters.push({ title: decode(moov.subarray(at + 9, at + 9 + length)), start });
    at += 9 + length;
  }
  return chapters;
}

/** Makes parts with descriptions of their own. Each part starts at the exact moment. */
export function partsOfMp4(file: FileBytes, spans: readonly Span[]): readonly PartOfFile[] {
  const { moov, sound, samples } = open(file);
  const brand = boxesIn(moov).length > 0 ? 'M4A ' : 'isom';
  return spans.map((span) => mp4Part(brand, sound, samples, span));
}
