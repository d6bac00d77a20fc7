import type { Logger } from 'pino';
import { ForeignDatabaseError } from './claim-database.ts';
import { NewerDatabaseError } from './db/migrate.ts';
import { sentenceOf } from './db/server-pool.ts';
import { DatabaseUnavailableError, DatabaseUnusableError } from './db/errors.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/listeners.ts';
import { countOwners } from './members/manage-members.ts';
import { UsageError } from './given.ts';
import { asksForHelp, type CommandLine, LIBRARY_DATA_DIR, readUsableOptions, USAGE } from './options.ts';
import { type Provider, startProvider } from './provider.ts';
import { StoreUnavailableError } from './store/media-store.ts';
import { openLog } from './watch/log.ts';
import { readVersions, versionsLine } from './watch/versions.ts';

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    console.log(USAGE);
    return;
  }
  const options = await readUsableOptions(args, process.env);
  const requestLog = options.logLevel === undefined ? undefined : openLog(options.logLevel);
  const print = sentences(options, requestLog);
  let printed = 0;
  const provider = await startProvider({
    ...options,
    requestLog,
    // Failures and codes have to be seen at every usual level of the log.
    log: requestLog === undefined || options.quiet ? print : (sentence) => requestLog.warn(sentence),
    progress(done, total) {
      // A large catalogue takes a while: one line for each twentieth.
      const part = Math.floor((20 * done) / total);
      if (total < 2000 || part === printed) return;
      printed = part;
      print(`Filling the catalogue: ${done} of ${total} items (${part * 5} %)`);
    },
  });
  closeOnSignals(provider);
  const versions = await readVersions(provider.db, provider.clock.now());
  if (options.readyJson) console.log(JSON.stringify({ origin: provider.origin }));
  print(
    options.library === undefined
      ? welcome(options.publicUrl ?? provider.origin, options)
      : await libraryWelcome(provider, options, options.library),
  );
  print(`  ${versionsLine(versions)}`);
  for (const sentence of versions.missing) {
    if (requestLog === undefined) print(`  ${sentence}`);
    else requestLog.warn(sentence);
  }
}

/** Prints the sentences for the operator: as text, or as lines of the log if there is one. */
function sentences({ quiet }: CommandLine, log: Logger | undefined): (sentence: string) => void {
  if (quiet) return () => undefined;
  return log === undefined ? console.log : (sentence) => log.info(sentence.trim());
}

function welcome(origin: string, options: CommandLine): string {
  const longest = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  return [
    '',
    // With JSON, the caller prints an address itself.
    ...(options.readyJson
      ? []
      : [options.dist === undefined ? `  The provider is at ${origin}` : `  Open ${origin}`, '']),
    '  Running: the product API (/api/v2), the user pool (/pool), audio, covers and PDFs (/media)' +
      (options.dist === undefined ? '' : ', the app') +
      ', the hosted login (/pool/hosted)' +
      (options.faults ? ', test controls (/__faults, /__pool, /__collectors)' : ''),
    ...(options.collectors
      ? ['  Events:  what the app sends to analytics and messaging is shown at /events']
      : []),
    ...(options.hostedLogin
      ? []
      : [
          '  Add --hosted-login (npm start -- --hosted-login) to offer the hosted login on the sign-in screen',
        ]),
    `  Data:    ${options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL server of DATABASE_URL'}`,
    '',
    `  Demo accounts, all with the password ${DEMO_PASSWORD}`,
    ...DEMO_ACCOUNTS.map(({ email, description }) => `    ${email.padEnd(longest)}  ${description}`),
    ...DEMO_ACCOUNTS.flatMap(({ email, totpSecret }) =>
      totpSecret === undefined ? [] : `  The authenticator secret of ${email} is ${totpSecret}`,
    ),
    `  ${codesSentence(options)}`,
    '',
  ].join('\n');
}

async function libraryWelcome(
  provider: Provider,
  options: CommandLine,
  folders: readonly string[],
): Promise<string> {
  const origin = options.publicUrl ?? provider.origin;
  const hasOwner = (await countOwners(provider.db)) > 0;
  return [
    '',
    ...(options.readyJson
      ? []
      : [options.dist === undefined ? `  The provider is at ${origin}` : `  Open ${origin}`, '']),
    ...folders.map((folder) => `  Library: ${folder} (imported now, and whenever it changes)`),
    `  Data:    ${options.databaseUrl === undefined ? options.dataDir : 'the PostgreSQL server of DATABASE_URL'}`,
    '',
    ...(hasOwner
      ? []
      : [
          '  There is no owner yet. Make the first one with this command. It asks for a password:',
          '    npm run admin -- member add EMAIL --role owner' +
            (options.dataDir === LIBRARY_DATA_DIR || options.databaseUrl !== undefined
              ? ''
              : ` --data-dir ${options.dataDir}`),
          '',
        ]),
    ...(options.dist === undefined ? [] : [`  Owners and publishers work at ${origin}/studio`, '']),
    `  ${codesSentence(options)}`,
    '',
  ].join('\n');
}

const codesSentence = ({ mail }: CommandLine): string =>
  mail === undefined
    ? 'Codes that would be sent by e-mail or SMS are printed below.'
    : 'Codes are sent by e-mail. Codes that would be sent by SMS are printed below.';

function closeOnSignals(provider: Provider): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (isClosing) process.exit(1);
      isClosing = true;
      provider.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** One sentence for an error that the user can fix; the stack trace for any other error. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} For all options: npm start -- --help`;
  if (
    error instanceof DatabaseUnusableError ||
    error instanceof NewerDatabaseError ||
    error instanceof ForeignDatabaseError
  ) {
    return error.message;
  }
  if (error instanceof DatabaseUnavailableError)
    return `The database server failed during the start: ${sentenceOf(error.cause ?? error)}`;
  if (error instanceof StoreUnavailableError) return `MEDIA_STORE cannot be used: ${error.sentence}.`;
  if (error instanceof Error && 'code' in error) {
    switch (error.code) {
      case 'EADDRINUSE':
        return `${error.message}: another program uses this address. Choose another port with --port or PORT.`;
      case 'EACCES':
      case 'EROFS':
      case 'ENOSPC':
      case 'ENOTDIR':
      case 'EEXIST':
        return `The data folder cannot be used (${error.message}). Choose another with --data-dir or DATA_DIR.`;
    }
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
