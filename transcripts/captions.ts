import { counted, type Found, MOST_CUES, type RawCue, type Caption } from './cue.ts';
import { readRolling } from './rolling.ts';
import { lineOf, linesOf, secondsOf, withoutMarks } from './text.ts';

const TIMES = /^\s*(?<start>-?[\d:.,]{1,40})\s*-{1,2}>\s*(?<end>-?[\d:.,]{0,40})/u;
const NUMBER = /^\s*\d{1,9}\s*$/u;
/** A part of WebVTT that is no cue. It ends at an empty line. */
const COMMENT = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/u;

interface Line {
  readonly text: string;
  readonly isAfterBlank: boolean;
}

/**
 * Reads WebVTT or SubRip. Files of people have empty lines after the times and inside a cue, none between two cues, and times
 * with a comma, without hours, negative or without an end. So a cue ends only where the next one starts.
 */
export function readCaptions(text: string): Found {
  const { captions, before } = captionsIn(text);
  const rolling = readRolling(captions);
  const cues =
    rolling?.cues ?? captions.flatMap(({ start, end, lines }) => voicesOf(start, end, lines.join('\n')));
  return {
    cues: cues.slice(0, MOST_CUES),
    problems: [
      ...(before === 0
        ? []
        : [`${before === 1 ? 'A line' : `${before} lines`} before the first time: left out.`]),
      ...counted(rolling?.repeated ?? 0, 'that captions repeat while they roll: shown once'),
    ],
  };
}

function captionsIn(text: string): { readonly captions: readonly Caption[]; readonly before: number } {
  const isWebVtt = /^\s*WEBVTT(?:\s|$)/u.test(text.slice(0, 1000));
  const captions: Caption[] = [];
  let times: Pick<Caption, 'start' | 'end'> | null = null;
  let lines: Line[] = [];
  let before = 0;
  let number: number | null = null;
  let isBlank = true;
  // The first lines of WebVTT, and its comments, are no text.
  let isSkipped = isWebVtt;
  const finish = (): void => {
    if (times === null) before += lines.length;
    else captions.push({ ...times, lines: lines.map((line) => line.text) });
    lines = [];
  };
  for (const line of linesOf(text)) {
    const { start = '', end = '' } = TIMES.exec(line)?.groups ?? {};
    if (start !== '' || line.includes('-->')) {
      if (captions.length >= MOST_CUES) return { captions, before };
      const name = nameBefore(lines, { isBlank, number, isWebVtt, isFirst: times === null });
      if (name !== null) {
        lines.pop();
        number = NUMBER.test(name) ? Number(name) : number;
      }
      finish();
      times = { start: secondsOf(start), end: secondsOf(end) };
      isSkipped = false;
    } else if (line.trim() === '') {
      // The first line of a file may be empty, too.
      if (isSkipped && !isBlank) isSkipped = false;
    } else {
      if (isBlank && isWebVtt && COMMENT.test(line)) isSkipped = true;
      if (!isSkipped) lines.push({ text: line, isAfterBlank: isBlank });
    }
    isBlank = line.trim() === '';
  }
  finish();
  return { captions: captions.slice(0, MOST_CUES), before };
}

/** The number or the name of the next cue, which is the last line before its times. Null if that line is text. */
function nameBefore(
  lines: readonly Line[],
  at: {
    /** True if an empty line is between. */
    readonly isBlank: boolean;
    /** Of the cue before. */
    readonly number: number | null;
    readonly isWebVtt: boolean;
    readonly isFirst: boolean;
  },
): string | null {
  const last = lines.at(-1);
  if (last === undefined) return null;
  const isNext = NUMBER.test(last.text) && (at.number === null || Number(last.text) === at.number + 1);
  if (isNext) return last.text;
  if (at.isBlank || !last.isAfterBlank) return null;
  if (NUMBER.test(last.text)) return last.text;
  // A cue that had nothing else would lose its text.
  const isOnlyText = !at.isFirst && lines.length === 1 && last.text.trim().includes(' ');
  return at.isWebVtt && !isOnlyText ? last.text : null;
}

/** The name starts with no space, so that a long run of spaces is read once. */
const VOICE = /<v(?:\.[^<>\s]*)?\s+(?<name>[^<>\s][^<>]*)>/giu;

/** Several voices in one cue are several cues. They share its time by the length of their texts. */
function voicesOf(start: number | null, end: number | null, text: string): readonly RawCue[] {
  const [before = '', ...rest] = text.split(VOICE);
  const parts = [{ speaker: '', text: withoutMarks(before) }];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    parts.push({ speaker: lineOf(withoutMarks(rest[at] ?? '')), text: withoutMarks(rest[at + 1] ?? '') });
  }
  const spoken = parts.filter((part, at) => part.text !== '' || (at === 0 && parts.length === 1));
  const length = spoken.reduce((sum, part) => sum + part.text.length, 0);
  let done = 0;
  return spoken.map((part) => {
    const whole = start === null || end === null || length === 0;
    const from = whole ? start : start + ((end - start) * done) / length;
    done += part.text.length;
    const to = whole ? end : start + ((end - start) * done) / length;
    return { start: from, end: to, text: part.text, ...(part.speaker !== '' && { speaker: part.speaker }) };
  });
}
