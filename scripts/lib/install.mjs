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
 * Makes sure that what is installed is what the lock file names, and installs it from scratch when it isn't.
 * Commands started at the same moment take turns.
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
      console.error('The dependencies could not be installed: npm says why above.');
      process.exit(1);
    }
  });
}

/**
 * npm leaves a lock file of what it installed inside `node_modules`, written last: if it is there, the installation
 * was finished, and it can be compared with the project's own. Optional packages may be missing: they are for other
 * systems.
 */
function isInstalled() {
  const wanted = readLock(inRoot('package-lock.json'));
  const found = readLock(inRoot('node_modules', '.package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing: the clone is not whole.');
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
  // Under `npm start` and `npm test`, npm names its own program; a direct `node scripts/…` has to look for it.
  const self = process.env['npm_execpath'];
  if (self?.endsWith('.js')) return run(process.execPath, [self, ...args]);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
