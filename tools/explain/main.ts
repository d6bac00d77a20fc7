import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readArguments, refuse } from '../../scripts/lib/arguments.mjs';
import { decodeUser } from '../../src/adapters/http/http-users.ts';
import { readContentItem } from '../../src/adapters/http/wire/content-item.ts';
import { explainPlay, type ExplainedStep, type Explanation } from '../../src/domain/entitlement/explain.ts';
import { instant, type Bound, type Instant, isInstant, type Window } from '../../src/domain/time.ts';
import type { PlayDecision } from '../../src/domain/entitlement/play-decision.ts';

/** An explanation as lines of text. Instants are in UTC. */
function explanationLines(
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

const stepLine = ({ rules, question, result, window }: ExplainedStep): string => {
  const bounds = window === null ? '' : `  [${windowText(window)}]`;
  return `  ${rules.join(', ').padEnd(13)} ${question} ${result ? 'Yes.' : 'No.'}${bounds}`;
};

const windowText = ({ from, till }: Window): string => `from ${boundText(from)}, till ${boundText(till)}`;

const boundText = (bound: Bound): string => (isInstant(bound) ? iso(bound) : bound);

/** Far dates have no text in ISO 8601. */
const iso = (time: Instant): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
};

/** An argument or a file cannot be read. The message says why. */
class ExplainError extends Error {
  override readonly name = 'ExplainError';
}

const USAGE = `npm run explain -- --user user.json --item item.json [--at INSTANT] [--json]
What a request to play does, and why. The files hold what the provider sends: the answer of /user, and an item such as that of
/content/{id}. INSTANT is a date such as 2027-01-31T12:00:00Z, or epoch milliseconds; now by default.`;

try {
  explain();
} catch (error) {
  if (!(error instanceof ExplainError)) throw error;
  refuse(error.message, USAGE);
}

function explain(): void {
  const { values } = readArguments(USAGE, {
    options: {
      user: { type: 'string' },
      item: { type: 'string' },
      at: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const warnings: string[] = [];
  const log = {
    error: (message: string) => warnings.push(message),
    warn: (message: string) => warnings.push(message),
  };
  const profile = decodeUser(readJson('--user', values.user), log);
  if (!profile.ok)
    throw new ExplainError('--user: this is not an answer of /user: it needs an id and an email.');
  const item = readContentItem(readJson('--item', values.item), log);
  if (item === null)
    throw new ExplainError('--item: this is not a content item: it needs an id and a title.');
  const now = readInstant(values.at);
  const explanation = explainPlay({ ...profile.value, hasPurchases: false }, item, now);
  if (values.json === true) console.log(JSON.stringify({ at: now, ...explanation, warnings }, null, 2));
  else console.log([...explanationLines(item.title, now, explanation), ...warnings].join('\n'));
}

function readJson(option: string, path: string | undefined): unknown {
  if (path === undefined) throw new ExplainError(`${option} is missing.`);
  try {
    // npm changes the working folder, so a relative path counts from the folder in which the command was typed.
    return JSON.parse(readFileSync(resolve(process.env['INIT_CWD'] ?? '.', path), 'utf8'));
  } catch (error) {
    throw new ExplainError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readInstant(text: string | undefined) {
  const time = text === undefined ? Date.now() : /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(time)) return instant(time);
  throw new ExplainError(`--at is an instant such as 2027-01-31T12:00:00Z, not "${text ?? ''}".`);
}
