import { parseArgs } from 'node:util';
import { BackupError, makeBackup } from '../backup/make-backup.ts';
import { PROVIDER_RUNS, restoreBackup } from '../backup/restore-backup.ts';
import type { Clock } from '../clock.ts';
import type { FeatureMigrations } from '../db/migrate.ts';
import { isProviderRunning, type RunningProviderTables } from '../db/running-providers.ts';
import { FeedError, type Feeds } from '../feeds/feeds.ts';
import { refreshedLine } from '../feeds/refresh.ts';
import type { Library } from '../library/library.ts';
import { progressLine, reportLines } from '../library/import/report.ts';
import { whyNotFolder } from '../library/import/import-folder.ts';
import type { InvitationMails } from '../mail/index.ts';
import type { AccountOrigin } from '../pool/manage-users.ts';
import { OPERATOR, readChanges } from '../members/audit.ts';
import { csv, readRefused, readStatement, type Span } from '../members/statements.ts';
import {
  addMember,
  findMembers,
  grant,
  inviteMember,
  type ListedMember,
  listMembers,
  type Managing,
  type Member,
  MemberError,
  type Plan,
  removeMember,
  revoke,
  setDisabled,
  setPlan,
  setRole,
  signOutEverywhere,
} from '../members/manage-members.ts';
import type { Database, Role } from '../members/tables.ts';

/** The dependencies of the commands: the database and its pool, whether their provider is running or not. */
export interface AdminContext {
  readonly db: Database;
  readonly pool: Managing['pool'];
  readonly invitations: InvitationMails;
  readonly clock: Clock;
  /** All migrations of this release. */
  readonly migrations: FeatureMigrations;
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
  import DIR [--dry-run] [--accept-missing]   imports a folder of audio, or says what an import would do;
                                         --accept-missing hides titles at once if most files are gone
  member add EMAIL --password-stdin [--name N] [--role listener|publisher|owner] [--plan monthly|annual] [--until DATE]
  member invite EMAIL [--name N] [--role …] [--plan …] [--until DATE]   sends a temporary password, or prints it
  member list                            everybody with role, plan and state
  member find TEXT                       those whose address or name contains the text
  member plan EMAIL monthly|annual|none [--until DATE]
  member role EMAIL listener|publisher|owner
  member disable EMAIL                   ends all sessions, and allows no sign-in
  member enable EMAIL
  member sign-out EMAIL                  ends all sessions
  member remove EMAIL
  grant EMAIL CONTENT_ID                 a single purchase
  revoke EMAIL CONTENT_ID
  audit [--limit N]                      what owners and operators changed, the newest first; 100 by default
  royalties --from DATE --to DATE [--csv]   listened time by month, author and title, and what did not count
  feed add URL                           adds a podcast, and reads it again every hour
  feed list                              every podcast with its id
  feed refresh [ID]                      reads one podcast again now, or all of them
  feed remove ID
  backup FILE                            everything but the media files, also while the provider runs
  restore FILE                           into an empty database
Each takes --json, and --data-dir DIR or DATABASE_URL as the provider does.`;

const LONGEST_PASSWORD = 256;
const MOST_CHANGES = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DELETED = 'a deleted account';
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
      const { subject, object, values } = call;
      const plan = object === 'none' || object === 'free' ? null : planOf(object);
      const until = dateOf(values.until);
      await setPlan(managing(call), subject, plan, until);
      return say(call, `${subject}: ${plan ?? 'no plan'}.`, { email: subject, plan, until: iso(until) });
    },
  },
  'member invite': { count: 1, run: invite },
  'member find': {
    count: 1,
    async run(call) {
      const { total, members } = await findMembers(
        call.context.db,
        {
          text: call.subject,
          offset: 0,
          limit: 1000,
        },
        call.context.clock.now(),
      );
      const rest = total > members.length ? `\nand ${total - members.length} more` : '';
      return say(call, memberLines(members) + rest, { total, members: members.map(wireMember) });
    },
  },
  'member role': {
    count: 2,
    async run(call) {
      const { subject, object } = call;
      const role = roleOf(object);
      await setRole(managing(call), subject, role);
      return say(call, `${subject}: ${role}.`, { email: subject, role });
    },
  },
  'member disable': {
    count: 1,
    async run(call) {
      await setDisabled(managing(call), call.subject, true);
      return say(call, `${call.subject} cannot sign in any more.`, { disabled: call.subject });
    },
  },
  'member enable': {
    count: 1,
    async run(call) {
      await setDisabled(managing(call), call.subject, false);
      return say(call, `${call.subject} can sign in again.`, { enabled: call.subject });
    },
  },
  'member sign-out': {
    count: 1,
    async run(call) {
      await signOutEverywhere(managing(call), call.subject);
      return say(call, `All sessions of ${call.subject} have ended.`, { signed_out: call.subject });
    },
  },
  audit: { count: 0, run: audit },
  royalties: { count: 0, run: royalties },
  'member remove': {
    count: 1,
    async run(call) {
      await removeMember(managing(call), call.subject);
      return say(call, `Removed ${call.subject}.`, { removed: call.subject });
    },
  },
  grant: {
    count: 2,
    async run(call) {
      const { subject, object } = call;
      await grant(managing(call), subject, object);
      return say(call, `${subject} has ${object}.`, { granted: object, email: subject });
    },
  },
  revoke: {
    count: 2,
    async run(call) {
      const { subject, object } = call;
      await revoke(managing(call), subject, object);
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
      const { db, clock, migrations } = context;
      if (await isProviderRunning(db.withTables<RunningProviderTables>(), clock)) {
        throw new BackupError(PROVIDER_RUNS);
      }
      const { tables, rows } = await restoreBackup(db, subject, migrations);
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

const managing = ({ context: { db, pool, clock } }: Call): Managing => ({ db, pool, clock, by: OPERATOR });

function feedsOf({ context }: Call): Feeds {
  if (context.feeds !== null) return context.feeds;
  throw new MemberError(
    'This database holds the demonstration. Add podcasts with another --data-dir or DATABASE_URL.',
  );
}

async function listFeeds(call: Call): Promise<number> {
  const feeds = await feedsOf(call).list();
  const lines = feeds.map(({ id, title, url, episodes, fetchedAt, error, note }) => {
    const state = error ?? note ?? `read ${iso(fetchedAt) ?? 'never'}`;
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
  const { subject, values, input } = call;
  if (values['password-stdin'] !== true) {
    throw new CommandError('Give the password on standard input, with --password-stdin.');
  }
  const password = input.replace(/\r?\n$/, '');
  if (password.length > LONGEST_PASSWORD) {
    throw new CommandError(`A password has at most ${LONGEST_PASSWORD} characters.`);
  }
  const member = newMember(call);
  const { role, plan, until } = member;
  const account = await addMember(managing(call), { ...member, password });
  const text = `Added ${subject}: ${role}, ${plan ?? 'no plan'}.${ACCOUNTS[account]}`;
  return say(call, text, {
    added: subject,
    role,
    plan,
    until: iso(until),
    account,
    password_set: account !== 'existing',
  });
}

/** What became of an account that the address had already. */
const ACCOUNTS: Readonly<Record<AccountOrigin, string>> = {
  new: '',
  replaced:
    '\nThe address had an account that was never confirmed. It was replaced: its password, codes and sign-ins are gone.',
  existing:
    '\nThe address had an account already. It keeps its password, and the given password was not used.',
};

/** The member of `member add` and `member invite`. */
function newMember({ subject, values }: Call): Member {
  if (!EMAIL.test(subject)) throw new CommandError(`"${subject}" is not an e-mail address.`);
  const role = roleOf(values.role);
  // Owners and publishers hear everything.
  const plan = planOf(values.plan) ?? (role === 'listener' ? null : 'annual');
  const name = values.name ?? subject.replace(/@.*/u, '');
  return { email: subject, name, role, plan, until: dateOf(values.until) };
}

async function invite(call: Call): Promise<number> {
  const { context, subject } = call;
  const { send, link } = context.invitations;
  if (send !== null && !URL.canParse(link())) {
    throw new CommandError('Set PUBLIC_URL, so that the mail can say where to sign in.');
  }
  const invited = await inviteMember(managing(call), newMember(call), context.invitations);
  const { password, account } = invited;
  const end = iso(invited.until) ?? '';
  const note = account === 'replaced' ? ACCOUNTS.replaced : '';
  const fields = { invited: subject, until: end, account };
  if (send !== null) return say(call, `Invited ${subject} by mail, until ${end}.${note}`, fields);
  return say(call, `Invited ${subject}. The temporary password is ${password}, until ${end}.${note}`, {
    ...fields,
    password,
  });
}

async function list(call: Call): Promise<number> {
  const members = await listMembers(call.context.db, call.context.clock.now());
  return say(call, members.length === 0 ? 'There are no members yet.' : memberLines(members), {
    members: members.map(wireMember),
  });
}

const memberLines = (members: readonly ListedMember[]): string =>
  members
    .map(({ email, name, role, plan, until, state }) => {
      const end = until === null ? '' : ` until ${iso(until) ?? ''}`;
      return `${email}  ${name}  ${role}  ${plan ?? 'free'}${end}${state === 'active' ? '' : `  ${state}`}`;
    })
    .join('\n');

const wireMember = ({ email, name, role, plan, until, state }: ListedMember) => ({
  email,
  name,
  role,
  plan,
  until: iso(until),
  state,
});

async function audit(call: Call): Promise<number> {
  const limit = Number(call.values.limit ?? '100');
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_CHANGES) {
    throw new CommandError(`--limit is a whole number from 1 to ${MOST_CHANGES}.`);
  }
  const changes = await readChanges(call.context.db, { offset: 0, limit });
  const lines = changes.map(({ at, by, by_operator, member, action, detail }) => {
    const who = by_operator ? 'the operator' : (by ?? DELETED);
    return `${iso(at) ?? ''}  ${who}  ${action}  ${member ?? DELETED}  ${detail}`.trimEnd();
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
function spanOf({ from, to }: Values): Span {
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
    acceptMissing: values['accept-missing'] === true,
    signal,
    onProgress: (progress) => out.progress(progressLine(progress)),
    onWait: () => out.progress('Another import is running. This one waits for its end.'),
  });
  if (values.json === true) out.line(JSON.stringify(report));
  else for (const line of reportLines(report)) out.line(line);
  return report.complete && report.refused.length + report.lost.length === 0 ? 0 : 1;
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
        'accept-missing': { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
        name: { type: 'string' },
        role: { type: 'string' },
        plan: { type: 'string' },
        until: { type: 'string' },
        limit: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        csv: { type: 'boolean' },
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
