import { BackupError } from '../backup/make-backup.ts';
import { FeedError } from '../feeds/feeds.ts';
import { MemberError } from '../members/manage-members.ts';
import { BACKUP_COMMANDS } from './backups.ts';
import {
  type AdminContext,
  type AdminOutput,
  type AdminRequest,
  CommandError,
  type Commands,
  parse,
} from './command.ts';
import { FEED_ADDRESS_COMMANDS } from './feed-addresses.ts';
import { FEED_COMMANDS } from './feeds.ts';
import { IMPORT_COMMANDS } from './imports.ts';
import { MEMBER_COMMANDS } from './members.ts';
import { RECORD_COMMANDS } from './records.ts';

const COMMANDS: Commands = {
  ...IMPORT_COMMANDS,
  ...MEMBER_COMMANDS,
  ...RECORD_COMMANDS,
  ...FEED_COMMANDS,
  ...FEED_ADDRESS_COMMANDS,
  ...BACKUP_COMMANDS,
};

export const ADMIN_USAGE = `Commands:
${Object.values(COMMANDS)
  .map(({ help }) => `  ${help}`)
  .join('\n')}
Each takes --json, and --data-dir DIR or DATABASE_URL as the provider does.`;

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

async function dispatch(
  context: AdminContext,
  { args, input }: AdminRequest,
  out: AdminOutput,
  signal: AbortSignal,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [first = '', second = ''] = positionals;
  const isOfTwoWords = ['member', 'feed', 'feed-address'].includes(first);
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
