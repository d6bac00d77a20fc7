import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { askPassword } from './admin/ask-password.ts';
import { type AdminOutput, CommandError } from './admin/command.ts';
import { adminUsage, readCommand, runCommand } from './admin/commands.ts';
import { ForeignDatabaseError } from './claim-database.ts';
import { NewerDatabaseError } from './db/migrate.ts';
import { DatabaseUnusableError } from './db/errors.ts';
import { readDatabase } from './parts/db.ts';
import { Given, UsageError } from './given.ts';
import { readPublicUrl } from './parts/http.ts';
import { readMail } from './parts/mail.ts';
import { LIBRARY_DATA_DIR } from './options.ts';
import { openForAdmin } from './admin/open.ts';
import { upgradeCommand } from './admin/upgrade.ts';
import { printable } from './text.ts';

// `npm run admin -- COMMAND` changes the database of a provider. The provider may be running or not.

const WITH_PATH: ReadonlySet<string> = new Set(['import', 'export', 'backup', 'restore']);

async function main(): Promise<number> {
  const { dataDir, args } = readArguments(process.argv.slice(2));
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    console.log(adminUsage(args));
    return args.length === 0 ? 1 : 0;
  }
  try {
    readCommand(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const sentence = `${error.message} For all commands: npm run admin -- --help`;
    if (args.includes('--json')) console.log(JSON.stringify({ error: sentence }));
    else console.error(sentence);
    return 1;
  }
  const { input, isGiven } = await readInput(args);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
    });
  }
  const { signal } = stopping;
  const command = {
    args: withAbsolutePath(
      isGiven && !args.includes('--password-stdin') ? [...args, '--password-stdin'] : args,
    ),
    input,
  };
  const out = terminal();
  const given = new Given(process.env);
  if (args[0] === 'upgrade') return upgradeCommand(dataDir, given, args.includes('--json'), out);
  const options = {
    dataDir,
    feedNetworks: given.networks('FEED_NETWORKS'),
    mail: readMail(given),
    publicUrl: readPublicUrl(given),
    ...readDatabase(given),
  };
  const admin = await openForAdmin(options, args[0] === 'restore' ? 'restore' : 'command');
  try {
    return await runCommand(admin.context, command, out, signal);
  } finally {
    await admin.close();
  }
}

/** A new password: from the standard input, or on a terminal from a question. */
async function readInput(args: readonly string[]): Promise<{ input: string; isGiven: boolean }> {
  const isAsked = args.includes('--password-stdin');
  const isAdding = args[0] === 'member' && args[1] === 'add';
  if (process.stdin.isTTY && (isAsked || isAdding)) return { input: await askPassword(), isGiven: true };
  return { input: isAsked ? await text(process.stdin) : '', isGiven: isAsked };
}

function readArguments(all: readonly string[]) {
  // The options of the commands are read where the command runs.
  const { tokens } = parseArgs({
    args: [...all],
    options: { 'data-dir': { type: 'string' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const option = tokens.find((token) => token.kind === 'option' && token.name === 'data-dir');
  const given = option?.kind === 'option' ? option.value : undefined;
  if (option !== undefined && given === undefined) throw new UsageError('--data-dir needs a folder.');
  const used = option?.kind === 'option' ? (option.inlineValue === true ? 1 : 2) : 0;
  const at = option?.index ?? 0;
  return {
    dataDir: resolve(given ?? (process.env['DATA_DIR'] || LIBRARY_DATA_DIR)),
    args: [...all.slice(0, at), ...all.slice(at + used)],
  };
}

/**
 * Makes the folder of an import and the file of a backup absolute. npm changes the working folder, so a relative path
 * counts from the folder in which the command was typed.
 */
function withAbsolutePath(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => WITH_PATH.has(arg)) + 1;
  const path = args.findIndex((arg, index) => index >= at && !arg.startsWith('-'));
  if (at === 0 || path === -1) return args;
  return args.map((arg, index) => (index === path ? resolve(process.env['INIT_CWD'] ?? '.', arg) : arg));
}

const LINE_MS = 5_000;

/**
 * Prints lines, and the progress of an import. On a terminal, the progress is one line that changes. Elsewhere it is
 * a new line every few seconds.
 */
function terminal(): AdminOutput {
  let isOpen = false;
  let last = 0;
  return {
    line(said) {
      if (isOpen) process.stderr.write('\n');
      isOpen = false;
      console.log(
        said
          .split('\n')
          .map((line) => printable(line))
          .join('\n'),
      );
    },
    progress(said) {
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${printable(said)}\u001b[K`);
        isOpen = true;
        return;
      }
      if (performance.now() - last < LINE_MS) return;
      last = performance.now();
      process.stderr.write(`${printable(said)}\n`);
    },
  };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected =
      error instanceof CommandError ||
      error instanceof DatabaseUnusableError ||
      error instanceof NewerDatabaseError ||
      error instanceof UsageError ||
      error instanceof ForeignDatabaseError;
    console.error(isExpected ? error.message : error);
    process.exit(1);
  },
);
