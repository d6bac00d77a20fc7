import { folded } from '../folded.ts';
import { cueAt, type Transcript } from './transcript.ts';
import { seconds, type Seconds } from '../time.ts';

/** The text of a transcript, made ready for searches. `starts` are the offsets in the text at which the cues start. */
export type TranscriptIndex = { readonly text: string; readonly starts: readonly number[] };

/** Stands between two sentences, so that all of them are folded by one call. For 20,000 sentences, this takes a tenth of the time. */
const BETWEEN = '\u0000';

/** Prepares a transcript for searches, once for all of them. */
export const indexTranscript = ({ cues }: Transcript): TranscriptIndex => {
  let length = 0;
  const starts: number[] = [];
  const texts = folded(cues.map(({ text }) => text.trim()).join(BETWEEN)).split(BETWEEN);
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  return { text: texts.join(' '), starts };
};

/** The cue at an offset of the text. */
const cueOf = (starts: readonly number[], offset: number): number => {
  let first = 0;
  let end = starts.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((starts[middle] ?? Infinity) <= offset) first = middle + 1;
    else end = middle;
  }
  return first - 1;
};

/** A part of a folded text: from an offset up to another one. */
export type FoldedPart = { readonly from: number; readonly to: number };

/** A match of the words: the cue in which it starts, and its part of that cue and of the ones after it. */
export type TextMatch = { readonly cue: number; readonly parts: ReadonlyMap<number, FoldedPart> };

/**
 * Each match of the words, in order. A match that starts in one sentence may end in a later one (TEXT-7).
 */
export const findInTranscript = ({ text, starts }: TranscriptIndex, words: string): readonly TextMatch[] => {
  const wanted = folded(words.trim());
  const found: TextMatch[] = [];
  if (wanted === '') return found;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const cue = cueOf(starts, at);
    const parts = new Map<number, FoldedPart>();
    for (let each = cue; (starts[each] ?? Infinity) < end; each += 1) {
      const start = starts[each] ?? 0;
      parts.set(each, { from: Math.max(at - start, 0), to: end - start });
    }
    found.push({ cue, parts });
  }
  return found;
};

/** A piece of a sentence, with the letters that the sentence has. */
export type SentencePiece = { readonly text: string; readonly isFound: boolean };

/** Divides a sentence into the pieces that a search has found, and the pieces between them (TEXT-7). */
export const piecesOf = (sentence: string, found: readonly FoldedPart[]): readonly SentencePiece[] => {
  if (found.length === 0) return [{ text: sentence, isFound: false }];
  const pieces: { text: string; isFound: boolean }[] = [];
  let at = 0;
  let endsWithSpace = false;
  let isInside = false;
  const add = (letter: string, isFound: boolean): void => {
    const last = pieces.at(-1);
    if (last?.isFound === isFound) last.text += letter;
    else pieces.push({ text: letter, isFound });
  };
  const leading = sentence.length - sentence.trimStart().length;
  if (leading > 0) add(sentence.slice(0, leading), false);
  for (const letter of sentence.slice(leading)) {
    const start = at;
    for (const each of folded(letter)) {
      // Several spaces count as one.
      if (each !== ' ' || !endsWithSpace) at += each.length;
      endsWithSpace = each === ' ';
    }
    // An accent that stands for itself belongs to the letter before it.
    if (at > start) isInside = found.some(({ from, to }) => start < to && at > from);
    add(letter, isInside);
  }
  return pieces;
};

/** A sentence that a search of the catalogue has found: its text, or the start of it, and its second. */
export type SaidHit = { readonly text: string; readonly start: Seconds };

/**
 * The index of the sentence that was found: of those with its text, the one nearest to its second. A text in another language
 * has the sentence of that second. Null if there is neither (TEXT-71).
 */
export const cueOfHit = (transcript: Transcript, { text, start }: SaidHit): number | null => {
  const wanted = folded(text.trim());
  let nearest: { readonly index: number; readonly distance: number } | null = null;
  for (const [index, cue] of transcript.cues.entries()) {
    const distance = Math.abs(cue.start - start);
    if (wanted === '' || (nearest !== null && distance >= nearest.distance)) continue;
    if (folded(cue.text.trim()).startsWith(wanted)) nearest = { index, distance };
  }
  // Addresses have whole seconds.
  const sounding = cueAt(transcript, seconds(Math.floor(start) + 0.999));
  return nearest?.index ?? (sounding < 0 ? null : sounding);
};
