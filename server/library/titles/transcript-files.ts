import { languageTag } from '../read/names.ts';
import { posix } from 'node:path';
import { dividedCues, type Place, type TranscriptDraft } from '../../catalogue/transcripts.ts';
import { isTranscriptName, type ListedFile } from '../folders/walk.ts';
import { type FoundTranscript } from '../read/transcripts.ts';
import type { KnownSound, Section } from './build-titles.ts';

/** A file with the transcript of a sound, or of all sounds of a title. */
export interface TranscriptFile {
  readonly file: ListedFile;
  readonly language: string | null;
  /** Null for the whole title. */
  readonly sound: KnownSound | null;
}

const LANGUAGE = /\.(?<language>[a-z]{2,3}(?:[-_][a-z\d]{2,8})?)$/iu;

/**
 * The language in the name of a file that is called as another one: `book.en.vtt` beside `book`. Undefined if it is not
 * called so.
 */
function languageBeside(path: string, wanted: string): string | null | undefined {
  const name = path.slice(0, path.length - posix.extname(path).length);
  if (name.toLowerCase() === wanted.toLowerCase()) return null;
  const { language } = LANGUAGE.exec(name)?.groups ?? {};
  if (language === undefined) return undefined;
  const isSame = name.slice(0, -language.length - 1).toLowerCase() === wanted.toLowerCase();
  return isSame ? languageTag(language) : undefined;
}

const withoutEnding = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** The language of a file beside a sound: it is called as the sound, with its ending (`book.mp3.vtt`) or without. */
function languageBesideSound(path: string, sound: string): string | null | undefined {
  const language = languageBeside(path, withoutEnding(sound));
  return language === undefined ? languageBeside(path, sound) : language;
}

/** The files with the transcript of a sound, by their names (TEXT-50). */
export const transcriptsBeside = (sound: ListedFile, files: readonly ListedFile[]): readonly ListedFile[] =>
  files.filter(
    ({ path }) =>
      isTranscriptName(posix.basename(path)) && languageBesideSound(path, sound.path) !== undefined,
  );

/** The transcripts of a title among the files beside it: of each sound, and `transcript.*` of its folder. */
export function transcriptFiles(
  sections: readonly Section[],
  files: readonly ListedFile[],
  isOnlyTitle: boolean,
): readonly TranscriptFile[] {
  const sounds = [...new Set(sections.map(({ sound }) => sound))];
  const folders = new Set(sounds.map(({ file }) => posix.dirname(file.path)));
  return files.flatMap((file): readonly TranscriptFile[] => {
    if (!isTranscriptName(posix.basename(file.path))) return [];
    for (const sound of sounds) {
      const language = languageBesideSound(file.path, sound.file.path);
      if (language !== undefined) return [{ file, language, sound }];
    }
    const folder = posix.dirname(file.path);
    const isOfFolder =
      isOnlyTitle && (folders.has(folder) || [...folders].every((each) => posix.dirname(each) === folder));
    const language = isOfFolder ? languageBeside(posix.basename(file.path), 'transcript') : undefined;
    return language === undefined ? [] : [{ file, language, sound: null }];
  });
}

/**
 * Divides a transcript among the chapters of its sound, with times from the start of each. A text without times is not
 * divided: it belongs to the first chapter of its sound, or to the whole title (TEXT-51).
 */
export function draftsOf(
  itemId: string,
  sections: readonly Section[],
  { file, language, sound }: TranscriptFile,
  read: FoundTranscript,
): readonly TranscriptDraft[] {
  const draft = {
    itemId,
    language: language ?? read.language ?? 'und',
    origin: file.path,
    isTimed: read.isTimed,
  };
  const chapterOf = (at: number): number => (sections.length > 1 ? at + 1 : 0);
  let before = 0;
  const places = sections.flatMap((section, at): readonly Place[] => {
    const from = sound === null ? before : (section.span?.start ?? 0);
    before += section.seconds;
    return sound === null || section.sound === sound
      ? [{ chapter: chapterOf(at), from, to: from + section.seconds }]
      : [];
  });
  const isWhole = places.length === sections.length;
  if (read.cues.length === 0) return [];
  if (!read.isTimed) {
    return [{ ...draft, chapter: isWhole ? 0 : (places[0]?.chapter ?? 0), cues: read.cues }];
  }
  return dividedCues(read.cues, places).map((part) => ({ ...draft, ...part }));
}
