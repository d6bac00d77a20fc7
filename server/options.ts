import { type Flag, Given, UsageError } from './given.ts';
import { whyNotFolder } from './library/import/import-folder.ts';
import type { ProviderOptions } from './parts/part.ts';
import { PARTS } from './parts/index.ts';
import { isLogLevel, LOG_LEVELS, type LogLevel } from './watch/log.ts';

/** The options of the command line and the environment. */
export interface CommandLine extends ProviderOptions {
  /** Writes the log as JSON, one line for each request. Undefined writes only sentences. */
  readonly logLevel: LogLevel | undefined;
  readonly quiet: boolean;
  /** Prints one line of JSON, `{"origin":"…"}`, as soon as it listens, before the usual text. */
  readonly readyJson: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 4321;
/** Data folder of a library. It is not that of the demonstration, because a database belongs to one of them. */
export const LIBRARY_DATA_DIR = '.data-library';

const FLAGS: Readonly<Record<string, Flag>> = {
  port: {
    type: 'string',
    usage: `--port N        the port (also PORT); 0 chooses a free port; default ${DEFAULT_PORT}`,
  },
  host: { type: 'string', usage: '--host ADDRESS  default 127.0.0.1, this machine only (also HOST)' },
  'data-dir': {
    type: 'string',
    usage: `--data-dir DIR  the folder of the database and the generated media (also DATA_DIR); default .data, with
                  --library ${LIBRARY_DATA_DIR}`,
  },
  ...Object.fromEntries(PARTS.flatMap(({ flags = {} }) => Object.entries(flags))),
  quiet: { type: 'boolean', usage: '--quiet         print nothing but failures' },
  'ready-json': { type: 'boolean', usage: '--ready-json    print one line of JSON when listening' },
};

export const USAGE = [
  'npm start -- [options]',
  'Starts the provider with the app, prints the address, and runs until it gets a signal.',
  ...Object.values(FLAGS).map(({ usage }) => `  ${usage}`),
  ...PARTS.flatMap(({ variables = {} }) =>
    Object.entries(variables).map(([name, sentence]) => `${name} ${sentence}`),
  ),
].join('\n');

/** Whether the arguments ask for help. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h');

/**
 * Reads the options, and looks for the folders that they name.
 *
 * @throws {UsageError}
 */
export async function readUsableOptions(
  args: readonly string[],
  environment: Environment,
): Promise<CommandLine> {
  const options = readOptions(args, environment);
  for (const folder of options.library ?? []) {
    const refusal = await whyNotFolder(folder);
    if (refusal !== null) throw new UsageError(refusal);
  }
  return options;
}

/** @throws {UsageError} */
export function readOptions(args: readonly string[], environment: Environment): CommandLine {
  const given = Given.parse(args, FLAGS, environment);
  const parts: Partial<ProviderOptions> = {};
  for (const { read } of PARTS) Object.assign(parts, read?.(given));
  const usualDataDir = parts.library === undefined ? '.data' : LIBRARY_DATA_DIR;
  return {
    port: given.wholeNumber('--port', given.text('port') ?? given.variable('PORT'), DEFAULT_PORT, 65_535),
    host: given.text('host') ?? given.variable('HOST') ?? '127.0.0.1',
    dataDir: given.text('data-dir') ?? given.variable('DATA_DIR') ?? usualDataDir,
    ...parts,
    logLevel: readLogLevel(given),
    quiet: given.has('quiet'),
    readyJson: given.has('ready-json'),
  };
}

function readLogLevel(given: Given): LogLevel | undefined {
  const text = given.variable('LOG_LEVEL');
  if (text === undefined || isLogLevel(text)) return text;
  throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}
