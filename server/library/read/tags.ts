import { createHash } from 'node:crypto';
import {
  type IAudioMetadata,
  type ILyricsTag,
  LyricsContentType,
  parseBuffer,
  parseFile,
  selectCover,
  TimestampFormat,
} from 'music-metadata';
import { readCue } from './cue-sheet.ts';
import { authorsIn, languageIn, namesOf } from './names.ts';
import { type Chapter, MOST_CHAPTERS } from './sound.ts';
import { textRepair } from './encoding.ts';
import { dateIn, readClock, words } from './bytes.ts';
import { descriptionText, visibleLine } from './visible-text.ts';

/** The tags of a file. Missing fields are null or empty. */
export interface Tags {
  readonly title: string | null;
  readonly album: string | null;
  readonly subtitle: string | null;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series: string | null;
  /** The position in the series. */
  readonly sequence: string | null;
  /** An ISO date. */
  readonly published: string | null;
  readonly language: string | null;
  readonly description: string | null;
  readonly genres: readonly string[];
  readonly year: number | null;
  readonly track: number | null;
  readonly disc: number | null;
  /** A hash of the embedded picture; null without a picture. */
  readonly cover: string | null;
}

export interface TagsAndChapters {
  readonly tags: Tags;
  readonly chapters: readonly Chapter[];
  /** True if the tags hold what is said. */
  readonly hasText: boolean;
}

/** A transcript that is inside a sound file. `text` has the format of a transcript file of this `type`. */
export interface TextInside {
  readonly language: string | null;
  readonly text: string;
  readonly type: 'txt' | 'json';
}

export const NO_TAGS: Tags = {
  title: null,
  album: null,
  subtitle: null,
  authors: [],
  narrators: [],
  series: null,
  sequence: null,
  published: null,
  language: null,
  description: null,
  genres: [],
  year: null,
  track: null,
  disc: null,
  cover: null,
};

/**
 * Reads tags and chapters. The chapters of MP4 are read elsewhere, because damaged ones would make the tags
 * unreadable.
 *
 * @param blocks the tags in the form of a FLAC file, if the file itself has them in another form
 */
export async function readTags(path: string, blocks?: Buffer): Promise<TagsAndChapters> {
  const metadata = await parse(path, blocks);
  const { common, native } = metadata;
  const chapters = chaptersOf(metadata);
  const repair = textRepair([
    common.title,
    common.album,
    ...(common.subtitle ?? []),
    ...(common.albumartists ?? common.artists ?? [common.artist]),
    ...(common.composer ?? []),
    ...(common.genre ?? []),
    ...(common.description ?? []),
    ...(common.comment ?? []).map(({ text }) => text),
    nativeText(native, SERIES),
    nativeText(native, NARRATOR),
    ...chapters.map(({ title }) => title),
  ]);
  return {
    tags: tagsOf(metadata, (text) => (typeof text === 'string' ? repair(text) : null)),
    chapters: chapters.map(({ title, start }) => ({ title: repair(title) ?? '', start })),
    hasText: textsIn(metadata).length > 0,
  };
}

const OPTIONS = { duration: false, includeChapters: false, skipPostHeaders: false } as const;

const parse = (path: string, blocks: Buffer | undefined): Promise<IAudioMetadata> =>
  blocks === undefined
    ? parseFile(path, OPTIONS)
    : parseBuffer(blocks, { mimeType: 'audio/flac', size: blocks.length }, OPTIONS);

/** Reads what is said from the tags of a file (TEXT-15). */
export async function readTextTags(path: string, blocks?: Buffer): Promise<readonly TextInside[]> {
  return textsIn(await parse(path, blocks));
}

/** The names of Vorbis comments, and of the fields of other tags that are called so. Some name the language. */
const LYRICS =
  /^(?:TXXX:|----:com\.apple\.iTunes:)?(?:(?:un)?synced[ _]?)?lyrics(?:[-:_ ](?<language>[a-z]{2,3}))?$/iu;
const isLyrics = (value: unknown): value is ILyricsTag => typeof value === 'object' && value !== null;

function textsIn({ common, native, format }: IAudioMetadata): readonly TextInside[] {
  const comments = (common.comment ?? []).map(({ text }) => text);
  const descriptions = [common.longDescription, ...(common.description ?? []), ...comments].map((text) =>
    text?.trim(),
  );
  return Object.values(native)
    .flat()
    .flatMap(({ id, value }): readonly TextInside[] => {
      const named = LYRICS.exec(id);
      if (typeof value === 'string') {
        // Programs for podcasts keep the description there too.
        if ((named === null && id !== '©lyr') || descriptions.includes(value.trim())) return [];
        return [textInside(named?.groups?.['language'], value)];
      }
      if (!/^(?:USLT|ULT|SYLT)$/u.test(id) || !isLyrics(value)) return [];
      if (!Array.isArray(value.syncText)) {
        const text = value.text ?? '';
        return descriptions.includes(text.trim()) ? [] : [textInside(value.language, text)];
      }
      // Others hold chords, addresses, pictures and more.
      if (value.contentType > LyricsContentType.text) return [];
      const { sampleRate = 44_100 } = format;
      const unit =
        value.timeStampFormat === TimestampFormat.mpegFrameNumber
          ? (sampleRate < 32_000 ? 576 : 1152) / sampleRate
          : 0.001;
      return [{ ...textInside(value.language, timedLines(value.syncText, unit)), type: 'json' }];
    })
    .filter(({ text }) => text.trim() !== '');
}

const textInside = (language: string | undefined, text: string): TextInside => ({
  language: language ?? null,
  text,
  type: 'txt',
});

/** The lines of words or syllables with times. A line break starts or ends a line. */
function timedLines(parts: ILyricsTag['syncText'], unit: number): string {
  const hasLines = parts.slice(1).some(({ text }) => /^\s*\n|\n\s*$/u.test(text));
  const lines: { startTime: number; body: string }[] = [];
  let isOpen = false;
  for (const { text, timestamp = 0 } of parts) {
    const line = lines.at(-1);
    if (line !== undefined && hasLines && isOpen && !/^\s*\n/u.test(text)) line.body += text;
    else lines.push({ startTime: timestamp * unit, body: text });
    isOpen = !/\n\s*$/u.test(text);
  }
  return JSON.stringify({ segments: lines });
}

/** Reads the picture in a file; null if it has none. */
export async function readPicture(path: string, blocks?: Buffer): Promise<Uint8Array | null> {
  const { common } = await parse(path, blocks);
  return selectCover(common.picture)?.data ?? null;
}

type Repair = (text: string | null | undefined) => string | null;

function tagsOf({ common, native }: IAudioMetadata, repair: Repair): Tags {
  const picture = selectCover(common.picture);
  const narrator = nativeText(native, NARRATOR);
  const artists = common.albumartists ?? common.artists ?? [common.artist];
  const line = (text: string | undefined): string | null => words(repair(text));
  return {
    title: line(common.title),
    album: line(common.album),
    subtitle: line(common.subtitle?.[0]),
    authors: authorsIn(namesOf(artists.map(repair))),
    narrators: namesOf((narrator === undefined ? (common.composer ?? []) : [narrator]).map(repair)),
    series: line(nativeText(native, SERIES) ?? common.movement ?? common.grouping),
    sequence: line(nativeText(native, SEQUENCE) ?? common.movementIndex.no?.toString()),
    published: dateIn(common.originaldate ?? (common.originalyear === undefined ? common.date : undefined)),
    language: languageIn(line(common.language)),
    description: descriptionOf(common, repair),
    genres: genresIn((common.genre ?? []).map(repair)),
    year: common.originalyear ?? common.year ?? null,
    track: common.track.no,
    disc: common.disk.no,
    cover: picture === null ? null : createHash('sha256').update(picture.data).digest('hex').slice(0, 16),
  };
}

/** The name of a comment that a program wrote for itself. */
const OWN_COMMENT =
  /^(?:itun|itunes|id3v1|songs-db|musicmatch|cddb|media jukebox|accurateript|accuraterip|engineer|rip|encod|tool|cuesheet|log|catalog)/iu;
/** Numbers of iTunes, a bare address, or the name of a program that made the file. */
const NO_DESCRIPTION =
  /^(?:[\da-f\s.,+:/-]*|(?:https?:\/\/|www\.)\S+|(?:(?:encoded|ripped|converted|created|made|produced|downloaded|generated|tagged|processed|mastered)\s(?:by|with|using|from|in|on)\b|exact audio copy|eac\b|lame\b|lavf|lavc|ffmpeg|freac|audacity|inaudible|openaudible|audible\s*audiobook|track\s*\d).{0,200})$/iu;

/** The first description or comment that is for listeners (CAT-129). */
function descriptionOf(
  { longDescription, description, comment }: IAudioMetadata['common'],
  repair: Repair,
): string | null {
  const comments = (comment ?? []).filter(({ descriptor }) => !OWN_COMMENT.test((descriptor ?? '').trim()));
  for (const text of [longDescription, ...(description ?? []), ...comments.map((each) => each.text)]) {
    const shown = descriptionText((repair(text) ?? '').trim());
    if (shown !== '' && !NO_DESCRIPTION.test(shown.slice(0, 1000))) return shown;
  }
  return null;
}

const MOST_GENRES = 50;

function genresIn(texts: readonly (string | null)[]): readonly string[] {
  const found = texts
    .flatMap((text) => (words(text) ?? '').split(/[;,/|]/u))
    .flatMap((name) => words(name) ?? []);
  return [...new Set(found)].slice(0, MOST_GENRES);
}

const SERIES = /^(?:TXXX:|----:com\.apple\.iTunes:)?series$/i;
const SEQUENCE = /^(?:TXXX:|----:com\.apple\.iTunes:)?series[ _-]?(?:part|index|sequence)$/i;
const NARRATOR = /^(?:(?:TXXX:|----:com\.apple\.iTunes:)?narrator|©nrt)$/i;

function nativeText(native: IAudioMetadata['native'], id: RegExp): string | undefined {
  for (const tags of Object.values(native)) {
    for (const tag of tags) if (id.test(tag.id) && typeof tag.value === 'string') return tag.value;
  }
  return undefined;
}

function chaptersOf({ format, native }: IAudioMetadata): readonly Chapter[] {
  const frames = (format.chapters ?? []).slice(0, MOST_CHAPTERS).map(({ title, start, timeScale }) => ({
    title: words(title) ?? '',
    start: start / (timeScale ?? 1),
  }));
  if (frames.length > 0) return frames;
  const markers = nativeText(native, /^TXXX:OverDrive MediaMarkers$/iu);
  if (markers !== undefined) return markerChapters(markers);
  const comments = commentChapters(native);
  return comments.length > 0 ? comments : readCue(nativeText(native, /^(?:TXXX:)?CUESHEET$/iu) ?? '');
}

/** Longer markers are not read to their end. */
const LONGEST_MARKERS = 500_000;

/**
 * Reads the markers of OverDrive (CAT-132). A marker that only continues the chapter before it, such as "Chapter 1
 * (05:00)" or "Chapter 1 (continued)", starts no chapter.
 */
function markerChapters(xml: string): readonly Chapter[] {
  const chapters: Chapter[] = [];
  let before = '';
  for (const marker of xml
    .slice(0, LONGEST_MARKERS)
    .split(/<Marker>/iu)
    .slice(1, MOST_CHAPTERS)) {
    const inside = (name: string): string => (marker.split(`<${name}>`)[1] ?? '').split('<')[0] ?? '';
    const start = readClock(words(inside('Time')) ?? '');
    const name = visibleLine(inside('Name')).replace(
      /\s?\((?:\d{1,3}:[\d:.]{1,12}|continued|cont\.?)\)$/iu,
      '',
    );
    if (start === null || (name === before && before !== '')) continue;
    before = name;
    chapters.push({ title: name, start });
  }
  return chapters;
}

/** Reads the comments `CHAPTER001=00:01:02.003` and `CHAPTER001NAME=…` of Ogg and FLAC files. */
function commentChapters(native: IAudioMetadata['native']): readonly Chapter[] {
  const starts = new Map<string, number>();
  const titles = new Map<string, string>();
  for (const { id, value } of native['vorbis'] ?? []) {
    const [, number, field] = /^CHAPTER(\d{1,5})(NAME)?$/i.exec(id) ?? [];
    if (number === undefined || typeof value !== 'string' || starts.size >= MOST_CHAPTERS) continue;
    const start = readClock(value);
    if (field !== undefined) titles.set(number, words(value) ?? '');
    else if (start !== null) starts.set(number, start);
  }
  return [...starts].map(([number, start]) => ({ title: titles.get(number) ?? '', start }));
}
