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
/** A process that was just told to end, or killed, needs a moment until it is gone. */
const PATIENCE_MS = 3_000;
const POLL_MS = 50;

/**
 * Keeps every other process out of a folder: the embedded database would let two open it, and break. The lock of a
 * process that has died is taken over at once; a process that is ending is waited for.
 *
 * @param patienceMs how long a living process is waited for
 * @throws {FolderInUseError} when a living process still holds it then
 */
export async function lockFolder(folder: string, patienceMs = PATIENCE_MS): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const end = performance.now() + patienceMs;
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
    return `The data folder ${folder} could not be locked: others keep trying, too.`;
  }
  return (
    `The data folder ${folder} is in use by process ${holder.split(' ', 1).join('')}. ` +
    'Stop that one first, or choose another folder with --data-dir or DATA_DIR.'
  );
}

/**
 * Two processes may find the same dead holder: only one at a time may remove its lock, and looks again first.
 *
 * @returns false where another process is about to remove it
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
  // A process that was killed keeps its id until its parent asks for its end, which some parents never do.
  if (record.isDead) return false;
  // Process ids are used again, after a restart of the machine for one: the same id may be somebody else's by now.
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

/** What the kernel says of a process; null where the system does not say, or the process is not there. */
function kernelRecord(pid: number): { readonly isDead: boolean; readonly start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, a name in parentheses, may itself hold spaces: count from behind it.
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
    // A lock is created a moment before its holder is written into it.
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
