import { parseArgs } from 'node:util';
import { isLoopbackAddress } from './http/loopback.ts';

/** The options of the command line and the environment. */
export interface CommandLine {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly dist: string | undefined;
  readonly scale: number;
  readonly reset: boolean;
  readonly faults: boolean;
  /** Whether the app's sign-in screen offers the hosted login. */
  readonly hostedLogin: boolean;
  /** Other origins that serve the app. The hosted login may redirect to them. */
  readonly appOrigins: readonly string[];
  /** Whether the provider imitates the analytics and the messaging service. */
  readonly collectors: boolean;
  readonly quiet: boolean;
  /** Prints one line of JSON, `{"origin":"…"}`, as soon as it listens, before the usual text. */
  readonly readyJson: boolean;
}

/** The command line cannot be read; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_PORT = 4321;
const MOST_ITEMS = 1_000_000;

export const USAGE = `Options:
  --port N        where to listen (also PORT); 0 takes any free port; default ${DEFAULT_PORT}
  --host ADDRESS  default 127.0.0.1, this machine only
  --data-dir DIR  where the database and the made media are kept (also DATA_DIR); default .data
  --dist DIR      the built app to serve
  --scale N       grow the catalogue to N items
  --reset         start over: forget everything that listeners did
  --no-collectors leave analytics and messaging off where the app's configuration names none
  --hosted-login  offer the hosted login on the sign-in screen
  --app-origin ORIGIN  where the app is served, too: the hosted login sends listeners back there (repeatable)
  --faults        open the test controls below /__faults, /__pool and /__collectors, to this machine only
  --quiet         print nothing but failures
  --ready-json    print one line of JSON when listening
DATABASE_URL names a PostgreSQL server to use in place of the embedded database.`;

/** @throws {UsageError} */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const values = parse(args);
  const databaseUrl = environment['DATABASE_URL'] || undefined;
  if (databaseUrl !== undefined && values.reset === true) {
    throw new UsageError(
      '--reset is for the embedded database; the one of DATABASE_URL is its owner’s to empty.',
    );
  }
  const host = values.host ?? '127.0.0.1';
  if (values.faults === true && host.toLowerCase() !== 'localhost' && !isLoopbackAddress(host)) {
    throw new UsageError(
      '--faults opens controls that tell the codes of every listener, so it never goes with an address that other ' +
        `machines reach, as "${host}" may be: leave one of the two out, or name 127.0.0.1.`,
    );
  }
  return {
    port: wholeNumber('port', values.port ?? environment['PORT'], DEFAULT_PORT, 65_535),
    host,
    dataDir: values['data-dir'] ?? environment['DATA_DIR'] ?? '.data',
    databaseUrl,
    dist: values.dist,
    scale: wholeNumber('scale', values.scale, 0, MOST_ITEMS),
    reset: values.reset ?? false,
    faults: values.faults ?? false,
    hostedLogin: values['hosted-login'] ?? false,
    appOrigins: (values['app-origin'] ?? []).map(origin),
    collectors: values['no-collectors'] !== true,
    quiet: values.quiet ?? false,
    readyJson: values['ready-json'] ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        dist: { type: 'string' },
        scale: { type: 'string' },
        reset: { type: 'boolean' },
        faults: { type: 'boolean' },
        'hosted-login': { type: 'boolean' },
        'app-origin': { type: 'string', multiple: true },
        'no-collectors': { type: 'boolean' },
        quiet: { type: 'boolean' },
        'ready-json': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, '')) {
    throw new UsageError(`--app-origin must be an origin such as http://127.0.0.1:5173, and not "${text}".`);
  }
  return url.origin;
}

function wholeNumber(name: string, value: string | undefined, usual: number, largest: number): number {
  if (value === undefined || value === '') return usual;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > largest) {
    throw new UsageError(`--${name} must be a whole number from 0 to ${largest}, and not "${value}".`);
  }
  return number;
}
