import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLoopbackAddress } from './http/loopback.ts';
import { isAddress, type MailSettings, type Sender } from './mail/smtp.ts';
import { readStoreAddress, type StoreAddress } from './store/address.ts';
import { isLogLevel, LOG_LEVELS, type LogLevel } from './watch/log.ts';

/** The options of the command line and the environment. */
export interface CommandLine {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** The most connections to the database for requests. */
  readonly databaseConnections: number | undefined;
  readonly dist: string | undefined;
  /** Absolute paths of the folders to serve. Undefined for the demonstration. */
  readonly library: readonly string[] | undefined;
  /** Networks that podcasts may come from although they are not public. */
  readonly feedNetworks: readonly string[];
  /** The payment service. Undefined: nothing is charged. */
  readonly stripe: StripeOptions | undefined;
  /** The days before the first payment of somebody's first plan. */
  readonly trialDays: number;
  /** Where uploads, PDFs and made media are. Undefined: in the data folder. */
  readonly mediaStore: StoreAddress | undefined;
  readonly scale: number;
  readonly reset: boolean;
  readonly faults: boolean;
  /** Whether the app's sign-in screen offers the hosted login. */
  readonly hostedLogin: boolean;
  /** Whether a client may sign in with a code that is sent by mail, without the password. */
  readonly passwordlessSignIn: boolean;
  /** Other origins that serve the app. The hosted login may redirect to them. */
  readonly appOrigins: readonly string[];
  /** Whether the provider imitates the analytics and the messaging service. */
  readonly collectors: boolean;
  /** Whether the demonstration names a mobile app. Without one, downloads and bookmarks work in the browser. */
  readonly mobileApp: boolean;
  /** The origin under which listeners reach the provider, if a proxy is in front of it. Links in mails name it. */
  readonly publicUrl: string | undefined;
  /** The mail server. Without it, codes are printed. */
  readonly mail: MailSettings | undefined;
  /** Addresses and networks of the proxies whose `X-Forwarded-*` headers count. */
  readonly trustedProxies: readonly string[];
  /** Writes the log as JSON, one line for each request. Undefined writes only sentences. */
  readonly logLevel: LogLevel | undefined;
  /** What other machines have to send to read the metrics. */
  readonly metricsToken: string | undefined;
  /** Sends traces to the collector that the variables of OpenTelemetry name. */
  readonly traces: boolean;
  /** How long the provider still accepts calls after SIGTERM, in seconds. */
  readonly drainSeconds: number;
  readonly quiet: boolean;
  /** Prints one line of JSON, `{"origin":"…"}`, as soon as it listens, before the usual text. */
  readonly readyJson: boolean;
}

interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another address of the service, for tests. */
  readonly apiUrl: string | undefined;
}

/** The command line cannot be read; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_PORT = 4321;
/** The name of the product where none is given. */
const DEFAULT_BRAND = 'Hark';
/** Data folder of a library. It is not that of the demonstration, because a database belongs to one of them. */
export const LIBRARY_DATA_DIR = '.data-library';
const MOST_ITEMS = 1_000_000;
const MOST_CONNECTIONS = 1000;
const LONGEST_DRAIN = 300;
/** The payment service allows no longer one. */
const LONGEST_TRIAL = 730;

export const USAGE = `Options:
  --port N        the port (also PORT); 0 chooses a free port; default ${DEFAULT_PORT}
  --host ADDRESS  default 127.0.0.1, this machine only
  --data-dir DIR  the folder of the database and the generated media (also DATA_DIR); default .data, with
                  --library ${LIBRARY_DATA_DIR}
  --library DIR   serve the audio in this folder, and nothing of the demonstration (repeatable)
  --dist DIR      the built app to serve
  --scale N       grow the catalogue to N items
  --reset         start over: delete everything that listeners did
  --no-collectors turn analytics and messaging off if the app's configuration names none
  --no-mobile-app name no mobile app, so that downloads and bookmarks work in the browser
  --hosted-login  offer the hosted login on the sign-in screen
  --passwordless  let clients sign in with a code that is sent by mail, without the password
  --app-origin ORIGIN  another origin of the app, to which the hosted login may redirect (repeatable)
  --faults        open the test controls below /__faults, /__pool and /__collectors, for this machine only
  --quiet         print nothing but failures
  --ready-json    print one line of JSON when listening
DATABASE_URL is the address of another PostgreSQL server. Without it, the provider starts one in the data folder.
DATABASE_CONNECTIONS is the number of its connections for requests; default 10, and 3 more for background work.
DATABASE_DIRECT_URL is its address without a pooler, for migrations and background work, if DATABASE_URL is a pooler's.
MEDIA_STORE is where the uploads, PDFs and made media of a library are: "file:" (the data folder, the default), or
  s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1. The keys are in AWS_ACCESS_KEY_ID and
  AWS_SECRET_ACCESS_KEY.
SMTP_URL is the address of a mail server, such as smtps://user:password@mail.example.org. Without it, codes are printed.
MAIL_FROM is the sender, such as "Hark <hello@example.org>". Its name is the name of the product in the mails.
STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are the keys of the payment service; see docs/charging.md.
TRIAL_DAYS is how many days somebody's first plan is free; default 0.
FEED_NETWORKS names networks of your own that podcasts may come from, such as "192.168.0.0/16 10.1.2.3".
HOST is the address to listen at, like --host.
PUBLIC_URL is the origin that listeners use, such as https://listen.example, if a proxy is in front of the provider.
TRUSTED_PROXIES names the addresses or networks of these proxies. Only their X-Forwarded-* headers count.
LOG_LEVEL (${LOG_LEVELS.join(', ')}) writes the log as JSON, with a line for each request from "info" on.
OTEL_EXPORTER_OTLP_ENDPOINT is the address of a collector of OpenTelemetry, which then gets traces.
METRICS_TOKEN lets other machines read /metrics, with "Authorization: Bearer TOKEN". With a public PUBLIC_URL this machine needs it too.
DRAIN_SECONDS is how long calls are still accepted after SIGTERM, while /readyz responds with 503; default 0.`;

/** @throws {UsageError} */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const values = parse(args);
  const { databaseUrl, databaseDirectUrl } = readDatabase(environment);
  if (databaseUrl !== undefined && values.reset === true) {
    throw new UsageError(
      '--reset empties only the database in the data folder. Empty the database of DATABASE_URL yourself.',
    );
  }
  const library = readFolders(values, environment['INIT_CWD']);
  const host = values.host ?? (environment['HOST'] || '127.0.0.1');
  if (values.faults === true && host.toLowerCase() !== 'localhost' && !isLoopbackAddress(host)) {
    throw new UsageError(
      '--faults opens controls that show the codes of every listener. So it is not allowed with an address that other ' +
        `machines may reach, such as "${host}". Leave one of the two out, or use 127.0.0.1.`,
    );
  }
  return {
    port: wholeNumber('--port', values.port ?? environment['PORT'], DEFAULT_PORT, 65_535),
    host,
    dataDir: values['data-dir'] ?? (environment['DATA_DIR'] || usualDataDir(library)),
    library,
    feedNetworks: readNetworks(environment, 'FEED_NETWORKS'),
    stripe: readStripe(environment),
    trialDays: wholeNumber('TRIAL_DAYS', environment['TRIAL_DAYS'], 0, LONGEST_TRIAL),
    mediaStore: readMediaStore(environment, library),
    trustedProxies: readNetworks(environment, 'TRUSTED_PROXIES'),
    logLevel: readLogLevel(environment),
    metricsToken: environment['METRICS_TOKEN'] || undefined,
    traces: readTraces(environment),
    drainSeconds: wholeNumber('DRAIN_SECONDS', environment['DRAIN_SECONDS'], 0, LONGEST_DRAIN),
    databaseUrl,
    databaseDirectUrl,
    databaseConnections: readConnections(environment),
    dist: values.dist,
    scale: wholeNumber('--scale', values.scale, 0, MOST_ITEMS),
    reset: values.reset ?? false,
    faults: values.faults ?? false,
    hostedLogin: values['hosted-login'] ?? false,
    passwordlessSignIn: values.passwordless ?? false,
    appOrigins: (values['app-origin'] ?? []).map((each) => origin('--app-origin', each)),
    collectors: values['no-collectors'] !== true,
    mobileApp: values['no-mobile-app'] !== true,
    ...readMail(environment),
    quiet: values.quiet ?? false,
    readyJson: values['ready-json'] ?? false,
  };
}

/**
 * Reads DATABASE_URL and DATABASE_DIRECT_URL.
 *
 * @throws {UsageError}
 */
export function readDatabase(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<CommandLine, 'databaseUrl' | 'databaseDirectUrl'> {
  const read = (variable: string): string | undefined => {
    const text = environment[variable] || undefined;
    if (text === undefined || /^postgres(?:ql)?:\/\//.test(text)) return text;
    // The value may contain a password, so it is not repeated.
    throw new UsageError(`${variable} is an address such as postgresql://hark:password@db.example/hark.`);
  };
  return { databaseUrl: read('DATABASE_URL'), databaseDirectUrl: read('DATABASE_DIRECT_URL') };
}

/** @throws {UsageError} */
function readConnections(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  const text = environment['DATABASE_CONNECTIONS'] || undefined;
  if (text === undefined) return undefined;
  const connections = Number(text);
  if (/^\d+$/.test(text) && connections >= 1 && connections <= MOST_CONNECTIONS) return connections;
  throw new UsageError(
    `DATABASE_CONNECTIONS must be a whole number from 1 to ${MOST_CONNECTIONS}, not "${text}".`,
  );
}

/** @throws {UsageError} */
function readPublicUrl(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = environment['PUBLIC_URL'] || undefined;
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new UsageError(
    `PUBLIC_URL must be an origin without a path, such as https://listen.example, not "${text}".`,
  );
}

/** @throws {UsageError} */
function readLogLevel(environment: Readonly<Record<string, string | undefined>>): LogLevel | undefined {
  const text = environment['LOG_LEVEL'] || undefined;
  if (text === undefined || isLogLevel(text)) return text;
  throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}

/**
 * True if the standard variables name a collector for traces. The packages of OpenTelemetry read the other variables.
 *
 * @throws {UsageError}
 */
function readTraces(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none')
    return false;
  const read = (what: 'ENDPOINT' | 'PROTOCOL'): readonly [variable: string, value: string] | undefined => {
    for (const variable of [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`]) {
      const value = environment[variable];
      if (value) return [variable, value];
    }
    return undefined;
  };
  const endpoint = read('ENDPOINT');
  if (endpoint === undefined) return false;
  const [variable, address] = endpoint;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    // The address may contain a key, so it is not repeated.
    throw new UsageError(`${variable} is an address such as http://collector.example:4318.`);
  }
  const protocol = read('PROTOCOL');
  if (protocol !== undefined && protocol[1] !== 'http/protobuf') {
    throw new UsageError(`${protocol[0]} must be http/protobuf, not "${protocol[1]}".`);
  }
  return true;
}

/** @throws {UsageError} */
function readStripe(environment: Readonly<Record<string, string | undefined>>): StripeOptions | undefined {
  const secretKey = environment['STRIPE_SECRET_KEY'] || undefined;
  const webhookSecret = environment['STRIPE_WEBHOOK_SECRET'] || undefined;
  const apiUrl = environment['STRIPE_API_URL'] || undefined;
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    throw new UsageError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together. Set both, or none.');
  }
  const isOrigin =
    apiUrl === undefined || (URL.canParse(apiUrl) && /^https?:$/.test(new URL(apiUrl).protocol));
  if (!isOrigin) {
    throw new UsageError(`STRIPE_API_URL is an address such as http://127.0.0.1:12111, not "${apiUrl}".`);
  }
  return { secretKey, webhookSecret, apiUrl };
}

function readMediaStore(
  environment: Readonly<Record<string, string | undefined>>,
  library: readonly string[] | undefined,
): StoreAddress | undefined {
  const text = environment['MEDIA_STORE'] || 'file:';
  if (text === 'file:') return undefined;
  const address = readStoreAddress(text);
  if (address === null) {
    throw new UsageError(
      // The value may contain a key by mistake, so it is not repeated.
      'MEDIA_STORE is file: or an address such as s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1. ' +
        'Keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (library === undefined) {
    throw new UsageError(
      'MEDIA_STORE belongs to --library. The demonstration makes its media itself, so leave MEDIA_STORE out.',
    );
  }
  return address;
}

/**
 * Reads a variable with addresses and networks, with spaces or commas between them.
 *
 * @throws {UsageError}
 */
export function readNetworks(
  environment: Readonly<Record<string, string | undefined>>,
  variable: 'FEED_NETWORKS' | 'TRUSTED_PROXIES',
): readonly string[] {
  const networks = (environment[variable] ?? '').split(/[\s,]+/).filter((network) => network !== '');
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !isWhole || rest.length > 0) {
      throw new UsageError(
        `${variable} names addresses or networks such as 192.168.0.0/16, not "${network}".`,
      );
    }
  }
  return networks;
}

/**
 * Reads SMTP_URL, MAIL_FROM and PUBLIC_URL.
 *
 * @throws {UsageError}
 */
export function readMail(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<CommandLine, 'mail' | 'publicUrl'> {
  const publicUrl = readPublicUrl(environment);
  const url = environment['SMTP_URL'] || undefined;
  if (url === undefined) return { publicUrl, mail: undefined };
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '') {
    // The address may contain a password, so it is not repeated.
    throw new UsageError('SMTP_URL is an address such as smtps://user:password@mail.example.org.');
  }
  return { publicUrl, mail: { url, from: readSender(environment['MAIL_FROM'] ?? '') } };
}

function readSender(text: string): Sender {
  const match = /^(?:"?(?<name>[^"<>\p{C}]*?)"?\s*<(?<inner>[^<>]+)>|(?<bare>[^<>\s]+))$/u.exec(text.trim());
  const { name = '', inner, bare } = match?.groups ?? {};
  const address = inner ?? bare ?? '';
  if (!isAddress(address)) {
    throw new UsageError(
      `MAIL_FROM names the sender of mails, such as "Hark <hello@example.org>", not "${text}".`,
    );
  }
  return { name: name.trim() || DEFAULT_BRAND, address };
}

const usualDataDir = (library: readonly string[] | undefined): string =>
  library === undefined ? '.data' : LIBRARY_DATA_DIR;

/**
 * Makes the folders of `--library` absolute, and checks them. npm changes the working folder, so a relative path
 * counts from the folder in which the command was typed.
 */
function readFolders(values: ReturnType<typeof parse>, typedIn = '.'): readonly string[] | undefined {
  if (values.library === undefined) return undefined;
  const folders = [...new Set(values.library.map((folder) => resolve(typedIn, folder)))];
  if (values.reset === true || values.scale !== undefined) {
    throw new UsageError('--reset and --scale belong to the demonstration. Leave them out with --library.');
  }
  const nested = folders.find((folder) => folders.some((other) => folder.startsWith(`${other}/`)));
  if (nested !== undefined) {
    throw new UsageError(`${nested} is inside another folder of --library. Name the outer one only.`);
  }
  return folders;
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
        library: { type: 'string', multiple: true },
        scale: { type: 'string' },
        reset: { type: 'boolean' },
        faults: { type: 'boolean' },
        'hosted-login': { type: 'boolean' },
        passwordless: { type: 'boolean' },
        'app-origin': { type: 'string', multiple: true },
        'no-collectors': { type: 'boolean' },
        'no-mobile-app': { type: 'boolean' },
        quiet: { type: 'boolean' },
        'ready-json': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function origin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, '')) {
    throw new UsageError(`${name} must be an origin such as http://127.0.0.1:5173, not "${text}".`);
  }
  return url.origin;
}

function wholeNumber(name: string, value: string | undefined, usual: number, largest: number): number {
  if (value === undefined || value === '') return usual;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > largest) {
    throw new UsageError(`${name} must be a whole number from 0 to ${largest}, not "${value}".`);
  }
  return number;
}
