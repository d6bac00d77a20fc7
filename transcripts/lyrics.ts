import { type Found, MOST_CUES, type RawCue } from './cue.ts';
import { linesOf, secondsOf, withoutMarks } from './text.ts';

const STAMP = /\[(?<time>-?\d[\d:.,]{0,30})\]/gu;
const OFFSET = /^\s*\[offset:\s*([+-]?\d{1,9})\s*\]/iu;
/** What the file says of itself, such as `[ar:Ida Moss]`, or a comment. */
const ABOUT = /^\s*(?:\[(?:#|[a-z]{2,10}:)[^\]]*\]\s*$|#)/iu;
const THREE = /^(?<first>\d{1,6}):(?<second>\d{1,6}):(?<third>\d{1,2})$/u;
/** Pieces of a line that are shorter on average are words. */
const SHORT = 15;
/** Characters. Nobody says more in a second. */
const FASTEST = 40;

interface Piece {
  readonly times: readonly string[];
  readonly text: string;
  /** True if it starts inside a line. */
  readonly isInLine: boolean;
}

/**
 * Reads lyrics with times (LRC). A line with several times is several cues, and so are the sentences of a line with times
 * inside. A cue ends where the next one starts. A line without a time belongs to the one before.
 */
export function readLyrics(text: string, duration?: number): Found {
  const pieces: Piece[] = [];
  let earlier = 0;
  let before = 0;
  let count = 0;
  for (const line of linesOf(text)) {
    const [, offset] = OFFSET.exec(line) ?? [];
    if (offset !== undefined) earlier = Number(offset) / 1000;
    if (line.trim() === '' || ABOUT.test(line)) continue;
    const found = piecesOf(line);
    const last = pieces.at(-1);
    for (const piece of found) {
      if (piece.times.length > 0) pieces.push(piece);
      else if (last === undefined) before += 1;
      else pieces[pieces.length - 1] = { ...last, text: `${last.text} ${piece.text}`.trim() };
    }
    count += found.reduce((sum, { times }) => sum + times.length, 0);
    if (count > MOST_CUES) break;
  }
  const lines = withoutWordTimes(pieces);
  const read = readerOf(lines, duration);
  const cues = lines.flatMap(({ times, text: words }) =>
    times.map((time): RawCue => {
      const start = read(time);
      return { start: start === null ? null : Math.max(0, start - earlier), end: null, text: words };
    }),
  );
  const lost = `${before === 1 ? 'A line' : `${before} lines`} before the first time: left out.`;
  return { cues: cues.slice(0, MOST_CUES), problems: before === 0 ? [] : [lost] };
}

/** The texts of a line, each with the times before it. An empty text at the end of a line ends the text before. */
function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let times: string[] = [];
  let at = 0;
  let count = 0;
  for (const stamp of line.matchAll(STAMP)) {
    const text = withoutMarks(line.slice(at, stamp.index));
    if (text !== '') {
      pieces.push({ times, text, isInLine: pieces.length > 0 });
      times = [];
    }
    times.push(stamp.groups?.['time'] ?? '');
    at = stamp.index + stamp[0].length;
    count += 1;
    if (count > MOST_CUES) break;
  }
  pieces.push({ times, text: withoutMarks(line.slice(at)), isInLine: pieces.length > 0 });
  return pieces;
}

/** Joins the words of each line if the times inside lines are those of words. */
function withoutWordTimes(pieces: readonly Piece[]): readonly Piece[] {
  const inLines = pieces.filter(({ isInLine, text }) => isInLine && text !== '');
  const length = inLines.reduce((sum, { text }) => sum + text.length, 0);
  if (inLines.length === 0 || length >= SHORT * inLines.length) return pieces;
  const lines: Piece[] = [];
  let words: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (!piece.isInLine || last === undefined) {
      words = [piece.text];
      lines.push(piece);
    } else if (piece.text !== '') {
      words.push(piece.text);
      lines[lines.length - 1] = { ...last, text: words.join(' ') };
    }
  }
  return lines;
}

/**
 * Reads times of three numbers: hours, minutes and seconds, or minutes, seconds and hundredths. No time of a file tells
 * alone which of both they are.
 */
function readerOf(pieces: readonly Piece[], duration: number | undefined): (time: string) => number | null {
  const isOfThree = pieces.some(({ times }) => times.some((time) => THREE.test(time)));
  if (!isOfThree || !areHundredths(pieces, duration)) return secondsOf;
  return (time) => {
    const { first, second, third = '' } = THREE.exec(time)?.groups ?? {};
    if (first === undefined) return secondsOf(time);
    return Number(first) * 60 + Number(second) + Number(third) / 10 ** third.length;
  };
}

function areHundredths(pieces: readonly Piece[], duration: number | undefined): boolean {
  const times = pieces.flatMap(({ times: each }) => each);
  // The seconds of `0:59:58.5` have a fraction of their own.
  if (times.some((time) => /^\d+:\d+:\d+[.,]\d/u.test(time))) return false;
  let latest = 0;
  let latestOfHours = 0;
  for (const time of times) {
    const { first = '', second = '', third = '' } = THREE.exec(time)?.groups ?? {};
    if (first === '') continue;
    if (Number(third) > 59 || Number(second) > 59) return true;
    latest = Math.max(latest, Number(first) * 60 + Number(second));
    latestOfHours = Math.max(latestOfHours, Number(first) * 3600 + Number(second) * 60 + Number(third));
  }
  if (duration !== undefined && latestOfHours > duration + 2) return true;
  const length = pieces.slice(0, -1).reduce((sum, { text }) => sum + text.length, 0);
  return length <= FASTEST * latest;
}
