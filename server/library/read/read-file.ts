import { type Container, type Sound, type Chapter, type Span, type PartOfFile } from './sound.ts';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileBytes, RefusedFileError } from './bytes.ts';
import { versionOfCode } from './code-version.ts';
import { partsOfFlac, readFlac } from './flac.ts';
import { partsOfMp3, readMp3 } from './mp3.ts';
import { partsOfMp4, readMp4, readTextTracks } from './mp4.ts';
import { partsOfOgg, readOgg } from './ogg.ts';
import { NO_TAGS, readPicture, readTags, readTextTags, type Tags, type TextInside } from './tags.ts';
import { whyNotRead } from './unplayable.ts';
import { isMp3InWav, partsOfWav, readWav } from './wav.ts';

/** Changes with the code that reads sounds. Then the next import reads every file once more (CAT-163). */
export const FACTS_VERSION = versionOfCode([fileURLToPath(import.meta.url)]);

export interface FileFacts {
  /** The version of the code that read it. */
  readonly version: string;
  /** A hash of the sound. Another name, another folder or other tags do not change it. */
  readonly audioId: string;
  readonly container: Container;
  readonly codec: string;
  readonly seconds: number;
  readonly tags: Tags;
  /** Chapters in order; the first starts at 0. Empty if the file has fewer than two. */
  readonly chapters: readonly Chapter[];
  /** True if the file can only be played whole. */
  readonly isIndivisible?: boolean;
  /** True if the file holds what is said. It is read again when it is needed. */
  readonly hasText?: boolean;
  readonly notes: readonly string[];
}

interface Reader {
  readonly read: (file: FileBytes) => Sound;
  readonly parts: (file: FileBytes, spans: readonly Span[]) => readonly PartOfFile[];
}

const READERS: Readonly<Record<Container, Reader>> = {
  mp3: { read: readMp3, parts: partsOfMp3 },
  mp4: { read: readMp4, parts: partsOfMp4 },
  ogg: { read: readOgg, parts: partsOfOgg },
  flac: { read: readFlac, parts: partsOfFlac },
  wav: { read: readWav, parts: partsOfWav },
};

const LONGEST_SECONDS = 1000 * 3600;

/**
 * Reads the facts of a file.
 *
 * @param alive called several times while a large file is read
 * @param known the hash of the sound, if the file is known and unchanged. It is not computed again. So the file stays the
 *   same sound, although this release may compute another hash.
 * @throws {RefusedFileError}
 */
export async function readFile(
  path: string,
  alive: () => void,
  known: string | null = null,
): Promise<FileFacts> {
  const file = new FileBytes(path);
  try {
    if (file.size === 0) throw new RefusedFileError('it is empty');
    const container = containerOf(file);
    const sound = readSound(file, container);
    const audioId = known ?? hashOf(file, sound, alive);
    const notes = [...sound.notes];
    const { tags, chapters, hasText } = await readTags(path, sound.tagBlocks).catch(() => {
      notes.push('its tags cannot be read');
      return { tags: NO_TAGS, chapters: [], hasText: false };
    });
    const seconds = sound.seconds ?? 0;
    if (!(seconds > 0) || seconds > LONGEST_SECONDS) throw new RefusedFileError('its length is not known');
    const found = chapters.length > 1 ? chapters : sound.chapters;
    const isIndivisible = sound.isIndivisible === true;
    if (found.length > 1 && isIndivisible) notes.push('its chapters are not used; it is one track');
    return {
      version: FACTS_VERSION,
      audioId,
      container,
      codec: sound.codec,
      seconds,
      tags,
      chapters: orderedChapters(found, seconds),
      isIndivisible,
      hasText: hasText || sound.hasText === true,
      notes,
    };
  } finally {
    file.close();
  }
}

/** Reads the sound. If there is none, the first bytes may say what the file is. */
function readSound(file: FileBytes, container: Container): Sound {
  try {
    return READERS[container].read(file);
  } catch (error) {
    const reason = container === 'mp3' ? whyNotRead(file.at(endOfId3(file), 16)) : null;
    throw reason === null ? error : new RefusedFileError(reason);
  }
}

/**
 * Makes the parts of a file for these spans.
 *
 * @throws {RefusedFileError}
 */
export function partsOf(path: string, container: Container, spans: readonly Span[]): readonly PartOfFile[] {
  const file = new FileBytes(path);
  try {
    return READERS[container].parts(file, spans);
  } finally {
    file.close();
  }
}

/** Reads the texts in a file: of its tracks, and of its tags. */
export async function readTexts(path: string, container: Container): Promise<readonly TextInside[]> {
  const file = new FileBytes(path);
  try {
    const tracks = container === 'mp4' ? readTextTracks(file) : [];
    return [...tracks, ...(await readTextTags(path, tagBlocksIn(file, container)).catch(() => []))];
  } finally {
    file.close();
  }
}

/** Reads the picture in a file; null if it has none. */
export async function readPictureIn(path: string): Promise<Uint8Array | null> {
  const file = new FileBytes(path);
  try {
    return await readPicture(path, tagBlocksIn(file, containerOf(file)));
  } finally {
    file.close();
  }
}

const tagBlocksIn = (file: FileBytes, container: Container): Buffer | undefined =>
  container === 'ogg' ? readOgg(file).tagBlocks : undefined;

/** Finds the container by the first bytes, because the name of a file may be wrong. */
function containerOf(file: FileBytes): Container {
  const head = file.at(0, 16);
  const name = head.toString('latin1');
  if (name.startsWith('OggS')) return 'ogg';
  if (name.startsWith('fLaC')) return 'flac';
  if (name.startsWith('RIFF') && name.slice(8, 12) === 'WAVE') return isMp3InWav(file) ? 'mp3' : 'wav';
  if (/^(?:ftyp|moov|mdat|free|skip|wide)$/.test(name.slice(4, 8))) return 'mp4';
  return file.at(endOfId3(file), 4).toString('latin1') === 'fLaC' ? 'flac' : 'mp3';
}

/** The position after the tag at the start; 0 without a tag. */
function endOfId3(file: FileBytes): number {
  const head = file.at(0, 10);
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}

function hashOf(file: FileBytes, sound: Sound, alive: () => void): string {
  const hash = createHash('sha256');
  let since = 0;
  for (const range of sound.audio) {
    for (const piece of file.pieces(range)) {
      hash.update(piece);
      since += piece.length;
      if (since > 64 * 1024 * 1024) {
        alive();
        since = 0;
      }
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Seconds. Chapters that are closer than this become one. */
const SHORTEST = 0.5;

/**
 * Orders chapters by time, and leaves out chapters beyond the end or too close to the one before. The first chapter
 * starts at 0. Returns none if fewer than two remain.
 */
export function orderedChapters(found: readonly Chapter[], seconds: number): readonly Chapter[] {
  const chapters: Chapter[] = [];
  for (const chapter of found.toSorted((one, other) => one.start - other.start)) {
    if (!(chapter.start >= 0) || chapter.start > seconds - SHORTEST) continue;
    const last = chapters.at(-1);
    if (last !== undefined && chapter.start - last.start < SHORTEST) continue;
    chapters.push(last === undefined ? { ...chapter, start: 0 } : chapter);
  }
  return chapters.length < 2 ? [] : chapters;
}

const EXTENSIONS = /^\.(?:mp3|m4a|m4b|m4r|mp4|ogg|oga|opus|flac|wav|wave)$/i;

/** True if a file may contain sound, by the ending of its name. */
export const isSoundName = (name: string): boolean => EXTENSIONS.test(extname(name));
