import { parseTextStream } from 'media-captions';
import { MOST_CUES, type RawCue } from './cue.ts';
import { clockOf, lineOf, secondsOf, withoutMarks } from './text.ts';

const TIMES = /^\s*(?<start>-?[\d:.,]{1,40})\s*-{1,2}>\s*(?<end>-?[\d:.,]{0,40})/u;
const NUMBER = /^\s*\d{1,9}\s*$/u;
/** What the parser accepts at most. */
const LATEST = 359_999.999;

/** Reads WebVTT or SubRip. */
export async function readCaptions(text: string): Promise<readonly RawCue[]> {
  const { lines, times } = regularLines(text);
  let at = 0;
  // A stream that holds all lines at once takes quadratic time.
  const stream = new ReadableStream<string>({
    pull(controller) {
      const line = lines[at];
      at += 1;
      if (line === undefined) controller.close();
      else controller.enqueue(line);
    },
  });
  const { cues } = await parseTextStream(stream, { type: 'vtt', errors: false });
  return cues
    .flatMap((cue) => {
      const [start, end] = times[Math.round(cue.startTime * 1000)] ?? [cue.startTime, null];
      return voicesOf({ start, end, text: cue.text });
    })
    .slice(0, MOST_CUES);
}

/**
 * Makes each line of times one that the parser accepts: files have them with a comma, without hours, negative, without
 * an end, and without the empty line before. The number of the times stands for them, in milliseconds.
 */
function regularLines(text: string): {
  readonly lines: readonly string[];
  readonly times: readonly (readonly [number | null, number | null])[];
} {
  const lines: string[] = ['WEBVTT', ''];
  const times: (readonly [number | null, number | null])[] = [];
  for (const line of text.split('\n')) {
    const { start = '', end = '' } = TIMES.exec(line)?.groups ?? {};
    if (start === '' && !line.includes('-->')) {
      lines.push(line.trimEnd());
      continue;
    }
    if (times.length >= MOST_CUES) break;
    if (NUMBER.test(lines.at(-1) ?? '')) lines.pop();
    lines.push('', `${clockOf(times.length / 1000)} --> ${clockOf(LATEST)}`);
    times.push([secondsOf(start), secondsOf(end)]);
  }
  return { lines, times };
}

/** The name starts with no space, so that a long run of spaces is read once. */
const VOICE = /<v(?:\.[^<>\s]*)?\s+(?<name>[^<>\s][^<>]*)>/giu;

/** Several voices in one cue are several cues. They share its time by the length of their texts. */
function voicesOf({ start, end, text }: RawCue): readonly RawCue[] {
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
