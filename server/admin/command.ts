import { parseArgs } from 'node:util';
import type { Clock } from '../clock.ts';
import type { FeatureMigrations } from '../db/migrate.ts';
import type { Feeds } from '../feeds/feeds.ts';
import { firstSentence } from '../given.ts';
import type { Library } from '../library/library.ts';
import type { InvitationMails } from '../mail/index.ts';
import { OPERATOR } from '../members/audit.ts';
import type { Managing } from '../members/manage-members.ts';
import type { Database } from '../members/tables.ts';

/** The dependencies of the commands: the database and its pool, whether their provider is running or not. */
export interface AdminContext {
  readonly db: Database;
  readonly pool: Managing['pool'];
  readonly invitations: InvitationMails;
  readonly clock: Clock;
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
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Call {
  readonly context: AdminContext;
  readonly subject: string;
  readonly object: string;
  readonly values: Values;
  readonly input: string;
  readonly out: AdminOutput;
  readonly signal: AbortSignal;
}

export interface Command {
  /** Its lines of the usage. */
  readonly help: string;
  /** Its options, besides `--json`. */
  readonly options?: readonly (keyof typeof OPTIONS)[];
  /** The number of arguments. */
  readonly count: number;
  /** True if the last argument may be left out. */
  readonly isOptional?: true;
  run(call: Call): Promise<number>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Prints the result of a command: as text, or with `--json` as JSON. */
export function say({ out, values }: Call, text: string, fields: Readonly<Record<string, unknown>>): number {
  out.line(values.json === true ? JSON.stringify(fields) : text);
  return 0;
}

/** For the calls about members: the operator makes the change. */
export const managing = ({ context: { db, pool, clock } }: Call): Managing => ({
  db,
  pool,
  clock,
  by: OPERATOR,
});

const OPTIONS = {
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
} as const;

export type Values = ReturnType<typeof parse>['values'];

/** @throws {CommandError} for an option that no command has */
export function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new CommandError(firstSentence(error));
  }
}

/** @throws {CommandError} for an option that belongs to other commands */
export function checkOptions(name: string, { options = [] }: Command, values: Values): void {
  const known: ReadonlySet<string> = new Set(['json', ...options]);
  const foreign = Object.keys(values).find((option) => !known.has(option));
  if (foreign !== undefined) throw new CommandError(`"${name}" has no option '--${foreign}'.`);
}

export const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();
