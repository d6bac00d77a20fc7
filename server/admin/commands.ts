import { BackupError, makeBackup } from '../backup/make-backup.ts';
import { FeedError } from '../feeds/feeds.ts';
import { MemberError } from '../members/manage-members.ts';
import {
  type AdminContext,
  type AdminOutput,
  type AdminRequest,
  CommandError,
  type Commands,
  checkOptions,
  parse,
  say,
  type Call,
} from './command.ts';
import { FEED_ADDRESS_COMMANDS, FEED_COMMANDS } from './feeds.ts';
import { MEMBER_COMMANDS } from './members.ts';
import { RECORD_COMMANDS } from './records.ts';
import { PROVIDER_RUNS, restoreBackup } from '../backup/restore-backup.ts';
import { isProviderRunning, type RunningProviderTables } from '../db/running-providers.ts';
import { whyNotFolder } from '../library/import/import-folder.ts';
import { type AppErrorTables, readAppErrors } from '../watch/app-errors.ts';
import { readVersions, versionsLine } from '../watch/versions.ts';
import { progressLine, reportLines } from '../library/import/import-log.ts';

const IMPORT_COMMANDS: Commands = {
  import: {
    help: `import DIR [--dry-run] [--accept-missing]   imports a folder of audio, or says what an import would do;
                                         --accept-missing hides titles at once if most files are gone`,
    count: 1,
    options: ['dry-run', 'accept-missing'],
    run: importDirectory,
  },
};

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

const BACKUP_COMMANDS: Commands = {
  backup: {
    help: 'backup FILE                            everything but the media files, also while the provider runs',
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
    help: 'restore FILE                           into an empty database',
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
};

/** The program runs it before it opens a database, because there is none of this release yet. */
const UPGRADE_COMMANDS: Commands = {
  upgrade: {
    help: 'upgrade                                takes a data folder of an earlier PostgreSQL along',
    count: 0,
    run: () => Promise.reject(new CommandError('The database is open already.')),
  },
};

/** Days of which errors are shown. */
const ERROR_DAYS = 7;

const STATUS_COMMANDS: Commands = {
  status: {
    help: 'status                                 versions, missing fixes, and errors in the browsers of listeners',
    count: 0,
    async run(call) {
      const { db, clock } = call.context;
      const versions = await readVersions(db, clock.now());
      const { missing } = versions;
      const known = missing.length === 0 ? ['No missing fixes are known.'] : missing;
      const errors = await readAppErrors(db.withTables<AppErrorTables>(), clock.now(), ERROR_DAYS);
      const reported = errors.map(
        ({ kind, file, line, version, browsers, count }) =>
          `  ${count} × ${kind} in ${file}:${line}, version ${version}, ${browsers}`,
      );
      const head =
        errors.length === 0
          ? `No errors in browsers were reported in ${ERROR_DAYS} days.`
          : `Errors in browsers, of ${ERROR_DAYS} days:`;
      return say(call, [versionsLine(versions), ...known, head, ...reported].join('\n'), {
        ...versions,
        app_errors: errors,
      });
    },
  },
};

export const COMMANDS: Commands = {
  ...IMPORT_COMMANDS,
  ...MEMBER_COMMANDS,
  ...RECORD_COMMANDS,
  ...FEED_COMMANDS,
  ...FEED_ADDRESS_COMMANDS,
  ...BACKUP_COMMANDS,
  ...STATUS_COMMANDS,
  ...UPGRADE_COMMANDS,
};

const OF_EACH = 'Each takes --json, and --data-dir DIR or DATABASE_URL as the provider does.';

const ADMIN_USAGE = `npm run admin -- COMMAND [options]
Commands:
${Object.values(COMMANDS)
  .map(({ help }) => `  ${help}`)
  .join('\n')}
${OF_EACH}`;

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
    else out.line(error.message);
    return 1;
  }
}

async function dispatch(
  context: AdminContext,
  { args, input }: AdminRequest,
  out: AdminOutput,
  signal: AbortSignal,
): Promise<number> {
  const { command, values, rest } = readCommand(args);
  const [subject = '', object = ''] = rest;
  return command.run({ context, subject, object, values, input, out, signal });
}

/** What `--help` prints: the lines of the named command, or those of all. */
export function adminUsage(args: readonly string[]): string {
  const { command } = named(args.filter((arg) => !arg.startsWith('-')));
  if (command === undefined) return ADMIN_USAGE;
  return `npm run admin -- ${command.help}\n${OF_EACH}`;
}

/**
 * Reads the command and its options. It needs no database.
 *
 * @throws {CommandError}
 */
export function readCommand(args: readonly string[]) {
  const { values, positionals } = parse(args);
  const { name, command, rest } = named(positionals);
  if (command === undefined)
    throw new CommandError(name === '' ? 'Name a command.' : `There is no command "${name}".`);
  if (rest.length > command.count || rest.length < command.count - (command.isOptional === true ? 1 : 0)) {
    throw new CommandError(`"${name}" takes ${command.count} arguments, not ${rest.length}.`);
  }
  checkOptions(name, command, values);
  return { command, values, rest };
}

function named(positionals: readonly string[]) {
  const [first = '', second = ''] = positionals;
  const isOfTwoWords = ['member', 'feed', 'feed-address'].includes(first);
  const name = isOfTwoWords ? `${first} ${second}`.trim() : first;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return { name, command, rest: positionals.slice(isOfTwoWords ? 2 : 1) };
}
