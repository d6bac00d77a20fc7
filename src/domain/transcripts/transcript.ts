import { type ContentId, contentId, type ContentItem, formatRunTime } from '../catalogue/content.ts';
import { type LinkedPosition, linkedPositionIn, shareLink } from '../playback/share-link.ts';
import type { Track } from '../playback/track.ts';
import { tileContentId } from '../entitlement/play-decision.ts';
import { seconds, type Seconds } from '../time.ts';
import {
  TRANSCRIPT_TYPES,
  type TranscriptMatch,
  type TranscriptSource,
} from '../catalogue/transcript-source.ts';

/** A sentence or a paragraph. `speaker` is empty if it is unknown. */
export type Cue = {
  readonly start: Seconds;
  readonly end: Seconds;
  readonly speaker: string;
  readonly text: string;
};

/** A text in the order of its cues, which start one after the other. Without times, all of them start at 0. */
export type Transcript = { readonly cues: readonly Cue[]; readonly isTimed: boolean };

/**
 * The index of the sentence that is marked at a second: the last one that has started. It stays marked until the next one
 * starts. −1 before the first one, and without times (TEXT-4).
 */
export const cueAt = ({ cues, isTimed }: Transcript, second: Seconds): number => {
  if (!isTimed) return -1;
  let first = 0;
  let end = cues.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((cues[middle]?.start ?? Infinity) <= second) first = middle + 1;
    else end = middle;
  }
  return first - 1;
};

/**
 * The transcripts of a track. A chapter without one of its own has those of its book, with the second of the book at
 * which the chapter starts: the times of such a text count from the start of the book (TEXT-3). The second is null if the
 * length of an earlier chapter is unknown.
 */
export const transcriptsOf = (
  audio: ContentItem,
  track: Track,
): { readonly sources: readonly TranscriptSource[]; readonly offset: Seconds | null } => {
  const isOwn = track.transcripts.length > 0 || track.contentId !== audio.id || track.chapterIndex === null;
  if (isOwn) return { sources: track.transcripts, offset: seconds(0) };
  const lengths = audio.chapters
    .filter(({ index }) => index < (track.chapterIndex ?? 0))
    .map(({ runTime }) => runTime ?? Number.NaN);
  const offset = lengths.reduce((sum: number, length) => sum + length, 0);
  return { sources: audio.transcripts, offset: Number.isNaN(offset) ? null : seconds(offset) };
};

/** True if a track has a transcript (TEXT-9). */
export const hasText = (audio: ContentItem | null, track: Track | null): boolean =>
  audio !== null && track !== null && transcriptsOf(audio, track).sources.length > 0;

/**
 * The part of a book's transcript that belongs to one chapter, with times from the start of the chapter. If it is unknown
 * where the chapter starts, the whole text is shown without times (TEXT-3).
 */
export const partOf = (whole: Transcript, offset: Seconds | null, runTime: Seconds | null): Transcript => {
  if (!whole.isTimed || (offset === 0 && runTime === null)) return whole;
  if (offset === null) return { ...whole, isTimed: false };
  const end = runTime === null ? Infinity : offset + runTime;
  const cues = whole.cues
    .filter((cue) => cue.start >= offset && cue.start < end)
    .map((cue) => ({ ...cue, start: seconds(cue.start - offset), end: seconds(cue.end - offset) }));
  return { ...whole, cues };
};

const primary = (language: string): string => language.toLowerCase().split('-', 1)[0] ?? '';

/** One transcript for each language and label: the one of the preferred type, in the order sent (TEXT-2). */
export const choicesOf = (sources: readonly TranscriptSource[]): readonly TranscriptSource[] => {
  const choices = new Map<string, TranscriptSource>();
  for (const source of sources) {
    const key = `${source.language.toLowerCase()} ${source.label}`;
    const before = choices.get(key);
    const isBetter =
      before === undefined || TRANSCRIPT_TYPES.indexOf(source.type) < TRANSCRIPT_TYPES.indexOf(before.type);
    if (isBetter) choices.set(key, source);
  }
  return [...choices.values()];
};

/**
 * The transcript that is shown first: in the language that was chosen last, else in one of the listener's languages in
 * their order, else the first one. A language counts as a whole tag before it counts without its region (TEXT-2).
 */
export const chooseTranscript = (
  choices: readonly TranscriptSource[],
  languages: readonly string[],
): TranscriptSource | null => {
  for (const wanted of languages) {
    const found =
      choices.find(({ language }) => language !== '' && language.toLowerCase() === wanted.toLowerCase()) ??
      choices.find(({ language }) => language !== '' && primary(language) === primary(wanted));
    if (found !== undefined) return found;
  }
  return choices[0] ?? null;
};

/**
 * A selection as text to paste: the words, then title, authors and time, then the address of the second (TEXT-12).
 *
 * @param position null without times: then the address is that of the title
 */
export const quoteOf = (
  words: string,
  audio: ContentItem,
  tracks: readonly Track[],
  track: Track,
  position: Seconds | null,
  origin: string,
): string => {
  const link = position === null ? null : linkedPositionIn(audio, tracks, track, position);
  const parts = [
    track.title === audio.title ? audio.title : `${audio.title}, ${track.title}`,
    track.authors.map(({ name }) => name).join(', '),
    position === null ? '' : formatRunTime(position),
  ].filter((part) => part !== '');
  return `“${words.trim()}”\n— ${parts.join(', ')}\n${shareLink(origin, tileContentId(audio), link)}`;
};

/** So many letters of a sentence stand in an address. */
const LONGEST_SAID = 200;

/**
 * The link to a match: its page, its second, and its words. The page is that of the title if the match is in a chapter.
 * Else it is that of the episode or track, if the match names one (TEXT-14).
 */
export const linkToMatch = (
  item: Pick<ContentItem, 'id' | 'contentId'>,
  { chapterIndex, trackId, start, text }: TranscriptMatch,
): { readonly page: ContentId; readonly position: LinkedPosition; readonly said: string } => ({
  page: chapterIndex === null && trackId !== null ? contentId(trackId) : tileContentId(item),
  position: { chapter: chapterIndex, second: start },
  said: [...text].slice(0, LONGEST_SAID).join(''),
});
