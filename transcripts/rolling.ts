import type { RawCue, Caption } from './cue.ts';
import { UNSPACED, withoutMarks } from './text.ts';

/** A caption of people is shorter. */
const MOST_UNITS = 80;
/** So many equal words in a row are no accident. */
const CERTAIN = 3;
/** The next caption starts at most so many seconds later. */
const PAUSE = 1;
const UNIT = new RegExp(`[${UNSPACED}]|[^\\s${UNSPACED}]+`, 'gu');

/** A word, or a character of a script without spaces. */
interface Unit {
  readonly text: string;
  /** Its offset in the text of the caption. */
  readonly at: number;
  readonly isFirstOfLine: boolean;
}

interface Rolled {
  readonly start: number | null;
  readonly end: number | null;
  readonly text: string;
  readonly units: readonly Unit[];
}

/**
 * Reads captions that roll: each one shows the last words again, before or while new ones come. Each word is kept once
 * (TEXT-67).
 *
 * @returns null if the captions do not roll
 */
export function readRolling(
  captions: readonly Caption[],
): { readonly cues: readonly RawCue[]; readonly repeated: number } | null {
  const rolled = captions.map(rolledOf).filter(({ units }) => units.length > 0);
  const overlaps = rolled.map((each, at) => overlapOf(rolled[at - 1], each));
  let rolling = 0;
  let different = 0;
  for (const [at, { units }] of rolled.entries()) {
    const before = rolled[at - 1];
    const overlap = overlaps[at] ?? 0;
    // A sentence may also be said twice.
    if (before === undefined || (overlap === units.length && overlap === before.units.length)) continue;
    different += 1;
    if (overlap > 0) rolling += 1;
  }
  if (rolling < 2 || 2 * rolling < different) return null;
  const cues: RawCue[] = [];
  let repeated = 0;
  for (const [at, { start, end, text, units }] of rolled.entries()) {
    const overlap = overlaps[at] ?? 0;
    if (overlap > 0) repeated += 1;
    const next = units[overlap];
    const before = cues.at(-1);
    // A line that grows is one sentence.
    const isSame = next === undefined || (overlap === rolled[at - 1]?.units.length && !next.isFirstOfLine);
    if (!isSame || before === undefined) cues.push({ start, end, text: text.slice(next?.at) });
    else {
      const more = next === undefined ? '' : text.slice(endOf(units[overlap - 1]));
      cues[cues.length - 1] = { ...before, end: end ?? before.end, text: before.text + more };
    }
  }
  return { cues, repeated };
}

const endOf = (unit: Unit | undefined): number => (unit === undefined ? 0 : unit.at + unit.text.length);

function rolledOf({ start, end, lines }: Caption): Rolled {
  const units: Unit[] = [];
  let text = '';
  for (const line of lines.map(withoutMarks)) {
    if (line === '') continue;
    const from = text === '' ? 0 : text.length + 1;
    text += text === '' ? line : ` ${line}`;
    for (const { 0: unit, index } of line.matchAll(UNIT)) {
      if (units.length > MOST_UNITS) break;
      units.push({ text: unit, at: from + index, isFirstOfLine: index === 0 });
    }
  }
  return { start, end, text, units };
}

/** How many units at the start of a caption are the last ones of the caption before. */
function overlapOf(before: Rolled | undefined, { start, units }: Rolled): number {
  if (before === undefined || before.units.length > MOST_UNITS || units.length > MOST_UNITS) return 0;
  if (start === null || (before.end !== null && start > before.end + PAUSE)) return 0;
  const { units: last } = before;
  for (let length = Math.min(last.length, units.length); length > 0; length -= 1) {
    const from = last.length - length;
    if (!last.slice(from).every(({ text }, at) => text === units[at]?.text)) continue;
    const isLine =
      last[from]?.isFirstOfLine === true &&
      (length === units.length || units[length]?.isFirstOfLine === true);
    return isLine || from === 0 || length >= CERTAIN ? length : 0;
  }
  return 0;
}
