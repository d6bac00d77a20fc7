import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Another process is using the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export interface FolderLock {
  release(): void;
}

const TAKEOVER_ABANDONED_MS = 10_000;
/** A process that was killed or told to end needs some time. */
const WAIT_MS = 3_000;
const POLL_MS = 50;

/**
 * Locks a folder for this process. The embedded database does not prevent two processes from opening one folder, which
 * would break it. The lock of a dead process is taken over at once; a living process may be ending, so this waits.
 *
 * @param waitMs how long to wait for a living process
 * @throws {FolderInUseError} if a living process still has the lock after that
 */
export async function lockFolder(folder: string, waitMs = WAIT_MS): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const end = performance.now() + waitMs;
  for (;;) {
    if (create(path, ownMark())) {
      return { release: () => rmSync(path, { force: true }) };
    }
    const holder = read(path);
    if (holder !== null && !isHeld(holder) && removeStale(path)) continue;
    if (performance.now() >= end) throw new FolderInUseError(refusal(folder, holder));
    await wait(POLL_MS);
  }
}

function refusal(folder: string, holder: string | null): string {
  if (holder === null || !isHeld(holder)) {
    return `The data folder ${folder} could not be locked, because other processes try it, too.`;
  }
  return (
    `The data folder ${folder} is in use by process ${holder.split(' ', 1).join('')}. ` +
    'Stop that process first, or choose another folder with --data-dir or DATA_DIR.'
  );
}

/**
 * Removes the lock of a dead process. Only one process may do this at a time, and it checks the lock again first.
 *
 * @returns false if another process is removing it
 */
function removeStale(path: string): boolean {
  const guard = `${path}.takeover`;
  if (!create(guard, ownMark())) {
    if (ageOf(guard) > TAKEOVER_ABANDONED_MS) rmSync(guard, { force: true });
    return false;
  }
  try {
    const holder = read(path);
    if (holder !== null && !isHeld(holder)) rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function ownMark(): string {
  return `${process.pid} ${kernelRecord(process.pid)?.start ?? ''}`;
}

function isHeld(mark: string): boolean {
  const [pidText = '', start = ''] = mark.split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  const record = kernelRecord(pid);
  if (record === null) return true;
  // A killed process keeps its id until its parent reads its exit code. Some parents never do.
  if (record.isDead) return false;
  // Process ids are used again, for example after a restart of the machine. So the start time is compared, too.
  return start === '' || record.start === start;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** The state and start time of a process. Null if the system does not provide them or the process does not exist. */
function kernelRecord(pid: number): { readonly isDead: boolean; readonly start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, a name in parentheses, may contain spaces. So the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', start = ''] = [fields[0], fields[19]];
    return { isDead: /^[ZXx]$/.test(state), start };
  } catch {
    return null;
  }
}

function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    // A lock file is created a moment before its content is written.
    return text === '' && ageOf(path) < TAKEOVER_ABANDONED_MS ? null : text;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
