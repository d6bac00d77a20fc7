import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnusableError } from '../errors.ts';

/** The library that tells one program about users of its own. The packages of systems put it here. */
const WRAPPERS = [
  'lib/x86_64-linux-gnu',
  'lib/aarch64-linux-gnu',
  'lib/arm-linux-gnueabihf',
  'lib64',
  'lib',
].map((folder) => `/usr/${folder}/libnss_wrapper.so`);
const NOBODY = '65534';

/**
 * PostgreSQL makes a database, and changes a password without a connection, only for a user that has a name. A container
 * can run under any user id, also one without a name (CAT-312). Then the program gets a name: from the library
 * nss_wrapper, or in a user namespace, where it is `nobody`. The files still belong to the true user.
 *
 * @param folder a folder that the user can read, for the names that nss_wrapper tells
 * @param succeeds runs a command as the user of the files
 * @param use gets the words before the command of a program
 * @throws {DatabaseUnusableError} if the user has no name and gets none
 */
export async function withUserName<Result>(
  folder: string,
  account: Account,
  succeeds: (command: readonly string[]) => Promise<boolean>,
  use: (prefix: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const asks = ['id', '-un'];
  if (process.platform !== 'linux' || (await succeeds(asks))) return use([]);
  const names = join(folder, 'postgres.names');
  const wrapper = WRAPPERS.find((path) => existsSync(path));
  try {
    if (wrapper !== undefined) {
      writeFileSync(names, `hark:x:${account.uid}:${account.gid}::/:/bin/false\n`, { mode: 0o644 });
      if (process.getuid?.() === 0) chownSync(names, account.uid, account.gid);
      const prefix = [
        'env',
        `LD_PRELOAD=${wrapper}`,
        `NSS_WRAPPER_PASSWD=${names}`,
        'NSS_WRAPPER_GROUP=/etc/group',
      ];
      if (await succeeds([...prefix, ...asks])) return await use(prefix);
    }
    const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
    if (await succeeds([...namespace, ...asks])) return await use(namespace);
  } finally {
    rmSync(names, { force: true });
  }
  throw new DatabaseUnusableError(
    `The user id ${account.uid} has no name on this machine (no line in /etc/passwd). PostgreSQL makes a database only ` +
      'for a user with a name. Install libnss-wrapper, start as a user that has a name, or name a PostgreSQL server ' +
      'with DATABASE_URL.',
  );
}

/** A user and a group of this machine, by their ids. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}
