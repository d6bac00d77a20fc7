import type { Outcome } from './trial.ts';

/** A value that a writer changes again and again, such as a position. */
export interface State {
  /** The newest value that the provider acknowledged. Null before the first one. */
  acknowledged: string | null;
  /** Values that were sent after it, and not acknowledged. Each of them may have been stored. */
  later: string[];
}

/** The royalties that a listener sent. The provider stores those of one title as one, so only their sum can be compared. */
export interface Royalties {
  /** The sum of those that were acknowledged, in milliseconds. */
  acknowledged: number;
  /** Those of which no response said whether they were stored. */
  readonly unknown: number[];
}

/** What the writers know. The names say whose value it is. */
export interface Books {
  readonly states: ReadonlyMap<string, State>;
  /** By the listener. */
  readonly royalties: ReadonlyMap<string, Royalties>;
}

/** What the database has, by the same names. */
export interface Stored {
  readonly states: ReadonlyMap<string, string>;
  /** The sum of the royalties of each listener, in milliseconds. */
  readonly royalties: ReadonlyMap<string, number>;
}

export interface Judgement {
  /** Sentences about acknowledged writes that the database does not have. */
  readonly lost: readonly string[];
  /** Sentences about royalties that were counted more than once. */
  readonly doubled: readonly string[];
}

/** Compares what was acknowledged with what the database has. */
export function judge(books: Books, stored: Stored): Judgement {
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const [name, { acknowledged, later }] of books.states) {
    const value = stored.states.get(name);
    if (acknowledged === null || value === acknowledged) continue;
    if (value === undefined || !later.includes(value)) {
      lost.push(`${name}: ${acknowledged} was acknowledged, and ${value ?? 'nothing'} is stored`);
    }
  }
  for (const [name, { acknowledged, unknown }] of books.royalties) {
    const sum = stored.royalties.get(name) ?? 0;
    const sums = [acknowledged];
    for (const each of unknown) sums.push(...sums.map((one) => one + each));
    if (sums.includes(sum)) continue;
    const sentence = `royalties of ${name}: ${acknowledged} ms were acknowledged, and ${sum} ms are stored`;
    (sum > Math.max(...sums) ? doubled : lost).push(sentence);
  }
  return { lost, doubled };
}

/** The longest time between two of these moments, or between one and an end of the window. In milliseconds. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  let longest = 0;
  let before = from;
  for (const moment of [...moments.filter((each) => each > from && each < to), to]) {
    longest = Math.max(longest, moment - before);
    before = moment;
  }
  return longest;
}

/** The middle of some numbers, or the mean of the two in the middle. */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}

/** How long nothing may be written, and nothing be read, after a strike. */
const WRITING_MS = 30_000;
const READING_MS = 10_000;
const MOST_SHOWN = 20;

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Why the trial has failed, in sentences. */
export function failuresOf({
  interruption,
  lost,
  doubled,
  events,
  responses,
  outdated,
}: Outcome): readonly string[] {
  const others = Object.entries(responses).filter(([status]) => !['200', '503', '504'].includes(status));
  return [
    ...(interruption === null ? [] : [`Ended early: ${interruption}`]),
    ...lost.map((sentence) => `Lost: ${sentence}`),
    ...doubled.map((sentence) => `Counted twice: ${sentence}`),
    ...events.flatMap(({ name, writingMs, readingMs }) => [
      ...(writingMs > WRITING_MS ? [`Writing: ${name}, nothing for ${seconds(writingMs)}`] : []),
      ...(readingMs > READING_MS ? [`Reading: ${name}, nothing for ${seconds(readingMs)}`] : []),
    ]),
    ...others.map(([status, number]) => `Responses: ${number} with the status ${status}`),
    ...(outdated > 0 ? [`Reading: ${outdated} times an older position than the acknowledged one`] : []),
  ];
}

/** The figures as text. */
export function asText(outcome: Outcome, failures: readonly string[]): string {
  const { events, lost, doubled, responses } = outcome;
  const spread = (numbers: readonly number[]): string =>
    `median ${seconds(medianOf(numbers))}, longest ${seconds(Math.max(...numbers))}`;
  const rows: readonly (readonly [name: string, figure: string])[] = [
    ['tried with', outcome.versions],
    ['acknowledged writes', String(outcome.acknowledged)],
    ['acknowledged writes lost', String(lost.length)],
    ['royalties counted twice', String(doubled.length)],
    ['until writing works again', spread(events.map(({ writingMs }) => writingMs))],
    ['until reading works again', spread(events.map(({ readingMs }) => readingMs))],
    ['reads that were served', String(outcome.served)],
    ['reads older than what was acknowledged', String(outcome.outdated)],
    [
      'responses by status',
      Object.entries(responses)
        .map((each) => each.join(': '))
        .join(', '),
    ],
    ['slowest response', seconds(outcome.slowestMs)],
    ['not tried', outcome.notTried.join(', ') || 'nothing'],
  ];
  return [
    '',
    ...rows.map(([name, figure]) => `  ${name.padEnd(40)}${figure}`),
    '',
    ...(failures.length === 0 ? ['All figures hold.'] : failures.slice(0, MOST_SHOWN)),
    ...(failures.length > MOST_SHOWN ? [`and ${failures.length - MOST_SHOWN} more`] : []),
  ].join('\n');
}
