import { DatabaseUnusableError } from '../errors.ts';

const OTHER_FOLDER = 'choose another folder with --data-dir or DATA_DIR';

export const MORE_PROCESSES = 'Look whether this user may start more processes, and whether memory is left.';

/**
 * What to do about a reason that the system or the server gave. The first that fits counts. A reason that is not here gets
 * no guess (CAT-311).
 */
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /shared memory|semaphore|shmget|semget/i,
    'The system gives no shared memory. Look at the limits of memory of this machine or container.',
  ],
  [/No space left|quota exceeded|ENOSPC|EDQUOT/i, `Look whether the disk is full, or ${OTHER_FOLDER}.`],
  [/Read-only file system|EROFS/i, `The disk is read-only. Mount it for writing, or ${OTHER_FOLDER}.`],
  [
    /could not look up effective user ID/i,
    'The user of the files has no name on this machine. Start as a user that has one, or install libnss-wrapper.',
  ],
  [
    /Unix-domain socket|socket path|socket.*too long/i,
    `The server has no place for its socket. Look whether files can be made in the data folder, or ${OTHER_FOLDER}.`,
  ],
  [
    /Address (?:already )?in use|could not bind|TCP\/IP socket|EADDRINUSE|EADDRNOTAVAIL/i,
    'The server cannot listen on 127.0.0.1. Look whether this machine has a loopback interface.',
  ],
  [/\bfork\b|EAGAIN|ENOMEM|cannot allocate memory|out of memory/i, MORE_PROCESSES],
  [/Too many open files|EMFILE|ENFILE/i, 'Allow this user more open files (ulimit -n).'],
  [
    /error while loading shared libraries|Library not loaded/i,
    'Install the named library, name other programs of PostgreSQL with POSTGRES_BIN, or a server with DATABASE_URL.',
  ],
  [
    /Permission denied|Operation not permitted|EACCES|EPERM|has (?:wrong ownership|invalid permissions)/i,
    `Look whether this user may read and write everything in the folder, or ${OTHER_FOLDER}.`,
  ],
  [
    /incompatible with server|not compatible with this version|different.*(?:block|page) size/i,
    'These programs of PostgreSQL cannot read the files. Name with POSTGRES_BIN those that made them.',
  ],
  [
    /checkpoint record|checkpoint location|pg_control|invalid (?:record|page|magic|resource)|corrupt|checksum|Input\/output error|EIO/i,
    'The files are damaged. Look at the disk, and restore a backup into another folder with --data-dir.',
  ],
];

/** A sentence about what to do. It never names a cause that the reason does not say. */
export const adviceFor = (reason: string): string =>
  ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ??
  'Choose another folder with --data-dir or DATA_DIR, or name a PostgreSQL server with DATABASE_URL.';

/**
 * The reason of a failure, without its time: that the disk is full, or the last line that the server wrote as fatal.
 *
 * @param complaint what a program wrote
 */
export function reasonIn(complaint: string): string {
  const all = complaint.split('\n').filter((line) => line.trim() !== '');
  const lines = all.filter((line) => /FATAL|PANIC|error:/.test(line));
  const full = lines.find((line) => /No space left|quota exceeded/i.test(line));
  return (full ?? lines.at(-1) ?? all.at(-1) ?? '').trim().replace(/^.*?(?:FATAL|PANIC|error):\s*/, '');
}

/** The error of a database in a folder that cannot be used, with its reason and what to do about it. */
export function unusable(folder: string, what: string, complaint: string): DatabaseUnusableError {
  const reason = reasonIn(complaint).replace(/\.?$/, '.');
  return new DatabaseUnusableError(`The database in ${folder} ${what}: ${reason} ${adviceFor(reason)}`);
}
