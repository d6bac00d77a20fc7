import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseUnusableError } from '../errors.ts';
import { adviceFor } from './failures.ts';
import type { Account } from './user-name.ts';

/** The major version of the server that this release starts. Its files differ from those of other versions. */
export const SERVER_VERSION = 18;

/** The paths of the database in a data folder. */
export interface DatabaseFiles {
  /** The data folder itself. */
  readonly dataDir: string;
  /** Everything of the server. It is complete, or it does not exist. */
  readonly folder: string;
  /** The files of the server. */
  readonly data: string;
  readonly password: string;
  /** A process of the server holds the lock of this file as long as it lives. */
  readonly lock: string;
}

export function databaseFiles(dataDir: string): DatabaseFiles {
  const folder = join(dataDir, 'postgres');
  return {
    dataDir,
    folder,
    data: join(folder, 'data'),
    password: join(folder, 'password'),
    lock: join(dataDir, 'postgres.lock'),
  };
}

/** The paths that an upgrade to another major version uses (CAT-314). */
export const upgradeFiles = (
  { folder }: DatabaseFiles,
  from = 0,
): { readonly next: string; readonly work: string; readonly fetched: string; readonly kept: string } => ({
  /** The new files, complete. */
  next: join(folder, 'data.next'),
  /** A data folder for the new files while they are made. */
  work: join(folder, 'upgrade'),
  /** The programs of the earlier server. */
  fetched: join(folder, 'upgrade-programs'),
  /** The files of before. */
  kept: join(folder, `data.${from}`),
});

/** The backup that an upgrade to a major version makes before. It stays. */
export const backupBefore = (dataDir: string, version: number): string =>
  join(dataDir, `before-postgres-${version}.gz`);

/** File systems of other machines, by their names on Linux. On them a database can lose data. */
const NETWORK_SHARE =
  /^(?:nfs4?|cifs|smb3|smbfs|9p|afs|ceph|lustre|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|goofys|juicefs|glusterfs|ceph(?:fs|-fuse)?|davfs2?|curlftpfs|smbnetfs))$/;

const OTHER_FOLDER =
  'Choose another folder with --data-dir or DATA_DIR, or name a database server with DATABASE_URL.';

/**
 * Checks whether a database can be in the folder, and changes nothing (CAT-143).
 *
 * @param reset whether the files that are there are deleted
 * @param expected the major version of the server
 * @throws {DatabaseUnusableError}
 */
export function checkDataFolder(files: DatabaseFiles, reset: boolean, expected = SERVER_VERSION): void {
  const { dataDir, folder } = files;
  const share = shareOf(dataDir);
  if (share !== undefined) {
    throw new DatabaseUnusableError(
      `The data folder ${dataDir} is on a network share (${share}), where a database can lose data. ${OTHER_FOLDER}`,
    );
  }
  for (const path of [dataDir, folder]) checkOwner(path, dataDir);
  if (reset || !existsSync(folder)) return;
  const version = versionOf(files);
  if (!existsSync(files.data) && existsSync(upgradeFiles(files).next)) {
    throw new DatabaseUnusableError(
      `An upgrade of the database in ${dataDir} was interrupted. Go on with npm run admin -- upgrade --data-dir ${dataDir}`,
    );
  }
  if (version === null) {
    throw new DatabaseUnusableError(
      `The database in ${folder} is not complete, for example because only a part of it was copied. ` +
        'Copy it again while no provider runs, restore a backup into another folder, or start over with --reset.',
    );
  }
  if (version === expected) return;
  throw new DatabaseUnusableError(
    version > expected
      ? `The database in ${folder} is of PostgreSQL ${version}, which is newer than this release (${expected}). ` +
          `Use the newer release again.${wayBackFrom(version, dataDir)}`
      : `The database in ${dataDir} is of PostgreSQL ${version}, and this release has PostgreSQL ${expected}. ` +
          `It is left as it is. Take it along with npm run admin -- upgrade --data-dir ${dataDir}`,
  );
}

function wayBackFrom(version: number, dataDir: string): string {
  const backup = backupBefore(dataDir, version);
  if (!existsSync(backup)) return '';
  return ` Or go back to the rows of before: npm run admin -- restore ${backup} --data-dir NEW_FOLDER  (then copy the folders uploads, pdf and media into it).`;
}

/**
 * Makes the data folder, and closes it for other users.
 *
 * @param owner the user of the server, if this process is root. Files that root has copied become that user's
 */
export function closeDataFolder({ dataDir, folder, data }: DatabaseFiles, owner: Account | null): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    // On a read-only disk, Node.js says that there is no such file.
    throw new DatabaseUnusableError(
      `The data folder ${dataDir} cannot be made (${error instanceof Error ? error.message : String(error)}). ` +
        adviceFor(error instanceof Error ? error.message : ''),
      { cause: error },
    );
  }
  for (const path of [dataDir, data]) {
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  }
  if (owner === null) return;
  if (statSync(dataDir).uid === 0) chownSync(dataDir, owner.uid, owner.gid);
  if (!existsSync(folder) || statSync(folder).uid !== 0) return;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, name), owner.uid, owner.gid);
  }
}

/** @returns null if the files are not complete */
export function versionOf({ data, password }: DatabaseFiles): number | null {
  const isComplete = [password, join(data, 'global', 'pg_control'), join(data, 'pg_wal')].every((path) =>
    existsSync(path),
  );
  const version = isComplete ? Number(textOf(join(data, 'PG_VERSION'))) : Number.NaN;
  return Number.isInteger(version) && version > 0 ? version : null;
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');

function checkOwner(path: string, dataDir: string): void {
  const user = process.geteuid?.();
  if (user === undefined || user === 0 || !existsSync(path) || statSync(path).uid === user) return;
  throw new DatabaseUnusableError(
    `The data folder ${dataDir} belongs to another user (${statSync(path).uid}). Start as that user. ` +
      OTHER_FOLDER,
  );
}

function shareOf(path: string): string | undefined {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  return networkShareOf(realpathSync(existing), textOf('/proc/self/mountinfo'));
}

/**
 * The type of the network share that a folder is on, if it is on one.
 *
 * @param mounts what Linux tells about its mounts; a later one hides an earlier one at the same path
 */
export function networkShareOf(folder: string, mounts: string): string | undefined {
  let [longest, type] = ['', ''];
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const mountPoint = (before.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    const isAbove = mountPoint === '/' || folder === mountPoint || folder.startsWith(`${mountPoint}/`);
    if (isAbove && mountPoint.length >= longest.length)
      [longest, type] = [mountPoint, after.split(' ', 1).join('')];
  }
  return NETWORK_SHARE.test(type) ? type : undefined;
}
