import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const HEARTBEAT_MS = 2_000;
/** A lock that was not touched for this long is abandoned, even if another process has its process id. */
const ABANDONED_MS = 30_000;
const POLL_MS = 200;

/**
 * Runs an action while no other process runs it. Others wait until it is done. The lock of a dead process is taken over.
 *
 * @template T
 * @param {string} path the lock file
 * @param {string} what what the action does, for the line that a waiting process prints
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(path, what, action) {
  mkdirSync(dirname(path), { recursive: true });
  let announced = false;
  while (!create(path)) {
    if (isAbandoned(path)) {
      takeOver(path);
      continue;
    }
    if (!announced) console.log(`Waiting for another process that is ${what} (${path}) …`);
    announced = true;
    await wait(POLL_MS);
  }

  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function create(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const holder = Number(readFileSync(path, 'utf8'));
    // A lock file is created before its process id is written, so a new empty file is not abandoned.
    if (age < POLL_MS && holder === 0) return false;
    return age > ABANDONED_MS || !isAlive(holder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/**
 * Removes an abandoned lock. A second file makes sure that only one process does this. That process checks the lock again
 * first, because another process may have created a new one.
 *
 * @param {string} path
 */
function takeOver(path) {
  const guard = `${path}.takeover`;
  if (!create(guard)) {
    if (isAbandoned(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** @param {string} path */
function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Somebody removed the lock by hand. The work continues.
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
