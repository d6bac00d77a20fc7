import { describe, expect, test } from 'vitest';
import { adviceFor, reasonIn } from '../../db/own/failures.ts';

describe('the advice for a failure of the server names the cause that the server said (CAT-311)', () => {
  test.each([
    ['could not extend file "base/1/2": No space left on device', 'disk is full'],
    ['could not write to file: Disk quota exceeded', 'disk is full'],
    ['could not open file "postmaster.pid": Read-only file system', 'read-only'],
    ['could not look up effective user ID 99: user does not exist', 'has no name on this machine'],
    ['could not create any Unix-domain sockets', 'no place for its socket'],
    ['Unix-domain socket path "/a/.s.PGSQL.5432" is too long (maximum 107 bytes)', 'no place for its socket'],
    ['could not create any TCP/IP sockets', 'cannot listen on 127.0.0.1'],
    ['could not map anonymous shared memory: Cannot allocate memory', 'limits of memory'],
    ['could not create semaphores: No space left on device', 'limits of memory'],
    ['could not fork postmaster child process: Resource temporarily unavailable', 'start more processes'],
    ['spawn EAGAIN', 'start more processes'],
    ['could not open file "x": Too many open files in system', 'ulimit -n'],
    [
      'error while loading shared libraries: libicui18n.so.60: cannot open shared object file',
      'named library',
    ],
    ['could not open file "pg_control": Permission denied', 'may read and write'],
    ['data directory "/a" has wrong ownership', 'may read and write'],
    ['database files are incompatible with server', 'POSTGRES_BIN'],
    ['could not locate a valid checkpoint record at 0/174B308', 'files are damaged'],
    ['could not read file "base/1/2": Input/output error', 'files are damaged'],
  ])('%s', (reason, advice) => {
    expect(adviceFor(reason)).toContain(advice);
    expect(adviceFor(reason).includes('disk is full')).toBe(
      /^(?!.*semaphores).*(?:No space|quota)/.test(reason),
    );
  });

  test('an unknown one gets no guess', () => {
    expect(adviceFor('could not do what nobody knows')).toBe(
      'Choose another folder with --data-dir or DATA_DIR, or name a PostgreSQL server with DATABASE_URL.',
    );
  });

  test('the reason is the last fatal line without its time, or a full disk', () => {
    const lines = [
      '2026-11-28 21:47:14 UTC [1] FATAL:  could not write lock file: No space left on device',
      '2026-11-28 21:47:14 UTC [1] LOG:  database system is shut down',
    ];
    expect(reasonIn(lines.join('\n'))).toBe('could not write lock file: No space left on device');
    expect(reasonIn('initdb: error: directory exists\n')).toBe('directory exists');
    expect(reasonIn('sh: 1: not found\n\n')).toBe('sh: 1: not found');
    expect(reasonIn('')).toBe('');
  });
});
