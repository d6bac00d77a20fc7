import { type Cue, counted, type RawCue } from './cue.ts';

/** A cue may start a little after the end of a sound whose length is rounded. */
const ROUNDING_SECONDS = 2;

/** Puts cues in order, and reports what was wrong with them (TEXT-41, TEXT-42). */
export function orderCues(
  raw: readonly RawCue[],
  duration: number | undefined,
): { readonly cues: readonly Cue[]; readonly problems: readonly string[] } {
  const filled = raw.filter(({ text: words }) => words !== '');
  const isReadable = ({ start, end }: RawCue): boolean =>
    start !== null && Number.isFinite(start) && (start >= 0 || (end ?? 0) > 0);
  const readable = filled.filter(isReadable);
  const beyond = duration === undefined ? Infinity : duration + ROUNDING_SECONDS;
  const inside = readable.filter(({ start }) => (start ?? 0) < beyond);
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
  const beyondEnd = counted(readable.length - inside.length, 'after the end of the sound: left out');
  return {
    cues,
    problems: [
      ...(hasEnds ? counted(raw.length - filled.length, 'without text: left out') : []),
      ...counted(filled.length - readable.length, 'with times that cannot be read: left out'),
      ...counted(unordered, 'not in the order of the times: sorted'),
      ...counted(hasEnds ? endless : 0, 'without an end after its start: it ends at the next one'),
      ...counted(overlapping, 'overlapping the next one: cut'),
      ...beyondEnd.map((each) => `${each} Is it the text of another title?`),
    ],
  };
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
