import { readChanges } from '../members/audit.ts';
import { csv, readRefused, readStatement, type Span } from '../members/statements.ts';
import { type Call, CommandError, type Commands, iso, say, type Values } from './command.ts';

const MOST_CHANGES = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DELETED = 'a deleted account';

/** What was changed, and what was listened to. */
export const RECORD_COMMANDS: Commands = {
  audit: {
    help: 'audit [--limit N]                      what owners and operators changed, the newest first; 100 by default',
    count: 0,
    options: ['limit'],
    run: audit,
  },
  royalties: {
    help: 'royalties --from DATE --to DATE [--csv]   listened time by month, author and title, and what did not count',
    count: 0,
    options: ['from', 'to', 'csv'],
    run: royalties,
  },
};

async function audit(call: Call): Promise<number> {
  const limit = Number(call.values.limit ?? '100');
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CHANGES) {
    throw new CommandError(`--limit is a whole number from 1 to ${MOST_CHANGES}.`);
  }
  const changes = await readChanges(call.context.db, { offset: 0, limit });
  const lines = changes.map(({ at, by, by_operator, member, action, detail }) => {
    const who = by_operator ? 'the operator' : (by ?? DELETED);
    return `${iso(at) ?? ''}  ${who}  ${action}  ${member ?? (action.startsWith('downloads-') ? '' : DELETED)}  ${detail}`.trimEnd();
  });
  return say(call, lines.length === 0 ? 'Nothing has been changed yet.' : lines.join('\n'), {
    changes: changes.map(({ at, by, by_operator, ...rest }) => ({
      at: iso(at),
      by: by_operator ? 'operator' : by,
      ...rest,
    })),
  });
}

async function royalties(call: Call): Promise<number> {
  const { values, context } = call;
  const span = spanOf(values);
  const lines = await readStatement(context.db, span);
  if (values.csv === true) {
    const columns = ['month', 'author_id', 'author', 'title_id', 'title', 'milliseconds'] as const;
    call.out.line(
      csv(
        columns,
        lines.map((line) => columns.map((column) => line[column])),
      ).trimEnd(),
    );
    return 0;
  }
  const refused = await readRefused(context.db, span);
  const total = lines.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const text = [
    ...lines.map(
      ({ month, author, title, milliseconds }) => `${month}  ${author}  ${title}  ${hours(milliseconds)}`,
    ),
    `Total ${hours(total)}`,
    ...refused.map(
      ({ content_id, title, reason, milliseconds }) =>
        `Not counted: ${title ?? content_id}  ${reason}  ${hours(milliseconds)}`,
    ),
  ];
  return say(call, text.join('\n'), {
    lines,
    total_milliseconds: total,
    refused: refused.map(({ newest_at, ...rest }) => ({ ...rest, newest_at: iso(newest_at) })),
  });
}

/** The days from `--from` to `--to`, both included, in UTC. */
export function spanOf({ from, to }: Values): Span {
  const day = (name: string, text: string | undefined): number => {
    const time = Date.parse(`${text ?? ''}T00:00:00Z`);
    if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text) return time;
    throw new CommandError(`--${name} is a date such as 2027-01-31, not "${text ?? ''}".`);
  };
  const span = { from: day('from', from), till: day('to', to) + DAY_MS };
  if (span.till <= span.from) throw new CommandError('--to is not before --from.');
  return span;
}

/** Such as `12:03:07.250`, in hours, minutes, seconds and milliseconds. */
function hours(milliseconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}.${rest}`;
}
