import { medianOf } from './judge.ts';
import type { Outcome } from './trial.ts';

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
  answers,
  outdated,
}: Outcome): readonly string[] {
  const others = Object.entries(answers).filter(([status]) => !['200', '503', '504'].includes(status));
  return [
    ...(interruption === null ? [] : [`Ended early: ${interruption}`]),
    ...lost.map((sentence) => `Lost: ${sentence}`),
    ...doubled.map((sentence) => `Counted twice: ${sentence}`),
    ...events.flatMap(({ name, writingMs, readingMs }) => [
      ...(writingMs > WRITING_MS ? [`Writing: ${name}, nothing for ${seconds(writingMs)}`] : []),
      ...(readingMs > READING_MS ? [`Reading: ${name}, nothing for ${seconds(readingMs)}`] : []),
    ]),
    ...others.map(([status, number]) => `Answers: ${number} with the status ${status}`),
    ...(outdated > 0 ? [`Reading: ${outdated} times an older position than the acknowledged one`] : []),
  ];
}

/** The figures as text. */
export function asText(outcome: Outcome, failures: readonly string[]): string {
  const { events, lost, doubled, answers } = outcome;
  const spread = (numbers: readonly number[]): string =>
    `median ${seconds(medianOf(numbers))}, longest ${seconds(Math.max(...numbers))}`;
  const rows: readonly (readonly [name: string, figure: string])[] = [
    ['acknowledged writes', String(outcome.acknowledged)],
    ['acknowledged writes lost', String(lost.length)],
    ['royalties counted twice', String(doubled.length)],
    ['until writing works again', spread(events.map(({ writingMs }) => writingMs))],
    ['until reading works again', spread(events.map(({ readingMs }) => readingMs))],
    ['reads that were served', String(outcome.served)],
    ['reads older than what was acknowledged', String(outcome.outdated)],
    [
      'answers by status',
      Object.entries(answers)
        .map((each) => each.join(': '))
        .join(', '),
    ],
    ['slowest answer', seconds(outcome.slowestMs)],
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
