import type { ExplainedStep, Explanation } from '../../src/domain/entitlement/explain.ts';
import type { PlayDecision } from '../../src/domain/entitlement/play-decision.ts';
import { type Bound, type Instant, isInstant, type Window } from '../../src/domain/time.ts';

/** An explanation as lines of text. Instants are in UTC. */
export function explanationLines(
  title: string,
  now: Instant,
  { decision, steps, next }: Explanation,
): readonly string[] {
  return [
    `${title}, at ${iso(now)}`,
    `  Decision: ${named(decision)}`,
    '',
    ...steps.map(stepLine),
    '',
    next === null
      ? '  No bound of a window changes this later.'
      : `  Changes at ${iso(next.at)}: ${named(next.decision)}`,
  ];
}

const named = ({ kind, reason }: PlayDecision): string => `${kind} (${reason})`;

const stepLine = ({ rules, question, answer, window }: ExplainedStep): string => {
  const bounds = window === null ? '' : `  [${windowText(window)}]`;
  return `  ${rules.join(', ').padEnd(13)} ${question} ${answer ? 'Yes.' : 'No.'}${bounds}`;
};

const windowText = ({ from, till }: Window): string => `from ${boundText(from)}, till ${boundText(till)}`;

const boundText = (bound: Bound): string => (isInstant(bound) ? iso(bound) : bound);

/** Far dates have no text in ISO 8601. */
const iso = (time: Instant): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
};
