import { readFileSync } from 'node:fs';
import { withLock } from './file-lock.mjs';
import { cache, inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Installs the dependencies, unless the installed packages are those of the lock file. Only one command installs at a time;
 * others wait.
 *
 * @returns {Promise<void>}
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(join(cache, 'install.lock'), 'installing the dependencies', async () => {
    if (isInstalled()) return;
    console.log('Installing the dependencies …');
    const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
    if (code !== 0) {
      console.error('The dependencies could not be installed. The lines of npm above say why.');
      process.exit(1);
    }
  });
}

/**
 * Compares npm's lock file in `node_modules` with the lock file of the project. npm writes its file at the end of an
 * installation. Optional packages may be missing, because they are for other systems.
 */
function isInstalled() {
  const wanted = readLock(inRoot('package-lock.json'));
  const found = readLock(inRoot('node_modules', '.package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing, so the clone is incomplete.');
  if (!found) return false;
  for (const [path, { version, integrity, optional, devOptional }] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const installed = found.packages[path];
    if (!installed && (optional || devOptional)) continue;
    if (installed?.version !== version || installed?.integrity !== integrity) return false;
  }
  return true;
}

/**
 * @param {string} path
 * @returns {LockFile | undefined}
 */
function readLock(path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** @param {readonly string[]} args */
function npm(args) {
  // With `npm start` and `npm test`, npm names its own program. With `node scripts/…`, it has to be on the search path.
  const self = process.env['npm_execpath'];
  if (self?.endsWith('.js')) return run(process.execPath, [self, ...args]);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
