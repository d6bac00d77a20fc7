import { readCaptions } from './captions.ts';
import { type Cue, counted, type Found, MOST_CUES, type RawCue } from './cue.ts';
import { readLyrics } from './lyrics.ts';
import { readPage } from './page.ts';
import { orderCues } from './order-cues.ts';
import { readSegments } from './segments.ts';
import { paragraphsOf } from './text.ts';
import { readTimedText } from './timed-text.ts';

export type { Cue } from './cue.ts';

/** A transcript as it can be shown. */
export interface ReadTranscript {
  /** By their start. Without times, each start and end is 0. */
  readonly cues: readonly Cue[];
  readonly isTimed: boolean;
  /** A sentence for each kind of fault. */
  readonly problems: readonly string[];
}

type Format = 'captions' | 'lyrics' | 'segments' | 'page' | 'timed text' | 'text';

const BY_TYPE: readonly (readonly [RegExp, Format])[] = [
  [/vtt|srt|subrip/u, 'captions'],
  [/lrc/u, 'lyrics'],
  [/json/u, 'segments'],
  [/html/u, 'page'],
  [/ttml|dfxp/u, 'timed text'],
];
/** Formats that are not read, by their text or their type (TEXT-68). */
const NOT_READ: readonly (readonly [name: string, head: RegExp, type: RegExp])[] = [
  ['SubStation Alpha (ASS)', /^\s*\[Script Info\]/iu, /^(?:ass|ssa)$|\/x-(?:ass|ssa)/u],
  ['SAMI', /^\s*<SAMI\b/iu, /^(?:smi|sami)$|sami/u],
  ['SubViewer (SBV)', /^\s*\d+:\d\d:\d\d\.\d{1,3},\d+:\d\d:\d\d\.\d{1,3}\s*$/mu, /^sbv$|\/x-sbv/u],
  ['MicroDVD', /^\s*\{\d+\}\{\d+\}/u, /^sub$/u],
  ['XML of this kind', /^\s*<\?xml\b(?![^]{0,2000}<html\b)/iu, /^xml$|\/xml$/u],
];
/** A page that came instead of a transcript (TEXT-43). */
const PAGE = /^\s*(?:<!--[^<>]{0,500}-->\s*)?<(?:!doctype\s+html|html|head|body)\b/iu;
const TIMED_TEXT = /^\s*(?:<\?xml[^<>]{0,500}\?>\s*)?(?:<!--[^<>]{0,2000}-->\s*)?<(?:[a-z]{1,20}:)?tt[\s>]/iu;
/** Number of characters. What comes after them is not read. */
const LONGEST = 24 * 1024 * 1024;
/** Characters of the text of a cue. */
const LONGEST_CUE = 4000;
const LONGEST_SPEAKER = 200;
/**
 * Characters of all texts and speakers. A small file may repeat a text many times, and no one else may need memory for
 * them. The longest books have half of it.
 */
export const MOST_CHARACTERS = 8_000_000;

/** Characters of all texts and speakers. */
export const sizeOf = (cues: readonly Cue[]): number =>
  cues.reduce((sum, { text, speaker = '' }) => sum + text.length + speaker.length, 0);

/**
 * Reads a transcript of any format. It never throws, and its time is linear in the length of the text (TEXT-40).
 *
 * @param type a media type such as `text/vtt`, or the ending of a name; the text decides if it says something else
 * @param duration the length of the sound in seconds, if it is known
 */
export function readTranscript(text: string, type: string, duration?: number): ReadTranscript {
  const whole = text
    .slice(0, LONGEST)
    .replace(/^\ufeff/u, '')
    .replaceAll(/\r+\n|\r/gu, '\n')
    .replaceAll('\0', '');
  const found = foundIn(whole, type.toLowerCase(), duration);
  if (typeof found === 'string') return { cues: [], isTimed: false, problems: [found] };
  const { cues, problems } = bounded(found.cues);
  const isCut = text.length > LONGEST;
  const noted = [...(isCut ? [tooLong] : []), ...problems, ...found.problems];
  if (cues.length === 0 && !found.isTimed)
    return { cues: [], isTimed: false, problems: [...noted, 'It has no text.'] };
  if (!found.isTimed) {
    return {
      cues: cues.map(({ start: _start, end: _end, ...cue }) => ({ ...cue, start: 0, end: 0 })),
      isTimed: false,
      problems: noted,
    };
  }
  const timed = orderCues(cues, duration);
  const none = whole.trim() === '' ? 'It is empty.' : 'No sentence with a time can be read.';
  return {
    cues: timed.cues,
    isTimed: timed.cues.length > 0,
    problems: [...noted, ...timed.problems, ...(timed.cues.length === 0 ? [none] : [])],
  };
}

/** What a text has. A sentence says why it is no transcript. */
function foundIn(
  whole: string,
  type: string,
  duration: number | undefined,
): (Found & { readonly isTimed: boolean }) | string {
  const head = whole.slice(0, 4000);
  const named = BY_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
  const isPage = PAGE.test(head);
  if (isPage && named !== 'page' && named !== 'text') return 'It is a web page, not a transcript.';
  const format = isPage ? 'page' : formatOf(head);
  const refused = format === null ? refusalOf(head, type) : null;
  if (refused !== null) return refused;
  switch (format ?? textOrNamed(head, named)) {
    case 'captions':
      return { ...readCaptions(whole), isTimed: true };
    case 'lyrics':
      return { ...readLyrics(whole, duration), isTimed: true };
    case 'segments': {
      const found = readSegments(whole);
      return found === null ? 'It is no transcript in JSON.' : { ...found, isTimed: true };
    }
    case 'page': {
      const { isSignIn, isCut, ...found } = readPage(whole);
      if (isSignIn) return 'It is a page to sign in, not a transcript.';
      return { ...found, problems: isCut ? [tooDeep] : [] };
    }
    case 'timed text': {
      const { isCut, cues, problems } = readTimedText(whole);
      return { cues, problems: isCut ? [...problems, tooDeep] : problems, isTimed: true };
    }
    case 'text': {
      const cues = paragraphsOf(whole).map((paragraph) => ({ start: null, end: null, text: paragraph }));
      return { cues, problems: [], isTimed: false };
    }
  }
}

/** The format that the start of a text shows, whatever its type says. */
function formatOf(head: string): Format | null {
  if (TIMED_TEXT.test(head)) return 'timed text';
  const isCaptions = /^\s*WEBVTT(?:\s|$)/u.test(head) || /^\s*-?[\d:.,]{4,20}[^\S\n]*-->/mu.test(head);
  return isCaptions ? 'captions' : null;
}

/** A sentence about a format that is not read. */
function refusalOf(head: string, type: string): string | null {
  const [name] = NOT_READ.find(([, start, types]) => start.test(head) || types.test(type)) ?? [];
  return name === undefined ? null : `${name} is not read. Save it as WebVTT, SRT or TTML.`;
}

/** Files with the ending of a plain text often have another format. */
function textOrNamed(head: string, named: Format): Format {
  if (named !== 'text') return named;
  if (/^\s*\[\d{1,3}:\d\d(?:[.:]\d{1,3}){0,2}\]/mu.test(head)) return 'lyrics';
  return /^\s*\{\s*"(?:version|segments)"/u.test(head) ? 'segments' : 'text';
}

const tooDeep = 'Its elements are nested too deeply; what comes after them is left out.';
const tooLong = `It has more than ${LONGEST} characters; those after them are left out.`;
const tooMany = `It has more than ${MOST_CUES} sentences; those after them are left out.`;
const tooLarge = `Its sentences have more than ${MOST_CHARACTERS} characters; those after them are left out.`;

/** The cues that are kept, each with a text of bounded length (TEXT-66). */
function bounded(found: readonly RawCue[]): Found {
  const cues: RawCue[] = [];
  let room = MOST_CHARACTERS;
  let cut = 0;
  for (const cue of found) {
    const text = cue.text.slice(0, LONGEST_CUE).toWellFormed();
    const speaker = cue.speaker?.slice(0, LONGEST_SPEAKER).toWellFormed();
    room -= text.length + (speaker?.length ?? 0);
    if (room < 0 || cues.length === MOST_CUES) break;
    if (text.length < cue.text.length) cut += 1;
    cues.push({ ...cue, text, ...(speaker !== undefined && { speaker }) });
  }
  return {
    cues,
    problems: [
      ...(room < 0 ? [tooLarge] : cues.length === MOST_CUES ? [tooMany] : []),
      ...counted(cut, `of more than ${LONGEST_CUE} characters: cut`),
    ],
  };
}
