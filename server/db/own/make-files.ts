import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../synced-files.ts';
import { NAME } from './address.ts';
import type { DatabaseFiles } from './data-folder.ts';
import { unusable } from './failures.ts';
import { type Launcher, LOCKED } from './launch.ts';

/** Only the provider's role may connect, and only with its password. */
const ADMITTED = `local ${NAME} ${NAME} scram-sha-256\nhost ${NAME} ${NAME} 127.0.0.1/32 scram-sha-256\n`;
const admitted = (data: string): string => join(data, 'pg_hba.conf');

/** Text is sorted by code points, so that an update of the operating system changes no order of an index. */
const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--no-locale',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=reject',
  '--username=postgres',
];

const inFolder = (folder: string): Pick<DatabaseFiles, 'folder' | 'data' | 'password'> => ({
  folder,
  data: join(folder, 'data'),
  password: join(folder, 'password'),
});

/**
 * Makes the files of a server, if there are none, and gives the provider access to it. They are made under another name and then
 * renamed. So they are complete, or not there.
 *
 * @returns false if another process holds the lock of the data folder
 */
export async function makeFiles(files: DatabaseFiles, launcher: Launcher): Promise<boolean> {
  if (!existsSync(files.folder) && !(await initialise(files, launcher))) return false;
  // A power cut can leave the files of the access empty.
  const { data, password } = files;
  const hasAccess =
    readFileSync(password, 'utf8') !== '' && readFileSync(admitted(data), 'utf8') === ADMITTED;
  return hasAccess || giveAccess(files, launcher, files, 'alter');
}

async function initialise(files: DatabaseFiles, launcher: Launcher): Promise<boolean> {
  const unfinished = { ...files, ...inFolder(`${files.folder}.${randomBytes(4).toString('hex')}`) };
  try {
    mkdirSync(unfinished.folder, { mode: 0o700 });
    if (launcher.owner !== null) chownSync(unfinished.folder, launcher.owner.uid, launcher.owner.gid);
    const made = await launcher.withUserName(files, (named) =>
      launcher.finish([...named, launcher.programs.initdb, '-D', unfinished.data, ...INITDB_FLAGS], files),
    );
    if (made.code === LOCKED) return false;
    if (made.code !== 0) throw unusable(files.folder, 'could not be made', made.complaint);
    if (!(await giveAccess(files, launcher, unfinished, 'create'))) return false;
    syncFolder(unfinished.folder);
    if (!existsSync(files.folder)) renameSync(unfinished.folder, files.folder);
    syncFolder(files.dataDir);
    return true;
  } finally {
    rmSync(unfinished.folder, { recursive: true, force: true });
  }
}

/**
 * Makes the role of the provider and its database, or only gives the role a new password. Both files of the access are on the disk
 * when it returns.
 *
 * @param made the files of the server that gets the role. They may still have their first name
 * @returns false if another process holds the lock of the data folder
 */
async function giveAccess(
  files: DatabaseFiles,
  launcher: Launcher,
  made: Pick<DatabaseFiles, 'data' | 'password'>,
  how: 'create' | 'alter',
): Promise<boolean> {
  const secret = randomBytes(24).toString('hex');
  const given = await launcher.withUserName(files, (named) =>
    launcher.finish(
      [...named, launcher.programs.postgres, '--single', '-D', made.data, 'postgres'],
      files,
      `${how} role ${NAME} login password '${secret}'\n` +
        (how === 'create' ? `create database ${NAME} owner ${NAME}\n` : ''),
      [join(made.data, 'postmaster.pid')],
    ),
  );
  if (given.code === LOCKED) return false;
  if (given.code !== 0) throw unusable(files.folder, 'could not be made', given.complaint);
  writeFileSync(admitted(made.data), ADMITTED, { flush: true });
  writeFileSync(made.password, secret, { mode: 0o600, flush: true });
  return true;
}
