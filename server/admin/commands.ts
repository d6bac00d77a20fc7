import { parseArgs } from 'node:util';
import { BackupError } from '../backup/format.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Clock } from '../clock.ts';
import { FeedError, type Feeds } from '../feeds/feeds.ts';
import { refreshedLine } from '../feeds/index.ts';
import type { Library } from '../library/library.ts';
import { progressLine, reportLines } from '../library/import/report.ts';
import { whyNotFolder } from '../library/import/import-folder.ts';
import {
  addMember,
  grant,
  listMembers,
  MemberError,
  type Plan,
  removeMember,
  revoke,
  setPlan,
} from '../members/manage-members.ts';
import type { Database, Role } from '../members/tables.ts';
import type { Pool } from '../pool/index.ts';

/** The dependencies of the commands: the database and its pool, whether their provider is running or not. */
export interface AdminContext {
  readonly db: Database;
  readonly pool: Pick<Pool, 'ensureUser' | 'deleteUser'>;
  readonly clock: Clock;
  /** True if a provider is running in this process. */
  readonly isServing: boolean;
  /** Null if the database belongs to the demonstration. */
  readonly library: Library | null;
  /** The podcasts. Null if the database belongs to the demonstration. */
  readonly feeds: Feeds | null;
}

/** The output of a command: the lines of its result, and the progress of an import. */
export interface AdminOutput {
  line(text: string): void;
  progress(text: string): void;
}

export interface AdminRequest {
  /** The words after `npm run admin --`. Paths of folders are absolute. */
  readonly args: readonly string[];
  /** The text from standard input. */
  readonly input: string;
}

/** The command is not valid. The message names the reason. */
class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const ADMIN_USAGE = `Commands:
  import DIR [--dry-run] [--json]        imports a folder of audio, or says what an import would do
  member add EMAIL --password-stdin [--name N] [--role listener|publisher|owner] [--plan monthly|annual] [--until DATE]
  member list                            everybody with role and plan
  member plan EMAIL monthly|annual|none [--until DATE]
  member remove EMAIL
  grant EMAIL CONTENT_ID                 a single purchase
  revoke EMAIL CONTENT_ID
  feed add URL                           adds a podcast, and reads it again every hour
  feed list                              every podcast with its id
  feed refresh [ID]                      reads one podcast again now, or all of them
  feed remove ID
  backup FILE                            everything but the media files, also while the provider runs
  restore FILE                           into an empty database
Each takes --json, and --data-dir DIR or DATABASE_URL as the provider does.`;

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 256;
const EMAIL = /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u;

/**
 * Runs a command.
 *
 * @returns the exit code: 0 only if everything was done
 */
export async function runCommand(
  context: AdminContext,
  request: AdminRequest,
  out: AdminOutput,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await dispatch(context, request, out, signal);
  } catch (error) {
    const isExpected =
      error instanceof CommandError ||
      error instanceof MemberError ||
      error instanceof FeedError ||
      error instanceof BackupError;
    if (!isExpected) throw error;
    if (request.args.includes('--json')) out.line(JSON.stringify({ error: error.message }));
    else out.line(error instanceof CommandError ? `${error.message}\n\n${ADMIN_USAGE}` : error.message);
    return 1;
  }
}

/** A command with its arguments and options. */
interface Call {
  readonly context: AdminContext;
  readonly subject: string;
  readonly object: string;
  readonly values: Values;
  readonly input: string;
  readonly out: AdminOutput;
  readonly signal: AbortSignal;
}

interface Command {
  /** The number of arguments. */
  readonly count: number;
  /** True if the last argument may be left out. */
  readonly isOptional?: true;
  run(call: Call): Promise<number>;
}

async function dispatch(
  context: AdminContext,
  { args, input }: AdminRequest,
  out: AdminOutput,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [first = '', second = ''] = positionals;
  const isOfTwoWords = first === 'member' || first === 'feed';
  const name = isOfTwoWords ? `${first} ${second}`.trim() : first;
  const rest = positionals.slice(isOfTwoWords ? 2 : 1);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new CommandError(name === '' ? 'Name a command.' : `There is no command "${name}".`);
  if (rest.length > command.count || rest.length < command.count - (command.isOptional === true ? 1 : 0)) {
    throw new CommandError(`"${name}" takes ${command.count} arguments, not ${rest.length}.`);
  }
  const [subject = '', object = ''] = rest;
  return command.run({ context, subject, object, values, input, out, signal });
}

/** Prints the result of a command: as text, or with `--json` as JSON. */
function say({ out, values }: Call, text: string, fields: Readonly<Record<string, unknown>>): number {
  out.line(values.json === true ? JSON.stringify(fields) : text);
  return 0;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: { count: 1, run: importDirectory },
  'member add': { count: 1, run: add },
  'member list': { count: 0, run: list },
  'member plan': {
    count: 2,
    async run(call) {
      const { context, subject, object, values } = call;
      const plan = object === 'none' || object === 'free' ? null : planOf(object);
      const until = dateOf(values.until);
      await setPlan(context.db, subject, plan, until);
      return say(call, `${subject}: ${plan ?? 'no plan'}.`, { email: subject, plan, until: iso(until) });
    },
  },
  'member remove': {
    count: 1,
    async run(call) {
      await removeMember(call.context.db, call.context.pool, call.subject);
      return say(call, `Removed ${call.subject}.`, { removed: call.subject });
    },
  },
  grant: {
    count: 2,
    async run(call) {
      const { context, subject, object } = call;
      await grant(context.db, subject, object, context.clock.now());
      return say(call, `${subject} has ${object}.`, { granted: object, email: subject });
    },
  },
  revoke: {
    count: 2,
    async run(call) {
      const { context, subject, object } = call;
      await revoke(context.db, subject, object);
      return say(call, `${subject} no longer has ${object}.`, { revoked: object, email: subject });
    },
  },
  backup: {
    count: 1,
    async run(call) {
      const { context, subject } = call;
      const { tables, rows } = await makeBackup(context.db, subject, context.clock.now());
      return say(call, `Wrote ${rows} rows of ${tables} tables to ${subject}.`, {
        file: subject,
        tables,
        rows,
      });
    },
  },
  restore: {
    count: 1,
    async run(call) {
      const { context, subject } = call;
      if (context.isServing) throw new BackupError('Stop the provider first.');
      const { tables, rows } = await restoreBackup(context.db, subject);
      return say(call, `Restored ${rows} rows of ${tables} tables.`, { file: subject, tables, rows });
    },
  },
  'feed add': {
    count: 1,
    async run(call) {
      const { id, title, url, episodes } = await feedsOf(call).add(call.subject, call.signal);
      return say(call, `Added ${id}: ${title}, ${episodes} episodes.`, { added: id, title, url, episodes });
    },
  },
  'feed list': { count: 0, run: listFeeds },
  'feed refresh': { count: 1, isOptional: true, run: refreshFeeds },
  'feed remove': {
    count: 1,
    async run(call) {
      const title = await feedsOf(call).remove(call.subject);
      return say(call, `Removed ${title}.`, { removed: call.subject, title });
    },
  },
};

function feedsOf({ context }: Call): Feeds {
  if (context.feeds !== null) return context.feeds;
  throw new MemberError(
    'This database holds the demonstration. Add podcasts with another --data-dir or DATABASE_URL.',
  );
}

async function listFeeds(call: Call): Promise<number> {
  const feeds = await feedsOf(call).list();
  const lines = feeds.map(({ id, title, url, episodes, fetchedAt, error }) => {
    const state = error ?? `read ${iso(fetchedAt) ?? 'never'}`;
    return `${id}  ${title}  ${episodes} episodes  ${url}  ${state}`;
  });
  return say(call, lines.length === 0 ? 'There are no podcasts yet.' : lines.join('\n'), {
    feeds: feeds.map((feed) => ({ ...feed, fetchedAt: iso(feed.fetchedAt), nextAt: iso(feed.nextAt) })),
  });
}

async function refreshFeeds(call: Call): Promise<number> {
  const feeds = feedsOf(call);
  const refreshed = await feeds.refresh(call.subject === '' ? null : call.subject, call.signal);
  const lines = refreshed.map(refreshedLine);
  say(call, lines.length === 0 ? 'There are no podcasts yet.' : lines.join('\n'), { refreshed });
  return call.signal.aborted || refreshed.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function add(call: Call): Promise<number> {
  const { context, subject, values, input } = call;
  if (values['password-stdin'] !== true) {
    throw new CommandError('Give the password on standard input, with --password-stdin.');
  }
  const password = input.replace(/\r?\n$/, '');
  if (!EMAIL.test(subject)) throw new CommandError(`"${subject}" is not an e-mail address.`);
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new CommandError(`A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`);
  }
  const role = roleOf(values.role);
  // Owners and publishers hear everything.
  const plan = planOf(values.plan) ?? (role === 'listener' ? null : 'annual');
  const until = dateOf(values.until);
  const name = values.name ?? subject.replace(/@.*/u, '');
  const { db, pool, clock } = context;
  await addMember(db, pool, { email: subject, name, role, plan, until, password }, clock.now());
  return say(call, `Added ${subject}: ${role}, ${plan ?? 'no plan'}.`, {
    added: subject,
    role,
    plan,
    until: iso(until),
  });
}

async function list(call: Call): Promise<number> {
  const members = await listMembers(call.context.db);
  const lines = members.map(({ email, name, role, plan, until }) => {
    const end = until === null ? '' : ` until ${iso(until) ?? ''}`;
    return `${email}  ${name}  ${role}  ${plan ?? 'free'}${end}`;
  });
  return say(call, lines.length === 0 ? 'There are no members yet.' : lines.join('\n'), {
    members: members.map((member) => ({ ...member, until: iso(member.until) })),
  });
}

async function importDirectory({ context, subject: folder, values, out, signal }: Call): Promise<number> {
  const { library } = context;
  if (library === null) {
    throw new MemberError(
      'This database holds the demonstration. Import with another --data-dir or DATABASE_URL.',
    );
  }
  const refusal = await whyNotFolder(folder);
  if (refusal !== null) throw new MemberError(refusal);
  const report = await library.import({
    folder,
    dryRun: values['dry-run'] === true,
    signal,
    onProgress: (progress) => out.progress(progressLine(progress)),
    onWait: () => out.progress('Another import is running. This one waits for its end.'),
  });
  if (values.json === true) out.line(JSON.stringify(report));
  else for (const line of reportLines(report)) out.line(line);
  return report.complete && report.refused.length === 0 ? 0 : 1;
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
        name: { type: 'string' },
        role: { type: 'string' },
        plan: { type: 'string' },
        until: { type: 'string' },
      },
    });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function roleOf(text: string | undefined): Role {
  if (text === undefined) return 'listener';
  if (text === 'listener' || text === 'publisher' || text === 'owner') return text;
  throw new CommandError(`--role is listener, publisher or owner, not "${text}".`);
}

function planOf(text: string | undefined): Plan | null {
  if (text === undefined) return null;
  if (text === 'monthly' || text === 'annual') return text;
  throw new CommandError(`A plan is monthly or annual, not "${text}".`);
}

/** Reads a date or an instant, as epoch milliseconds. A date means the end of the day in UTC. */
function dateOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time)) throw new CommandError(`--until is a date such as 2027-12-31, not "${text}".`);
  return time;
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
