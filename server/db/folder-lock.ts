import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process is using the folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export interface FolderLock {
  release(): void;
}

const TAKEOVER_ABANDONED_MS = 10_000;
const ATTEMPTS = 20;

/**
 * Keeps every other process out of a folder: the embedded database would let two open it, and break. The lock of a
 * process that has died is taken over.
 *
 * @throws {FolderInUseError} while a living process holds it
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (create(path, ownMark())) {
      return { release: () => rmSync(path, { force: true }) };
    }
    const holder = read(path);
    if (holder !== null && isHeld(holder)) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by process ${holder.split(' ', 1).join('')}. ` +
          'Stop that one first, or choose another folder with --data-dir or DATA_DIR.',
      );
    }
    if (holder !== null) removeStale(path);
  }
  throw new FolderInUseError(`The data folder ${folder} could not be locked: others keep trying, too.`);
}

/** Two processes may find the same dead holder: only one at a time may remove its lock, and looks again first. */
function removeStale(path: string): void {
  const guard = `${path}.takeover`;
  if (!create(guard, ownMark())) {
    if (ageOf(guard) > TAKEOVER_ABANDONED_MS) rmSync(guard, { force: true });
    return;
  }
  try {
    const holder = read(path);
    if (holder !== null && !isHeld(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function ownMark(): string {
  return `${process.pid} ${startOf(process.pid) ?? ''}`;
}

function isHeld(mark: string): boolean {
  const [pidText = '', start = ''] = mark.split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  // Process ids are used again, after a restart of the machine for one: the same id may be somebody else's by now.
  const current = startOf(pid);
  return start === '' || current === null || current === start;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** When a process started, in the kernel's own count; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, a name in parentheses, may itself hold spaces: count from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
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
