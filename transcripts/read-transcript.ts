import { readCaptions } from './captions.ts';
import { type Cue, MOST_CUES, type RawCue } from './cue.ts';
import { readLyrics, readPage, readSegments } from './formats.ts';
import { paragraphsOf } from './text.ts';

export type { Cue } from './cue.ts';

/** A transcript as it can be shown. */
export interface ReadTranscript {
  /** By their start. Without times, each start and end is 0. */
  readonly cues: readonly Cue[];
  readonly isTimed: boolean;
  /** A sentence for each kind of fault. */
  readonly problems: readonly string[];
}

type Format = 'captions' | 'lyrics' | 'segments' | 'page' | 'text';

const BY_TYPE: readonly (readonly [RegExp, Format])[] = [
  [/vtt|srt|subrip/u, 'captions'],
  [/lrc/u, 'lyrics'],
  [/json/u, 'segments'],
  [/html/u, 'page'],
];
/** A page in place of a transcript (TEXT-43). */
const PAGE = /^\s*(?:<!--[^<>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)\b/iu;
/** Number of characters. What comes after them is not read. */
const LONGEST = 24 * 1024 * 1024;

/**
 * Reads a transcript of any format. It never throws, and its time is linear in the length of the text (TEXT-40).
 *
 * @param type a media type such as `text/vtt`, or the ending of a name; the text decides if it says something else
 * @param duration the length of the sound in seconds, if it is known
 */
export async function readTranscript(text: string, type: string, duration?: number): Promise<ReadTranscript> {
  const whole = text
    .slice(0, LONGEST)
    .replace(/^\ufeff/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll('\0', '');
  const named = BY_TYPE.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1] ?? 'text';
  const isPage = PAGE.test(whole);
  if (isPage && named !== 'page' && named !== 'text') return nothing('It is a web page, not a transcript.');
  const format = isPage ? 'page' : formatOf(whole.slice(0, 4000), named);
  switch (format) {
    case 'captions':
      return timed(await readCaptions(whole), whole, duration);
    case 'lyrics':
      return timed(readLyrics(whole), whole, duration);
    case 'segments': {
      const cues = readSegments(whole);
      return cues === null ? nothing('It is no transcript in JSON.') : timed(cues, whole, duration);
    }
    case 'page': {
      const { cues, isSignIn, isCut } = readPage(whole);
      if (isSignIn) return nothing('It is a page to sign in, not a transcript.');
      const read = untimed(cues);
      return isCut ? { ...read, problems: [...read.problems, tooDeep] } : read;
    }
    case 'text':
      return untimed(
        paragraphsOf(whole)
          .slice(0, MOST_CUES)
          .map((paragraph) => ({ start: null, end: null, text: paragraph })),
      );
  }
}

function formatOf(head: string, named: Format): Format {
  if (/^\s*WEBVTT(?:\s|$)/u.test(head) || /^\s*-?[\d:.,]{4,20}[^\S\n]*-->/mu.test(head)) return 'captions';
  if (named === 'text' && /^\s*\[\d{1,3}:\d\d(?:[.:]\d{1,3})?\]/mu.test(head)) return 'lyrics';
  return named === 'text' && /^\s*\{\s*"(?:version|segments)"/u.test(head) ? 'segments' : named;
}

const nothing = (problem: string): ReadTranscript => ({ cues: [], isTimed: false, problems: [problem] });

function untimed(raw: readonly RawCue[]): ReadTranscript {
  if (raw.length === 0) return nothing('It has no text.');
  return {
    cues: raw.map(({ start: _start, end: _end, ...cue }) => ({ ...cue, start: 0, end: 0 })),
    isTimed: false,
    problems: raw.length < MOST_CUES ? [] : [tooMany],
  };
}

const tooDeep = 'Its elements are nested too deeply; what comes after them is left out.';
const tooMany = `It has more than ${MOST_CUES} sentences; those after them are left out.`;
/** A cue may start a little after the end of a sound whose length is rounded. */
const ROUNDING_SECONDS = 2;

/** Puts cues in order, and reports what was wrong with them (TEXT-41, TEXT-42). */
function timed(raw: readonly RawCue[], text: string, duration?: number): ReadTranscript {
  const problems: string[] = [];
  const report = (count: number, what: string): void => {
    if (count > 0) problems.push(`${count === 1 ? 'A sentence' : `${count} sentences`} ${what}.`);
  };
  const filled = raw.filter(({ text: words }) => words !== '');
  const isReadable = ({ start, end }: RawCue): boolean =>
    start !== null && Number.isFinite(start) && (start >= 0 || (end ?? 0) > 0);
  const placed = filled.filter(isReadable);
  const beyond = duration === undefined ? Infinity : duration + ROUNDING_SECONDS;
  const inside = placed.filter(({ start }) => (start ?? 0) < beyond);
  let before = -Infinity;
  let unordered = 0;
  for (const { start } of inside) {
    if ((start ?? 0) < before) unordered += 1;
    before = Math.max(before, start ?? 0);
  }
  const starts = inside
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start ?? 0) }))
    .toSorted((one, other) => one.start - other.start);
  // Lyrics have no ends, and an empty line of them ends the line before.
  const pauses = raw.filter(({ start, end, text: words }) => words === '' && start !== null && end === null);
  let overlapping = 0;
  let endless = 0;
  const cues = ended(starts, pauses, duration, {
    overlap: () => (overlapping += 1),
    endless: () => (endless += 1),
  });
  const hasEnds = filled.some(({ end }) => end !== null);
  if (raw.length >= MOST_CUES) problems.push(tooMany);
  if (hasEnds) report(raw.length - filled.length, 'without text: left out');
  report(filled.length - placed.length, 'with times that cannot be read: left out');
  report(unordered, 'not in the order of the times: sorted');
  report(hasEnds ? endless : 0, 'without an end after its start: it ends at the next one');
  report(overlapping, 'overlapping the next one: cut');
  if (placed.length > inside.length) {
    report(
      placed.length - inside.length,
      'after the end of the sound: left out. Is it the text of another title?',
    );
  }
  if (cues.length === 0)
    problems.push(text.trim() === '' ? 'It is empty.' : 'No sentence with a time can be read.');
  return { cues, isTimed: cues.length > 0, problems: problems.map((each) => each.replace('?.', '?')) };
}

function ended(
  starts: readonly (RawCue & { readonly start: number })[],
  pauses: readonly RawCue[],
  duration: number | undefined,
  saw: { readonly overlap: () => void; readonly endless: () => void },
): readonly Cue[] {
  const pauseTimes = pauses.map(({ start }) => start ?? 0).toSorted((one, other) => one - other);
  let pause = 0;
  return starts.map((cue, at) => {
    const { start, text, speaker } = cue;
    const next = starts[at + 1]?.start;
    while ((pauseTimes[pause] ?? Infinity) <= start) pause += 1;
    let { end } = cue;
    if (end === null || !Number.isFinite(end) || end <= start) {
      if (next !== start) saw.endless();
      // Nobody reads a sentence more slowly.
      end = Math.min(next ?? Infinity, pauseTimes[pause] ?? Infinity, start + Math.max(2, text.length / 8));
    } else if (next !== undefined && next > start && end > next + 0.001) {
      saw.overlap();
      end = next;
    }
    // Two cues that start together both last.
    end = Math.max(start, Math.min(end, duration === undefined ? Infinity : Math.max(start, duration)));
    return { start, end, text, ...(speaker !== undefined && { speaker }) };
  });
}
