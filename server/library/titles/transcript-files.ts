import { languageTag } from '../read/names.ts';
import { posix } from 'node:path';
import { dividedCues, type ChapterSpan, type TranscriptDraft } from '../../catalogue/transcripts.ts';
import { isTranscriptName, type ListedFile } from '../folders/walk.ts';
import { type FoundTranscript } from '../read/transcripts.ts';
import type { KnownSound, Section } from './title-draft.ts';

/** A file with the transcript of a sound, or of all sounds of a title. */
export interface TranscriptFile {
  readonly file: ListedFile;
  readonly language: string | null;
  /** Null for the whole title. */
  readonly sound: KnownSound | null;
}

const LANGUAGE = /\.(?<language>[a-z]{2,3}(?:[-_][a-z\d]{2,8})?)$/iu;

/** The name of a file without its ending, and without a language: `book.en.vtt` is called `book`, and also `book.en`. */
interface CalledAs {
  /** In small letters. */
  readonly name: string;
  readonly language: string | null;
}

function calledAs(path: string): readonly CalledAs[] {
  const name = withoutEnding(path);
  const { language } = LANGUAGE.exec(name)?.groups ?? {};
  const whole = { name: name.toLowerCase(), language: null };
  if (language === undefined) return [whole];
  const short = name.slice(0, -language.length - 1).toLowerCase();
  return [whole, { name: short, language: languageTag(language) }];
}

const withoutEnding = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** The names of files beside a sound: it is called as the sound, with its ending (`book.mp3.vtt`) or without. */
const namesBeside = ({ path }: ListedFile): readonly string[] => [
  withoutEnding(path).toLowerCase(),
  path.toLowerCase(),
];

/** Finds the files with the transcript of a sound among others, by their names (TEXT-50). */
export function transcriptFinder(files: readonly ListedFile[]): (sound: ListedFile) => readonly ListedFile[] {
  const named = files
    .filter(({ path }) => isTranscriptName(posix.basename(path)))
    .flatMap((file) => calledAs(file.path).map(({ name }) => ({ name, file })));
  const byName = Map.groupBy(named, ({ name }) => name);
  return (sound) => {
    const found = namesBeside(sound).flatMap((name) => byName.get(name) ?? []);
    return [...new Set(found.map(({ file }) => file))];
  };
}

/** The transcripts of a title among the files beside it: of each sound, and `transcript.*` of its folder. */
export function transcriptFiles(
  sections: readonly Section[],
  files: readonly ListedFile[],
  isOnlyTitle: boolean,
): readonly TranscriptFile[] {
  const sounds = [...new Set(sections.map(({ sound }) => sound))];
  const byName = new Map(
    // The first sound with a name counts.
    sounds.toReversed().flatMap((sound) => namesBeside(sound.file).map((name) => [name, sound] as const)),
  );
  const folders = new Set(sounds.map(({ file }) => posix.dirname(file.path)));
  const above = new Set([...folders].map((each) => posix.dirname(each)));
  return files.flatMap((file): readonly TranscriptFile[] => {
    if (!isTranscriptName(posix.basename(file.path))) return [];
    for (const { name, language } of calledAs(file.path)) {
      const sound = byName.get(name);
      if (sound !== undefined) return [{ file, language, sound }];
    }
    const folder = posix.dirname(file.path);
    const isOfFolder = isOnlyTitle && (folders.has(folder) || (above.size === 1 && above.has(folder)));
    const ofTitle = isOfFolder
      ? calledAs(posix.basename(file.path)).find(({ name }) => name === 'transcript')
      : undefined;
    return ofTitle === undefined ? [] : [{ file, language: ofTitle.language, sound: null }];
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
  const spans = sections.flatMap((section, at): readonly ChapterSpan[] => {
    const from = sound === null ? before : (section.span?.start ?? 0);
    before += section.seconds;
    return sound === null || section.sound === sound
      ? [{ chapter: chapterOf(at), from, to: from + section.seconds }]
      : [];
  });
  const isWhole = spans.length === sections.length;
  if (read.cues.length === 0) return [];
  if (!read.isTimed) {
    return [{ ...draft, chapter: isWhole ? 0 : (spans[0]?.chapter ?? 0), cues: read.cues }];
  }
  return dividedCues(read.cues, spans).map((part) => ({ ...draft, ...part }));
}
